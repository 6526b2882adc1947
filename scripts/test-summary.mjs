/** Exit code where every test was skipped, because programs are not installed; `npm run test:all` calls that part skipped. */
export const NOTHING_RAN = 77

const plural = (number, noun) => `${number} ${noun}${number === 1 ? '' : 's'}`

/**
 * Counts the results of a run. `broken` counts errors outside of tests: a file that does not load, a hook that throws, an
 * uncaught error. `skips` has an entry for each missing program (tests/support/requirement.ts).
 * @param {import('vitest/node').Vitest} vitest after the run
 */
export const countTests = (vitest) => {
  const counts = { passed: 0, failed: 0, skipped: 0, broken: vitest.state.getUnhandledErrors().length }
  const skips = new Map()
  for (const module of vitest.state.getTestModules()) {
    for (const test of module.children.allTests()) {
      const { state } = test.result()
      // Tests that did not end are failures.
      counts[state === 'pending' ? 'failed' : state] += 1
      const { missing } = test.meta()
      if (missing) skips.set(missing.why, { ...missing, tests: (skips.get(missing.why)?.tests ?? 0) + 1 })
    }
    for (const suite of [module, ...module.children.allSuites()]) counts.broken += suite.errors().length
  }
  const provided = Object.assign({}, ...vitest.projects.map((project) => project.getProvidedContext()))
  return { ...counts, skips: [...skips.values()], postgresProblem: provided.postgres?.problem ?? null }
}

/**
 * Summarizes a run: skipped tests, problems and, last, the counts. What could not run is a failure, except for tests that were
 * skipped because a program of the operating system is not installed.
 * @param {object} run
 * @param {ReturnType<typeof countTests> | undefined} run.counts undefined when Vitest crashed
 * @param {number} run.exitCode
 * @param {string | undefined} run.buildProblem why there is no current build
 * @returns {{ lines: string[], exitCode: number }}
 */
export const summarize = ({ counts, exitCode, buildProblem }) => {
  const { passed, failed, skipped, broken, skips, postgresProblem } = counts ?? { passed: 0, failed: 0, skipped: 0, broken: 0, skips: [] }
  const problems = []
  if (!counts) problems.push('The tests stopped before their end; see above.')
  else if (passed + failed + skips.length === 0) problems.push('No test ran.')
  if (postgresProblem) problems.push(`No PostgreSQL for the tests, so only SQLite was tested: ${postgresProblem}`)
  if (buildProblem) problems.push(`The pages could not be built (${buildProblem}), so the journeys in the browser did not run.`)
  if (exitCode !== 0 && failed + broken + problems.length === 0) problems.push(`Vitest ended with code ${exitCode} without a failed test.`)
  const allFailed = failed + broken + problems.length
  if (broken > 0) problems.unshift(`${plural(broken, 'error')} outside of tests; see above.`)
  const notes = skips.map(({ tests, why, install }) => `Skipped ${plural(tests, 'test')}: ${why}. To run them: ${install}`)
  const line = `${passed} passed, ${allFailed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
  return { lines: [...notes, ...problems, line], exitCode: allFailed > 0 ? 1 : passed > 0 ? 0 : NOTHING_RAN }
}
