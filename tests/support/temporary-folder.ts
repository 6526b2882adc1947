import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Content by path; objects are written as JSON. */
export type Files = Readonly<Record<string, string | object>>

/** A folder for one test, removed when it has finished. */
export const makeFolder = (files: Files = {}): string => {
  const root = mkdtempSync(join(tmpdir(), 'kindred-folder-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  writeFiles(root, files)
  return root
}

export const writeFiles = (root: string, files: Files): void => {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
}
