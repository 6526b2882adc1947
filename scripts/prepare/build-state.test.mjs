import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeFolder, writeFiles } from '#tests/support/temporary-folder.ts'
import { buildProblem, hashSources } from './build-state.mjs'

const sources = { 'src/pages/page.tsx': 'a page', 'src/platform/contract/limits.ts': 'limits', 'vite.config.ts': 'config' }
const makeBuilt = () => {
  const root = makeFolder({ ...sources, 'dist/client/app.js': '', 'dist/server/app.js': '' })
  writeFiles(root, { 'dist/.stamp': hashSources(root) })
  return root
}

describe('buildProblem', () => {
  it('returns undefined after a build, even when git has changed modification times', () => {
    const root = makeBuilt()
    utimesSync(join(root, 'src/pages/page.tsx'), new Date(), new Date(Date.now() + 60_000))
    expect(buildProblem(root)).toBeUndefined()
  })

  it('reports a missing build', () => {
    expect(buildProblem(makeFolder(sources))).toBe('there is no build')
  })

  it('reports an unfinished build, which has no stamp yet', () => {
    expect(buildProblem(makeFolder({ ...sources, 'dist/client/a': '', 'dist/server/a': '' }))).toBe('a build was not finished')
  })

  it.each([
    ['a page', { 'src/pages/page.tsx': 'another' }],
    ['the contract', { 'src/platform/contract/limits.ts': 'others' }],
    ['the server', { 'src/app/app.ts': 'another' }],
    ['the configuration', { 'vite.config.ts': 'another' }],
    ['a file that was not there', { 'src/pages/new.tsx': '' }],
  ])('reports a change of %s', (_, change) => {
    const root = makeBuilt()
    writeFiles(root, change)
    expect(buildProblem(root)).toBe('its sources have changed')
  })

  it('ignores test files', () => {
    const root = makeBuilt()
    writeFiles(root, { 'src/pages/page.test.tsx': 'a test' })
    expect(buildProblem(root)).toBeUndefined()
  })

  it('reports content that moved from one file to the next', () => {
    const one = makeFolder({ 'src/pages/a.ts': 'xy', 'src/pages/b.ts': 'z' })
    const other = makeFolder({ 'src/pages/a.ts': 'x', 'src/pages/b.ts': 'yz' })
    expect(hashSources(one)).not.toBe(hashSources(other))
  })
})
