/** Vitest projects of which at least one test must run when there is no filter. */
const SUITES = ['unit', 'e2e']

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0)
const plural = (number, noun) => `${number} ${noun}${number === 1 ? '' : 's'}`
const total = (projects, state) => sum(Object.values(projects).map((project) => project[state]))

/** @typedef {{ tests: number } & ({ why: string, install: string } | { file: string })} Skip */

/** @param {Skip} skip */
const describeSkip = ({ tests, ...skip }) =>
  'file' in skip
    ? `Skipped ${plural(tests, 'test')} of ${skip.file}, which cannot run on this machine.`
    : `Skipped ${plural(tests, 'test')}: ${skip.why}. To run them: ${skip.install}`

/** Returns a problem for each suite that should have run tests but did not. */
const emptySuites = ({ projects }, { isFiltered, buildProblem }) => {
  if (isFiltered) return total(projects, 'passed') + total(projects, 'failed') === 0 ? ['No test ran.'] : []
  const hasRun = ({ passed, failed } = { passed: 0, failed: 0 }) => passed + failed > 0
  return SUITES.filter((name) => !hasRun(projects[name]) && !(name === 'e2e' && buildProblem)).map(
    (name) => `The suite ${name} ran no test.`,
  )
}

/**
 * Summarizes a run: problems, skipped tests and the last line. Tests that could not run are failures, except for tests
 * that were skipped because a program of the operating system is not installed.
 * @param {object} run
 * @param {{ projects: Record<string, { passed: number, failed: number, skipped: number }>, broken: number,
 *   skips?: Skip[], postgresProblem: string | null } | undefined} run.counts undefined when Vitest crashed
 * @param {number} run.exitCode
 * @param {boolean} run.isFiltered true when the caller selected tests
 * @param {string | undefined} run.buildProblem why there is no current build
 * @returns {{ notes: string[], problems: string[], line: string, exitCode: number }}
 */
export const summarize = ({ counts, exitCode, isFiltered, buildProblem }) => {
  const { projects, broken, skips = [], postgresProblem } = counts ?? { projects: {}, broken: 0 }
  const problems = []
  if (!counts) problems.push('The tests stopped before their end; see above.')
  if (postgresProblem) problems.push(`No PostgreSQL for the tests, so only SQLite was tested: ${postgresProblem}`)
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
  // Vitest also counts tests that a name filter excluded as skipped.
  const notes = skips.filter((skip) => !isFiltered || 'why' in skip).map(describeSkip)
  return { notes, problems, line, exitCode: failed === 0 ? 0 : 1 }
}
