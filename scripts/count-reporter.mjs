import { writeFileSync } from 'node:fs'

/**
 * Counts the results of a Vitest run. `broken` counts errors outside of tests: a file that does not load,
 * a hook that throws, an uncaught error.
 * @param {readonly import('vitest/node').TestModule[]} modules
 * @param {number} uncaughtErrors
 */
export const countModules = (modules, uncaughtErrors) => {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  const skips = new Map()
  let broken = uncaughtErrors
  for (const module of modules) {
    for (const test of module.children.allTests()) {
      const { state } = test.result()
      // Tests that did not end are failures.
      counts[state === 'pending' ? 'failed' : state] += 1
      if (state === 'skipped') addSkip(skips, module, test)
    }
    const suites = [module, ...module.children.allSuites()]
    broken += suites.reduce((sum, suite) => sum + suite.errors().length, 0)
  }
  return { ...counts, broken, skips: [...skips.values()] }
}

/** One entry per missing program (tests/support/requirement.ts), and one per file with other skipped tests. */
const addSkip = (skips, module, test) => {
  const { missing } = test.meta()
  const key = missing?.why ?? module.relativeModuleId
  const skip = skips.get(key) ?? { ...(missing ?? { file: key }), tests: 0 }
  skips.set(key, { ...skip, tests: skip.tests + 1 })
}

/** Vitest reporter that writes its counts to the file named by KINDRED_TEST_COUNTS (scripts/test.mjs). */
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
