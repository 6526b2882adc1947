import { readFile } from 'node:fs/promises'

/** Of the package. */
export async function readBlogVersion(): Promise<string> {
  const text = await readFile(new URL('../../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
