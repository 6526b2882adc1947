import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EndpointName, endpoints } from './contract/endpoints.ts'
import type { AppDependencies } from './app.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { createOutbox } from '#platform/mail/outbox.ts'
import { onEachEngineInOrder, useTestApp } from '#tests/support/engines.ts'
import { makeThings, meetChallenges, type Question, type Things, writeSomething } from '#tests/cases/plans/plan-things.ts'
import { addOldPosts, findScan } from '#tests/support/database/query-plans.ts'
import { fresh, QUESTIONS } from '#tests/cases/plans/plan-questions.ts'
import { findUnconditioned, withoutEachCondition } from '#tests/cases/plans/state-conditions.ts'
import { readForMails } from '#tests/cases/plans/mail-statements.ts'
import { pageIds, pages } from '#pages/pages.ts'
import { createPages } from './web/entry-server.tsx'
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

onEachEngineInOrder('The statements of each call', (engine) => {
  const blog = useTestApp(engine)
  const seen: CompiledQuery[] = []
  /** Results by statement text, since many calls run the same statements, such as the one that finds the session. */
  const scans = new Map<string, Promise<string | null>>()
  /** Texts of statements that run for readers. */
  const forReaders = new Set<string>()
  let db: Database
  let app: Callee
  let shared: Things

  beforeAll(async () => {
    await writeSomething(blog())
    // Several rows, so that lists have more than one page.
    for (let times = 0; times < 4; times += 1) shared = await makeThings(blog())
    await addOldPosts(blog())
    db = await openDatabase(withoutScans(blog().databaseUrl), { onQuery: (query) => void seen.push(query) })
    const outbox = createOutbox({ now: () => blog().clock.now, newId: fresh, wake: () => {} })
    app = blog().appWith({ db, outbox, write: writeAndUndo, pages: createPages(null) })
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

  const clientOf = (as: Question['as']) => createClient(app, as === 'visitor' ? undefined : shared[as].cookie)

  /** Returns the statements of a call that read posts or comments in any state. */
  const unconditionedOf = (queries: readonly CompiledQuery[], isForAdmins: boolean): string[] => {
    const texts = new Set(queries.map((query) => query.sql))
    if (!isForAdmins) for (const text of texts) forReaders.add(text)
    return [...texts].flatMap((text) => findUnconditioned(text, { isForAdmins }))
  }

  it('are known for every call', () => expect(Object.keys(QUESTIONS).sort()).toEqual(Object.keys(endpoints).sort()))

  describe.each([
    ...(Object.keys(QUESTIONS) as EndpointName[]).map(
      (name) => [endpoints[name].key, QUESTIONS[name], endpoints[name].access === 'admin'] as const,
    ),
    ...Object.entries(OTHERS).map(([path, questions]) => [path, questions, false] as const),
  ])('%s', (key, questions, isForAdmins) => {
    it.each(questions.map((question, index) => [index, question] as const))('question %i', async (_, question) => {
      const [method = ''] = key.split(' ')
      if (USES_A_CHALLENGE.test(key)) shared = { ...shared, ...(await meetChallenges(shared)) }
      await blog().db.deleteFrom('rate_limits').execute()
      const client = clientOf(question.as)
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
      expect(unconditionedOf(queries, isForAdmins)).toEqual([])
    })
  })

  it.each(pageIds)('of the page %s read posts and comments in a state that its reader may see', async (id) => {
    const names = { postSlug: shared.slug, postId: shared.postId, pageSlug: 'thanks' }
    const path = pages[id].path.replace(/:(\w+)/, (_, name: keyof typeof names) => names[name])
    for (const as of ['visitor', 'user', 'admin'] as const) {
      seen.length = 0
      expect((await clientOf(as).send(path, {})).status).toBeLessThan(400)
      expect(unconditionedOf(seen, as === 'admin' && pages[id].access !== 'everyone')).toEqual([])
    }
  })

  it('of mails read posts and comments in a state that their reader may see', async () => {
    seen.length = 0
    await readForMails(db, { ...shared, now: blog().clock.now })
    expect(unconditionedOf(seen, false)).toEqual([])
  })

  it('would fail this test if one of them lost a condition on the state', () => {
    const broken = [...forReaders].flatMap(withoutEachCondition)
    expect(broken.length).toBeGreaterThan(50)
    expect(broken.filter((text) => findUnconditioned(text).length === 0)).toEqual([])
  })

  it('would fail this test if a statement read a whole table or index, or sorted one', async () => {
    const scanOf = (text: string) => findScan(db, engine, CompiledQuery.raw(text))
    expect(await scanOf(`select id from posts where title = 'x'`)).toContain('posts')
    expect(await scanOf(`select count(*) from comments`)).toContain('comments')
    expect(await scanOf(`select id from users order by updated_at limit 9`)).toContain('users')
    const published = `from posts where kind = 'post' and state = 'published'`
    expect(await scanOf(`select created_at ${published} order by created_at`)).toContain('posts')
    expect(await scanOf(`select id ${published} and author_id = 'x' order by updated_at limit 9`)).toContain('sort')
    expect(await scanOf(`select id ${published} order by created_at desc limit 9`)).toBeNull()
    expect(await scanOf(`select id from posts order by created_at desc limit 9`)).toContain('posts')
  })

  it.runIf(engine === 'sqlite')('have an index for each foreign key, which deletions need', async () => {
    const { rows } = await sql<{ child: string; column: string; indexed: number }>`
      select tables.name as child, keys."from" as "column", exists (
        select 1 from pragma_index_list(tables.name) as list, pragma_index_info(list.name) as part
        join sqlite_schema as indexes on indexes.name = list.name
        where part.seqno = 0 and part.name = keys."from"
          and (list.partial = 0 or indexes.sql like '%where ' || keys."from" || ' is not null')
      ) as indexed
      from sqlite_schema as tables, pragma_foreign_key_list(tables.name) as keys where tables.type = 'table'`.execute(db)
    expect(rows.length).toBeGreaterThan(10)
    expect(rows.filter((row) => row.indexed === 0)).toEqual([])
  })
})

/** Makes sequential scans look expensive, which PostgreSQL prefers for few rows. */
const withoutScans = (url: string): string =>
  url.startsWith('postgres') ? `${url}?options=${encodeURIComponent('-c enable_seqscan=off')}` : url
