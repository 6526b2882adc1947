import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject } from 'vitest'
import type { Database } from '#platform/database/database.ts'

/** The server of this run, or the reason why there is none. Its databases' names start with `prefix`. */
export type PostgresOffer =
  | { readonly url: string; readonly prefix: string; readonly problem: null }
  | { readonly url: null; readonly prefix: string; readonly problem: string }

export interface TestDatabase {
  readonly url: string
  readonly drop: () => Promise<void>
  /** Copies it; nothing may be connected to it. */
  readonly save: () => Promise<void>
  /** Replaces it by that copy. */
  readonly putBack: () => Promise<void>
}

/** Null if there is a PostgreSQL. Without one, tests that need it skip themselves, and the run fails with the reason. */
export const postgresProblem = (): string | null => inject('postgres').problem

/**
 * A fresh database, for one test file or one test.
 * @param migrate migrates an empty database and closes its connections; runs once, its result is the template
 */
export const createPostgresDatabase = async (migrate?: (url: string) => Promise<unknown>): Promise<TestDatabase> => {
  const { url, prefix, problem } = inject('postgres')
  if (url === null) throw new Error(`No PostgreSQL for the tests: ${problem}`)
  const name = `${prefix}_${randomBytes(6).toString('hex')}`
  const template = migrate ? await ensureTemplate({ url, name: `${prefix}_template`, migrate }) : 'template0'
  const query = async (text: string) => void (await (await connectOwner(url)).query(text))
  const drop = (database: string) => query(`drop database if exists ${database} with (force)`)
  const create = (database: string, from: string) => query(`create database ${database} template ${from}`)
  const saved = `${name}_saved`
  await create(name, template)
  return {
    url: urlOfDatabase(url, name),
    async drop() {
      await drop(name)
      await drop(saved)
    },
    save: () => create(saved, name),
    async putBack() {
      await drop(name)
      await create(name, saved)
    },
  }
}

/** One connection for all files of a worker: each connection is a process of the server. */
let owner: Promise<pg.Client> | undefined

const connectOwner = (url: string): Promise<pg.Client> => {
  owner ??= connect(url)
  return owner
}

const connect = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => (owner = undefined))
  await client.connect()
  return client
}

interface TemplateOptions {
  readonly url: string
  readonly name: string
  readonly migrate: (url: string) => Promise<unknown>
}

let template: Promise<string> | undefined

const ensureTemplate = (options: TemplateOptions): Promise<string> => {
  template ??= createTemplate(options)
  return template
}

/** Test files run in several processes: the first one creates the template, the others wait for it. */
const createTemplate = async ({ url, name, migrate }: TemplateOptions): Promise<string> => {
  const client = await connectOwner(url)
  await client.query('select pg_advisory_lock(hashtext($1))', [name])
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [name])
    if (found.rowCount === 0) {
      await client.query(`create database ${name}_raw template template0`)
      await migrate(urlOfDatabase(url, `${name}_raw`))
      // Renamed when it is complete: a failed migration leaves no template.
      await client.query(`alter database ${name}_raw rename to ${name}`)
    }
    return name
  } catch (error) {
    await client.query(`drop database if exists ${name}_raw with (force)`)
    throw error
  } finally {
    await client.query('select pg_advisory_unlock(hashtext($1))', [name])
  }
}

/** Waits until a query of this database waits for a lock that another transaction holds. */
export const waitForBlockedQuery = (db: Database): Promise<void> =>
  expect
    .poll(async () => {
      const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      return rows.length
    })
    .toBeGreaterThan(0)

const urlOfDatabase = (url: string, name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href
