import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest'
import { postgresProblem } from '#tests/support/database/postgres.ts'
import { createTestApp, type Engine, type TestApp, type TestAppOptions } from './test-app.ts'

/** Everything that reads or writes data is tested on both. */
export const ENGINES: readonly Engine[] = ['sqlite', 'postgres']

/** Runs the same tests on each engine. Without a PostgreSQL its half is skipped, and the run fails with the reason. */
export const onEachEngine = (name: string, tests: (engine: Engine) => void): void => describeEngines(name, tests, {})

/** Likewise, and never shuffled: where each test goes on from the one before, or the last judges what the others have collected. */
export const onEachEngineInOrder = (name: string, tests: (engine: Engine) => void): void => describeEngines(name, tests, { shuffle: false })

function describeEngines(name: string, tests: (engine: Engine) => void, order: { readonly shuffle?: false }): void {
  for (const engine of ENGINES) {
    describe.skipIf(engine === 'postgres' && postgresProblem())(`${name} (${engine})`, order, () => {
      tests(engine)
    })
  }
}

type Options = Omit<TestAppOptions, 'engine'>

/** One app for all tests of a describe block, in whatever order they run; usable once they run. */
export const useTestApp = (engine: Engine, options: Options = {}): (() => TestApp) =>
  provideApp({ before: beforeAll, after: afterAll }, { engine, ...options })

/** An app for each test, for those that count or change what all tests of a block would share. */
export const useFreshTestApp = (engine: Engine, options: Options = {}): (() => TestApp) =>
  provideApp({ before: beforeEach, after: afterEach }, { engine, ...options })

interface Hooks {
  readonly before: (work: () => Promise<void>) => void
  readonly after: (work: () => Promise<void>) => void
}

function provideApp({ before, after }: Hooks, options: TestAppOptions): () => TestApp {
  let current: TestApp | undefined
  before(async () => {
    current = await createTestApp(options)
  })
  after(async () => current?.close())
  return () => {
    if (!current) throw new Error('The test app exists only while tests run.')
    return current
  }
}
