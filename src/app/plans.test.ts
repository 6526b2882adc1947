import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EndpointName, endpoints } from './contract/endpoints.ts'
import type { AppDependencies } from './app.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { createOutbox } from '#platform/mail/outbox.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { meetChallenges, type Things, makeThings, writeSomething } from '#tests/support/plan-things.ts'
import { findScan } from '#tests/support/query-plans.ts'
import { fresh, QUESTIONS } from '#tests/support/plan-questions.ts'
import type { Question } from '#tests/support/settings-questions.ts'
import { type Callee, createClient } from '#tests/support/test-client.ts'

/** Requests outside the API that read the database. */
const OTHERS: Readonly<Record<string, readonly Question[]>> = {
  'GET /favicon.svg': [{ path: () => '/favicon.svg', as: 'visitor' }],
  'GET /feed.xml': [{ path: () => '/feed.xml', as: 'visitor' }],
  'GET /private-feed/:token/rss.xml': [{ path: ({ feedPath }) => feedPath, as: 'visitor' }],
  'GET /category/life/rss.xml': [{ path: () => '/category/life/rss.xml', as: 'visitor' }],
  'GET /sitemap.xml': [{ path: () => '/sitemap.xml', as: 'visitor' }],
  'GET /sitemap-1.xml': [{ path: () => '/sitemap-1.xml', as: 'visitor' }],
}

/** Maximum runs of one statement in a call. Lists in this test have nine rows; a change of name, email and password counts five limits. */
const REPEATS_MAX = 5

/** A challenge for a passkey can be used once. */
const USES_A_CHALLENGE = /^POST .*passkey/

/** Statements that begin or end a transaction. */
const isTransactionBoundary = ({ sql: text }: CompiledQuery) => /^(begin|commit|rollback)/.test(text)

onEachEngine('The statements of each call', (engine) => {
  const blog = useTestApp(engine)
  const seen: CompiledQuery[] = []
  /** Results by statement text, since many calls run the same statements, such as the one that finds the session. */
  const scans = new Map<string, Promise<string | null>>()
  let db: Database
  let app: Callee
  let shared: Things

  beforeAll(async () => {
    await writeSomething(blog())
    // Several rows, so that lists have more than one page.
    for (let times = 0; times < 4; times += 1) shared = await makeThings(blog())
    db = await openDatabase(withoutScans(blog().databaseUrl), { onQuery: (query) => void seen.push(query) })
    const outbox = createOutbox({ now: () => blog().clock.now, newId: fresh, wake: () => {} })
    app = blog().appWith({ db, outbox, write: writeAndUndo })
  })
  afterAll(async () => db.destroy())

  /** Runs every statement, but rolls the transaction back, so that the next call finds the same rows. */
  const writeAndUndo: AppDependencies['write'] = async (work) => {
    const undo = new Error('undone')
    let written: { result: Awaited<ReturnType<typeof work>> } | undefined
    const transaction = db.transaction().execute(async (trx) => {
      written = { result: await work(trx, () => {}) }
      throw undo
    })
    await transaction.catch((error: unknown) => {
      if (error !== undo) throw error
    })
    if (!written) throw new Error('Nothing was written.')
    return written.result
  }

  it('are known for every call', () => expect(Object.keys(QUESTIONS).sort()).toEqual(Object.keys(endpoints).sort()))

  describe.each([
    ...(Object.keys(QUESTIONS) as EndpointName[]).map((name) => [endpoints[name].key, QUESTIONS[name]] as const),
    ...Object.entries(OTHERS),
  ])('%s', (key, questions) => {
    it.each(questions.map((question, index) => [index, question] as const))('question %i', async (_, question) => {
      const [method = ''] = key.split(' ')
      if (USES_A_CHALLENGE.test(key)) shared = { ...shared, ...(await meetChallenges(shared)) }
      await blog().db.deleteFrom('rate_limits').execute()
      const client = createClient(app, question.as === 'visitor' ? undefined : shared[question.as].cookie)
      const call = ({ GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const)[method as 'GET' | 'POST' | 'PUT' | 'DELETE']
      const path = question.path(shared)
      seen.length = 0
      const { status } = await (call === 'get' ? client.get(path) : client[call](path, question.body?.(shared)))
      const queries = seen.filter((query) => !isTransactionBoundary(query))
      expect(status).not.toBe(404)
      const repeated = [...Map.groupBy(queries, (query) => query.sql)].filter(([, runs]) => runs.length > REPEATS_MAX)
      expect(repeated.map(([text]) => text)).toEqual([])
      const scanOf = (query: CompiledQuery) => {
        const scan = scans.get(query.sql) ?? findScan(db, engine, query)
        scans.set(query.sql, scan)
        return scan
      }
      expect((await Promise.all(queries.map(scanOf))).filter((scan) => scan !== null)).toEqual([])
    })
  })

  it('would fail this test if a statement read a whole table or index, or sorted one', async () => {
    const scanOf = (text: string) => findScan(db, engine, CompiledQuery.raw(text))
    expect(await scanOf(`select id from posts where title = 'x'`)).toContain('posts')
    expect(await scanOf(`select count(*) from comments`)).toContain('comments')
    expect(await scanOf(`select id from users order by updated_at limit 9`)).toContain('users')
    expect(await scanOf(`select created_at from posts order by created_at`)).toContain('posts')
    expect(await scanOf(`select id from posts where author_id = 'x' order by updated_at limit 9`)).toContain('sort')
    expect(await scanOf(`select id from posts order by created_at desc limit 9`)).toBeNull()
  })

  it.runIf(engine === 'sqlite')('have an index for each foreign key, which deletions need', async () => {
    const { rows } = await sql<{ child: string; column: string; indexed: number }>`
      select tables.name as child, keys."from" as "column", exists (
        select 1 from pragma_index_list(tables.name) as list, pragma_index_info(list.name) as part
        where list.partial = 0 and part.seqno = 0 and part.name = keys."from"
      ) as indexed
      from sqlite_schema as tables, pragma_foreign_key_list(tables.name) as keys where tables.type = 'table'`.execute(db)
    expect(rows.length).toBeGreaterThan(10)
    expect(rows.filter((row) => row.indexed === 0)).toEqual([])
  })
})

/** Makes sequential scans look expensive, which PostgreSQL prefers for few rows. */
const withoutScans = (url: string): string =>
  url.startsWith('postgres') ? `${url}?options=${encodeURIComponent('-c enable_seqscan=off')}` : url
