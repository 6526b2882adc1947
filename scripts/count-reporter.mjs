import { writeFileSync } from 'node:fs'

/**
 * Counts a run of Vitest. Beside failed tests, everything that kept tests from running is a failure: a file that does
 * not load, a hook that throws, an error nobody caught.
 * @param {readonly import('vitest/node').TestModule[]} modules
 * @param {number} strayErrors
 */
export const countModules = (modules, strayErrors) => {
  const projects = {}
  let broken = strayErrors
  for (const module of modules) {
    const counts = (projects[module.project.name] ??= { passed: 0, failed: 0, skipped: 0 })
    for (const test of module.children.allTests()) {
      const { state } = test.result()
      // One that never came to an end has not passed.
      counts[state === 'pending' ? 'failed' : state] += 1
    }
    const suites = [module, ...module.children.allSuites()]
    broken += suites.reduce((sum, suite) => sum + suite.errors().length, 0)
  }
  return { projects, broken }
}

/** A reporter of Vitest that leaves its counts in the file named by KINDRED_TEST_COUNTS (scripts/test.mjs). */
export default class CountReporter {
  onInit(vitest) {
    this.vitest = vitest
  }

  onTestRunEnd(modules, unhandledErrors) {
    const provided = Object.assign({}, ...this.vitest.projects.map((project) => project.getProvidedContext()))
    const { postgres, swift } = provided
    const counts = {
      ...countModules(modules, unhandledErrors.length),
      postgresProblem: postgres?.problem ?? null,
      swiftProblem: swift?.problem ?? null,
    }
    writeFileSync(process.env.KINDRED_TEST_COUNTS, JSON.stringify(counts))
  }
}
