import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import type { PostgresOffer } from './postgres.ts'
import { startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: PostgresOffer
  }
}

/** Vitest's global setup: one PostgreSQL for the whole run, or the reason why there is none. */
export default async function setUpPostgres({ provide }: TestProject): Promise<() => Promise<void>> {
  const prefix = `kindred_test_${randomBytes(4).toString('hex')}`
  try {
    const server = await startPostgres({ isInMemory: true })
    provide('postgres', { url: server.url, prefix, problem: null })
    return async () => {
      if (server.from === 'TEST_DATABASE_URL') await dropTestDatabases(server.url, prefix)
      await server.stop()
    }
  } catch (error) {
    provide('postgres', { url: null, prefix, problem: (error as Error).message })
    return async () => {}
  }
}

/** The server of TEST_DATABASE_URL outlives the run. */
const dropTestDatabases = async (url: string, prefix: string) => {
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  const { rows } = await owner.query<{ datname: string }>('select datname from pg_database where starts_with(datname, $1)', [prefix])
  for (const { datname } of rows) await owner.query(`drop database ${datname} with (force)`)
  await owner.end()
}
