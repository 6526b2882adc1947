import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Pages } from '#app/pages/render-page.ts'
import { projectFolder } from '#platform/process/project-folder.ts'

/** Folder of the build. */
export const dist = new URL('dist/', projectFolder)

/** Loads the built pages; the manifest names their files. */
export async function loadBuiltPages(): Promise<Pages> {
  const [manifest, web] = await Promise.all([
    readFile(new URL('client/.vite/manifest.json', dist), 'utf8'),
    import(new URL('server/entry-server.js', dist).href),
  ])
  return web.createPages(JSON.parse(manifest), (path: string) => readFileSync(new URL(`client/${path}`, dist), 'utf8'))
}
