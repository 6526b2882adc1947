import { readdirSync, readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeFolder, writeFiles } from '#tests/support/temporary-folder.ts'
import { keepEarlierParts } from './keep-earlier-parts.mjs'

const HOUR_MS = 3_600_000

/** A build of the given parts, so many hours ago, that keeps those of the build before. */
const makeBuild = (parts, hoursAgo, before) => {
  const folder = makeFolder()
  writeFiles(folder, parts)
  const time = new Date(Date.now() - hoursAgo * HOUR_MS)
  for (const name of Object.keys(parts)) utimesSync(join(folder, name), time, time)
  if (before !== undefined) keepEarlierParts(before, folder)
  return folder
}

describe('keepEarlierParts', () => {
  it('keeps the parts of the last build, for processes that still run it, and no older ones', () => {
    const first = makeBuild({ 'mail-1.js': 'first' }, 3)
    const second = makeBuild({ 'mail-2.js': 'second', 'metrics-1.js': 'same' }, 2, first)
    expect(readdirSync(second).sort()).toEqual(['mail-1.js', 'mail-2.js', 'metrics-1.js'])
    const third = makeBuild({ 'mail-3.js': 'third', 'metrics-1.js': 'same' }, 1, second)
    expect(readdirSync(third).sort()).toEqual(['mail-2.js', 'mail-3.js', 'metrics-1.js'])
    expect(readFileSync(join(third, 'mail-2.js'), 'utf8')).toBe('second')
  })

  it('has nothing to keep at the first build', () => {
    const folder = makeFolder()
    keepEarlierParts(join(folder, 'never-built'), folder)
    expect(readdirSync(folder)).toEqual([])
  })
})
