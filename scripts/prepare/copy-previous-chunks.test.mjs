import { readdirSync, readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeFolder, writeFiles } from '#tests/support/temporary-folder.ts'
import { copyPreviousChunks } from './copy-previous-chunks.mjs'

const HOUR_MS = 3_600_000

/** Writes a build with these chunks, some hours ago, with copies from the build before. */
const makeBuild = (chunks, hoursAgo, before) => {
  const folder = makeFolder()
  writeFiles(folder, chunks)
  const time = new Date(Date.now() - hoursAgo * HOUR_MS)
  for (const name of Object.keys(chunks)) utimesSync(join(folder, name), time, time)
  if (before !== undefined) copyPreviousChunks(before, folder)
  return folder
}

describe('copyPreviousChunks', () => {
  it('copies the chunks of the last build and no older ones', () => {
    const first = makeBuild({ 'mail-1.js': 'first' }, 3)
    const second = makeBuild({ 'mail-2.js': 'second', 'metrics-1.js': 'same' }, 2, first)
    expect(readdirSync(second).sort()).toEqual(['mail-1.js', 'mail-2.js', 'metrics-1.js'])
    const third = makeBuild({ 'mail-3.js': 'third', 'metrics-1.js': 'same' }, 1, second)
    expect(readdirSync(third).sort()).toEqual(['mail-2.js', 'mail-3.js', 'metrics-1.js'])
    expect(readFileSync(join(third, 'mail-2.js'), 'utf8')).toBe('second')
  })

  it('copies nothing for the first build', () => {
    const folder = makeFolder()
    copyPreviousChunks(join(folder, 'never-built'), folder)
    expect(readdirSync(folder)).toEqual([])
  })
})
