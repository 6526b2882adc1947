import { afterAll, beforeAll, describe } from 'vitest'
import { postgresProblem } from '#tests/support/database/postgres.ts'
import { createTestApp, type Engine, type TestApp, type TestAppOptions } from './test-app.ts'

/** Everything that reads or writes data is tested on both. */
export const ENGINES: readonly Engine[] = ['sqlite', 'postgres']

/** Runs the same tests on each engine. Without a PostgreSQL its half is skipped, and the run fails with the reason. */
export function onEachEngine(name: string, tests: (engine: Engine) => void): void {
  for (const engine of ENGINES) {
    describe.skipIf(engine === 'postgres' && postgresProblem())(`${name} (${engine})`, () => {
      tests(engine)
    })
  }
}

/** One app for all tests of a describe block; usable once they run. */
export function useTestApp(engine: Engine, options: Omit<TestAppOptions, 'engine'> = {}): () => TestApp {
  let current: TestApp | undefined
  beforeAll(async () => {
    current = await createTestApp({ engine, ...options })
  })
  afterAll(async () => current?.close())
  return () => {
    if (!current) throw new Error('The test app exists only while tests run.')
    return current
  }
}
