import { findPackageJSON } from 'node:module'
import { pathToFileURL } from 'node:url'
import { readFile } from 'node:fs/promises'

/** The folder of package.json. Not relative to this file, which the build puts elsewhere. */
export const projectFolder = new URL('.', pathToFileURL(findPackageJSON('.', import.meta.url) ?? ''))

export async function readBlogVersion(): Promise<string> {
  const text = await readFile(new URL('package.json', projectFolder), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
