import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Pages } from './features/pages/pages.routes.ts'
import { StartError } from './platform/start-error.ts'
import { startBlog } from './start.ts'

const dist = new URL('../../dist/', import.meta.url)
const say = (line: string) => process.stdout.write(`${line}\n`)

/** The web as the build left it; the manifest names its files. */
async function loadBuiltPages(): Promise<Pages> {
  const [manifest, web] = await Promise.all([
    readFile(new URL('client/.vite/manifest.json', dist), 'utf8'),
    import(new URL('server/entry-server.js', dist).href),
  ])
  return { renderPage: web.createRenderPage(JSON.parse(manifest)), inlineScripts: web.inlineScripts }
}

try {
  const blog = await startBlog({
    env: process.env,
    loadPages: loadBuiltPages,
    staticFolder: fileURLToPath(new URL('client', dist)),
    say,
  })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void blog.close().then(() => process.exit(0)))
  }
} catch (error) {
  if (!(error instanceof StartError)) throw error
  for (const line of error.message.split('\n')) process.stderr.write(`${line}\n`)
  process.exitCode = 1
}
