import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeFolder, writeFiles } from '#tests/support/temporary-folder.ts'
import { buildProblem, hashSources } from './build-state.mjs'

const sources = { 'src/web/page.tsx': 'a page', 'src/contract/limits.ts': 'limits', 'vite.config.ts': 'config' }
const makeBuilt = () => {
  const root = makeFolder({ ...sources, 'dist/client/app.js': '', 'dist/server/app.js': '' })
  writeFiles(root, { 'dist/.stamp': hashSources(root) })
  return root
}

describe('buildProblem', () => {
  it('finds nothing to do after a build, even where git has given every file the time of the clone', () => {
    const root = makeBuilt()
    utimesSync(join(root, 'src/web/page.tsx'), new Date(), new Date(Date.now() + 60_000))
    expect(buildProblem(root)).toBeUndefined()
  })

  it('sees that there is no build', () => {
    expect(buildProblem(makeFolder(sources))).toBe('there is no build')
  })

  it('sees a build without its stamp, which comes last', () => {
    expect(buildProblem(makeFolder({ ...sources, 'dist/client/a': '', 'dist/server/a': '' }))).toBe('a build was not finished')
  })

  it.each([
    ['a page', { 'src/web/page.tsx': 'another' }],
    ['the contract', { 'src/contract/limits.ts': 'others' }],
    ['the server', { 'src/server/app.ts': 'another' }],
    ['the configuration', { 'vite.config.ts': 'another' }],
    ['a file that was not there', { 'src/web/new.tsx': '' }],
  ])('sees a change of %s', (_, change) => {
    const root = makeBuilt()
    writeFiles(root, change)
    expect(buildProblem(root)).toBe('its sources have changed')
  })

  it('does not care for tests', () => {
    const root = makeBuilt()
    writeFiles(root, { 'src/web/page.test.tsx': 'a test' })
    expect(buildProblem(root)).toBeUndefined()
  })

  it('sees content that moved from one file to the next', () => {
    const one = makeFolder({ 'src/web/a.ts': 'xy', 'src/web/b.ts': 'z' })
    const other = makeFolder({ 'src/web/a.ts': 'x', 'src/web/b.ts': 'yz' })
    expect(hashSources(one)).not.toBe(hashSources(other))
  })
})
