import { describe, expect, it } from 'vitest'
import { summarize } from './test-summary.mjs'

const suite = (passed, failed = 0, skipped = 0) => ({ passed, failed, skipped })
const counts = (parts = {}) => ({ projects: { unit: suite(10), e2e: suite(2) }, broken: 0, postgresProblem: null, ...parts })
const run = (parts = {}) => summarize({ counts: counts(), exitCode: 0, isFiltered: false, buildProblem: undefined, ...parts })

describe('summarize', () => {
  it('adds up the counts of all suites', () => {
    expect(run()).toEqual({ notes: [], problems: [], line: '12 passed, 0 failed', exitCode: 0 })
  })

  it('mentions skipped tests only if there are any', () => {
    expect(run({ counts: counts({ projects: { unit: suite(3, 1, 4), e2e: suite(1) } }), exitCode: 1 })).toMatchObject({
      line: '4 passed, 1 failed, 4 skipped',
      exitCode: 1,
    })
  })

  it.each([
    ['Vitest crashes', { counts: undefined, exitCode: 1 }, '0 passed, 1 failed', /stopped before/],
    ['an error occurs outside of tests', { counts: counts({ broken: 2 }), exitCode: 1 }, '12 passed, 2 failed', /2 errors outside/],
    ['there is no PostgreSQL', { counts: counts({ postgresProblem: 'no initdb' }) }, '12 passed, 1 failed', /only SQLite.*no initdb/],
    [
      'a suite runs no tests',
      { counts: counts({ projects: { unit: suite(1), e2e: suite(0, 0, 5) } }) },
      '1 passed, 1 failed, 5 skipped',
      /e2e ran no/,
    ],
    ['a suite is missing', { counts: counts({ projects: { e2e: suite(1) } }) }, '1 passed, 1 failed', /unit ran no/],
    ['Vitest fails without a reason', { exitCode: 3 }, '12 passed, 1 failed', /code 3/],
    ['a filter matches no test', { counts: counts({ projects: {} }), isFiltered: true }, '0 passed, 1 failed', /No test ran/],
  ])('fails when %s', (_, parts, line, problem) => {
    const summary = run(parts)
    expect(summary).toMatchObject({ line, exitCode: 1 })
    expect(summary.problems.join()).toMatch(problem)
  })

  it('counts a failed build as one failure, without the browser tests that could not run', () => {
    const summary = run({ counts: counts({ projects: { unit: suite(10) } }), buildProblem: 'there is no build' })
    expect(summary).toMatchObject({ line: '10 passed, 1 failed', exitCode: 1 })
  })

  it('accepts suites without tests when a filter is used', () => {
    expect(run({ counts: counts({ projects: { unit: suite(1) } }), isFiltered: true }).exitCode).toBe(0)
  })

  it('explains why tests were skipped and how to install what they need, without failing', () => {
    const skips = [
      { tests: 12, why: 'no S3 server here', install: 'apt-get install swift-proxy' },
      { tests: 1, file: 'src/a.test.ts' },
    ]
    expect(run({ counts: counts({ projects: { unit: suite(9, 0, 13), e2e: suite(2) }, skips }) })).toEqual({
      notes: [
        'Skipped 12 tests: no S3 server here. To run them: apt-get install swift-proxy',
        'Skipped 1 test of src/a.test.ts, which cannot run on this machine.',
      ],
      problems: [],
      line: '11 passed, 0 failed, 13 skipped',
      exitCode: 0,
    })
  })

  it('does not list tests that a filter excluded', () => {
    const skips = [{ tests: 3, file: 'src/a.test.ts' }]
    expect(run({ counts: counts({ skips }), isFiltered: true }).notes).toEqual([])
  })
})
