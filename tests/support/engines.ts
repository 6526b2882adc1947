import { afterAll, beforeAll, describe } from 'vitest'
import { postgresProblem } from './postgres.ts'
import { createTestApp, type Engine, type TestApp, type TestAppOptions } from './test-app.ts'

/** Every database the blog runs on; all that touches data is tested on both. */
const ENGINES: readonly Engine[] = ['sqlite', 'postgres']

/** The same tests once for each engine. Without a PostgreSQL its half is skipped, and the run itself fails and says why. */
export function onEachEngine(name: string, tests: (engine: Engine) => void): void {
  for (const engine of ENGINES) {
    describe.skipIf(engine === 'postgres' && postgresProblem())(`${name} (${engine})`, () => {
      tests(engine)
    })
  }
}

/** One app for all tests of a describe block. @returns what gives it, once the tests run */
export function useTestApp(engine: Engine, options: Omit<TestAppOptions, 'engine'> = {}): () => TestApp {
  let current: TestApp | undefined
  beforeAll(async () => {
    current = await createTestApp({ engine, ...options })
  })
  afterAll(async () => current?.close())
  return () => {
    if (!current) throw new Error('The test app is there only while tests run.')
    return current
  }
}
