/** Suites that must have run a test when everything is asked for. */
const SUITES = ['unit', 'e2e']

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0)
const plural = (number, noun) => `${number} ${noun}${number === 1 ? '' : 's'}`
const total = (projects, state) => sum(Object.values(projects).map((project) => project[state]))

/** Suites that should have run a test and did not. */
const emptySuites = ({ projects }, { isFiltered, buildProblem }) => {
  if (isFiltered) return total(projects, 'passed') + total(projects, 'failed') === 0 ? ['No test ran.'] : []
  const hasRun = ({ passed, failed } = { passed: 0, failed: 0 }) => passed + failed > 0
  return SUITES.filter((name) => !hasRun(projects[name]) && !(name === 'e2e' && buildProblem)).map(
    (name) => `The suite ${name} ran no test.`,
  )
}

/**
 * What a whole run comes to. Whatever could not run is a failure, never a silence.
 * @param {object} run
 * @param {{ projects: Record<string, { passed: number, failed: number, skipped: number }>, broken: number,
 *   postgresProblem: string | null, swiftProblem?: string | null } | undefined} run.counts undefined when Vitest broke down before its end
 * @param {number} run.exitCode
 * @param {boolean} run.isFiltered only some tests were asked for
 * @param {string | undefined} run.buildProblem why there is no build to test
 * @returns {{ problems: string[], line: string, exitCode: number }}
 */
export const summarize = ({ counts, exitCode, isFiltered, buildProblem }) => {
  const { projects, broken, postgresProblem, swiftProblem } = counts ?? { projects: {}, broken: 0 }
  const problems = []
  if (!counts) problems.push('The tests broke down before their end; the reason stands above.')
  if (postgresProblem) problems.push(`No PostgreSQL for the tests, so only SQLite was tested: ${postgresProblem}`)
  if (swiftProblem) problems.push(`No S3-compatible server for the tests, so only folders were tested: ${swiftProblem}`)
  if (buildProblem) problems.push(`The pages could not be built (${buildProblem}), so the journeys in the browser did not run.`)
  if (counts) problems.push(...emptySuites(counts, { isFiltered, buildProblem }))

  let failed = total(projects, 'failed') + broken + problems.length
  if (broken > 0) problems.unshift(`${plural(broken, 'error')} outside of tests; see above.`)
  if (exitCode !== 0 && failed === 0) {
    failed = 1
    problems.push(`Vitest ended with code ${exitCode} without naming a failed test.`)
  }
  const skipped = total(projects, 'skipped')
  const line = `${total(projects, 'passed')} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
  return { problems, line, exitCode: failed === 0 ? 0 : 1 }
}
