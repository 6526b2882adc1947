import { readFile } from 'node:fs/promises'
import { projectFolder } from './project-folder.ts'

export async function readBlogVersion(): Promise<string> {
  const text = await readFile(new URL('package.json', projectFolder), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
