import { findPackageJSON } from 'node:module'
import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readFile } from 'node:fs/promises'

/** The folder of package.json. Not relative to this file, which the build puts elsewhere. */
export const projectFolder = new URL('.', pathToFileURL(findPackageJSON('.', import.meta.url) ?? ''))

/** Whether this is the build; development, tests and the command line run the sources. */
const isBuilt = import.meta.url.startsWith(new URL('dist/', projectFolder).href)

/** A program that runs beside this one, by the path of its source: that of the build, if this one is. */
export const programAt = (source: string): URL => new URL(isBuilt ? `dist/server/${basename(source, '.ts')}.js` : source, projectFolder)

export async function readBlogVersion(): Promise<string> {
  const text = await readFile(new URL('package.json', projectFolder), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
