/** Suites that must have run a test when everything is asked for. */
const SUITES = ['unit', 'e2e']

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0)
const plural = (number, noun) => `${number} ${noun}${number === 1 ? '' : 's'}`

/**
 * What a whole run comes to. Whatever could not run is a failure, never a silence.
 * @param {object} run
 * @param {{ projects: Record<string, { passed: number, failed: number, skipped: number }>, broken: number,
 *   postgresProblem: string | null } | undefined} run.counts undefined when Vitest broke down before its end
 * @param {number} run.exitCode
 * @param {boolean} run.isFiltered only some tests were asked for
 * @param {string | undefined} run.buildProblem why there is no build to test
 * @returns {{ problems: string[], line: string, exitCode: number }}
 */
export const summarize = ({ counts, exitCode, isFiltered, buildProblem }) => {
  const projects = Object.values(counts?.projects ?? {})
  const [passed, failedTests, skipped] = ['passed', 'failed', 'skipped'].map((state) => sum(projects.map((project) => project[state])))
  const ran = (name) => sum(['passed', 'failed'].map((state) => counts?.projects[name]?.[state] ?? 0)) > 0

  const problems = []
  if (counts === undefined) problems.push('The tests broke down before their end; the reason stands above.')
  if (counts?.postgresProblem) problems.push(`No PostgreSQL for the tests, so only SQLite was tested: ${counts.postgresProblem}`)
  if (buildProblem) problems.push(`The pages could not be built (${buildProblem}), so the journeys in the browser did not run.`)
  if (counts && isFiltered && passed + failedTests === 0) problems.push('No test ran.')
  if (counts && !isFiltered) {
    for (const name of SUITES) if (!ran(name) && !(name === 'e2e' && buildProblem)) problems.push(`The suite ${name} ran no test.`)
  }
  let failed = failedTests + (counts?.broken ?? 0) + problems.length
  if (counts?.broken) problems.unshift(`${plural(counts.broken, 'error')} outside of tests; see above.`)
  if (exitCode !== 0 && failed === 0) {
    failed = 1
    problems.push(`Vitest ended with code ${exitCode} without naming a failed test.`)
  }
  const line = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
  return { problems, line, exitCode: failed === 0 ? 0 : 1 }
}
