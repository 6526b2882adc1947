import { describe, expect, it } from 'vitest'
import { NOTHING_RAN, summarize } from './test-summary.mjs'

const counts = (parts = {}) => ({ passed: 12, failed: 0, skipped: 0, broken: 0, skips: [], postgresProblem: null, ...parts })
const run = (parts = {}) => summarize({ counts: counts(), exitCode: 0, buildProblem: undefined, ...parts })

describe('summarize', () => {
  it('ends with the counts, and mentions skipped tests only if there are any', () => {
    expect(run()).toEqual({ lines: ['12 passed, 0 failed'], exitCode: 0 })
    expect(run({ counts: counts({ failed: 1, skipped: 4 }), exitCode: 1 })).toEqual({
      lines: ['12 passed, 1 failed, 4 skipped'],
      exitCode: 1,
    })
  })

  it.each([
    ['Vitest crashes', { counts: undefined, exitCode: 1 }, '0 passed, 1 failed', /stopped before/],
    ['an error occurs outside of tests', { counts: counts({ broken: 2 }), exitCode: 1 }, '12 passed, 2 failed', /2 errors outside/],
    ['there is no PostgreSQL', { counts: counts({ postgresProblem: 'no initdb' }) }, '12 passed, 1 failed', /only SQLite.*no initdb/],
    ['there is no build', { buildProblem: 'there is no build' }, '12 passed, 1 failed', /journeys in the browser did not run/],
    ['Vitest fails without a reason', { exitCode: 3 }, '12 passed, 1 failed', /code 3/],
    ['a filter matches no test', { counts: counts({ passed: 0 }) }, '0 passed, 1 failed', /No test ran/],
  ])('fails when %s', (_, parts, line, problem) => {
    const { lines, exitCode } = run(parts)
    expect([lines.at(-1), exitCode]).toEqual([line, 1])
    expect(lines.slice(0, -1).join()).toMatch(problem)
  })

  it('explains why tests were skipped and how to install what they need, without failing', () => {
    const skips = [{ tests: 12, why: 'no S3 server here', install: 'apt-get install swift-proxy' }]
    expect(run({ counts: counts({ skipped: 13, skips }) })).toEqual({
      lines: ['Skipped 12 tests: no S3 server here. To run them: apt-get install swift-proxy', '12 passed, 0 failed, 13 skipped'],
      exitCode: 0,
    })
    expect(run({ counts: counts({ passed: 0, skipped: 12, skips }) })).toEqual({
      lines: [expect.stringContaining('apt-get install swift-proxy'), '0 passed, 0 failed, 12 skipped'],
      exitCode: NOTHING_RAN,
    })
  })
})
