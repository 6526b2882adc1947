import { writeFileSync } from 'node:fs'

/**
 * Counts a run of Vitest. Failures are failed tests and whatever kept tests from running: a file that does not load,
 * a hook that throws, an uncaught error.
 * @param {readonly import('vitest/node').TestModule[]} modules
 * @param {number} uncaughtErrors
 */
export const countModules = (modules, uncaughtErrors) => {
  const projects = {}
  const skips = new Map()
  let broken = uncaughtErrors
  for (const module of modules) {
    const counts = (projects[module.project.name] ??= { passed: 0, failed: 0, skipped: 0 })
    for (const test of module.children.allTests()) {
      const { state } = test.result()
      // A test that never ended has not passed.
      counts[state === 'pending' ? 'failed' : state] += 1
      if (state === 'skipped') addSkip(skips, module, test)
    }
    const suites = [module, ...module.children.allSuites()]
    broken += suites.reduce((sum, suite) => sum + suite.errors().length, 0)
  }
  return { projects, broken, skips: [...skips.values()] }
}

/** One entry for each missing program (tests/support/requirement.ts), and one for each file that skips by itself. */
const addSkip = (skips, module, test) => {
  const { missing } = test.meta()
  const key = missing?.why ?? module.relativeModuleId
  const skip = skips.get(key) ?? { ...(missing ?? { file: key }), tests: 0 }
  skips.set(key, { ...skip, tests: skip.tests + 1 })
}

/** A reporter of Vitest that writes its counts to the file named by KINDRED_TEST_COUNTS (scripts/test.mjs). */
export default class CountReporter {
  onInit(vitest) {
    this.vitest = vitest
  }

  onTestRunEnd(modules, unhandledErrors) {
    const provided = Object.assign({}, ...this.vitest.projects.map((project) => project.getProvidedContext()))
    const counts = { ...countModules(modules, unhandledErrors.length), postgresProblem: provided.postgres?.problem ?? null }
    writeFileSync(process.env.KINDRED_TEST_COUNTS, JSON.stringify(counts))
  }
}
