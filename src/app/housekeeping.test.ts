import { type Insertable, sql } from 'kysely'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DAY_MS, HOUR_MS } from '#platform/contract/limits.ts'
import type { Database } from '#platform/database/database.ts'
import { openLocks } from '#platform/database/lock.ts'
import type { Schema } from '#migrations/schema.ts'
import { createLogger } from '#platform/process/logger.ts'
import { onEachEngine } from '#tests/support/engines.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { HOUSEKEEPING_STEPS, runHousekeeping, startHousekeeping } from './housekeeping.ts'

const MONTHS = 100 * DAY_MS

interface ExpiringRow {
  /** Step that deletes it; the name of the row for most. */
  readonly step?: string
  readonly table: keyof Schema
  /** The column that holds the name of the row. */
  readonly key: string
  readonly row: (name: string, parts: { time: number; userId: string; postId: string }) => Record<string, unknown>
}

const FOLLOWER = {
  id: 'f',
  email: 'f@example.org',
  link_key: 'k',
  posts: 'weekly',
  confirmed_at: 1,
  digest_through: 0,
  created_at: 0,
} as const

const TRASHED = { kind: 'post', state: 'trashed', category: 'life', content: '', created_at: 0, updated_at: 0 } as const

/** Rows of age `time` for each step, which must delete them when they are months old, and leave them when they are new. */
const EXPIRING_ROWS: Readonly<Record<string, ExpiringRow>> = {
  sessions: {
    table: 'sessions',
    key: 'token_hash',
    row: (name, { time, userId }) => ({ id: name, user_id: userId, last_seen_at: time, created_at: time, expires_at: time + HOUR_MS }),
  },
  'rate limits': { table: 'rate_limits', key: 'key', row: (_, { time }) => ({ count: 1, window_ends_at: time + HOUR_MS }) },
  'change feed': { table: 'changes', key: 'tag', row: (_, { time }) => ({ created_at: time }) },
  'sign-in flows': {
    table: 'sign_in_flows',
    key: 'flow_hash',
    row: (_, { time }) => ({ state: 's', nonce: 'n', code_verifier: 'c', expires_at: time + HOUR_MS }),
  },
  'passkey challenges': {
    table: 'passkey_challenges',
    key: 'challenge_hash',
    row: (_, { time, userId }) => ({ user_id: userId, expires_at: time + HOUR_MS }),
  },
  'mailed codes': {
    table: 'mailed_codes',
    key: 'attempt_hash',
    row: (_, { time, userId }) => ({ purpose: 'second_step', email: 'a@example.org', user_id: userId, expires_at: time + HOUR_MS }),
  },
  links: {
    table: 'account_links',
    key: 'token_hash',
    row: (_, { time, userId }) => ({ user_id: userId, purpose: 'verify_email', email: 'a@example.org', expires_at: time + HOUR_MS }),
  },
  followers: {
    table: 'followers',
    key: 'id',
    row: (name, { time }) => ({
      email: `${name}@example.org`,
      link_key: 'k',
      posts: 'weekly',
      confirm_ends_at: time + DAY_MS,
      digest_through: 0,
      created_at: time,
    }),
  },
  outbox: {
    table: 'outbox',
    key: 'id',
    row: (_, { time }) => ({
      follower_id: FOLLOWER.id,
      kind: 'post',
      priority: 3,
      state: 'sent',
      next_attempt_at: 0,

      created_at: time,
    }),
  },
  'deleted comments': {
    table: 'comments',
    key: 'id',
    row: (_, { time, postId }) => ({
      post_id: postId,
      content: 'x',
      state: 'deleted',
      state_before: 'shown',
      created_at: 0,
      updated_at: 0,
      deleted_at: time,
    }),
  },
  'removed accounts': {
    table: 'removals',
    key: 'id',
    row: (name, { time }) => ({ user_id: name, removed_at: time, disabled_user: 1 }),
  },
  trash: {
    table: 'posts',
    key: 'id',
    row: (name, { time }) => ({
      ...TRASHED,
      title: name,
      slug: `post-${name}`,
      state_before: 'published',
      audience: 'public',
      trashed_at: time,
    }),
  },
  'discarded drafts': {
    step: 'trash',
    table: 'posts',
    key: 'slug',
    row: (name, { time }) => ({ ...TRASHED, id: `draft-${name}`, title: '', state_before: 'draft', trashed_at: time }),
  },
  'exports of other blogs': {
    table: 'imports',
    key: 'id',
    row: (name, { time }) => ({
      upload_id: `export-${name}`,
      file_name: name,
      bytes: 1,
      format: 'ghost',
      state: 'done',
      created_at: time,
      updated_at: time,
    }),
  },
  uploads: {
    table: 'uploads',
    key: 'id',
    row: (name, { time, userId }) => ({ user_id: userId, kind: 'post', name, size: 1, state: 'receiving', created_at: time }),
  },
  'unused pictures': {
    table: 'pictures',
    key: 'folder',
    row: (name, { time }) => ({ kind: 'post', address: `/files/${name}/x.webp`, bytes: 1, created_at: 0, unused_since: time }),
  },
}

onEachEngine('housekeeping', (engine) => {
  // Only SQLite has a table of changes.
  const expiringRows = Object.entries(EXPIRING_ROWS).filter(([, { table }]) => table !== 'changes' || engine === 'sqlite')
  let blog: TestApp
  let userId: string
  let postId: string
  beforeEach(async () => {
    blog = await createTestApp({ engine })
    userId = (await blog.makeUser()).id
    postId = (await blog.makePost())._id
    await blog.db.insertInto('followers').values(FOLLOWER).execute()
    for (const id of ['expired', 'valid']) {
      const times = { created_at: 0, updated_at: 0 }
      await blog.db
        .insertInto('users')
        .values({
          id,
          username: `${id}-removed`,
          email: `${id}@example.org`,
          password_hash: null,
          picture_url: null,
          is_admin: 0,
          ...times,
        })
        .execute()
    }
    const upload = { kind: 'import', name: 'x', size: 1, state: 'received', user_id: userId, message: null, address: null } as const
    const uploads = ['export-expired', 'export-valid'].map((id) => ({ ...upload, id, created_at: blog.clock.now }))
    await blog.db.insertInto('uploads').values(uploads).execute()
    await blog.db.deleteFrom('sessions').execute()
  })
  afterEach(() => blog.close())

  const insert = (db: Database, { table, key, row }: ExpiringRow, name: string, time: number) =>
    db
      .insertInto(table)
      .values({ [key]: name, ...row(name, { time, userId, postId }) } as unknown as Insertable<Schema[typeof table]>)
      .execute()
  const insertAll = async () => {
    for (const [, expiringRow] of expiringRows) {
      await insert(blog.db, expiringRow, 'expired', blog.clock.now - MONTHS)
      await insert(blog.db, expiringRow, 'valid', blog.clock.now)
    }
  }
  const leftIn = async ({ table, key }: ExpiringRow): Promise<unknown[]> => {
    const { rows } = await sql<{ name: unknown }>`select ${sql.ref(key)} as name from ${sql.table(table)} order by 1`.execute(blog.db)
    return rows.map(({ name }) => name).filter((name) => name === 'expired' || name === 'valid')
  }
  const leftRows = async () =>
    Object.fromEntries(await Promise.all(expiringRows.map(async ([step, expiringRow]) => [step, await leftIn(expiringRow)])))
  const expectedAfter = (left: readonly string[]) => Object.fromEntries(expiringRows.map(([step]) => [step, left]))
  const run = async () => {
    await using locks = openLocks(blog.databaseUrl)
    const lines: string[] = []
    const logger = createLogger('error', { write: (line) => void lines.push(line) })
    await runHousekeeping({ db: blog.db, write: blog.blog.feed.write, locks, storage: blog.storage, logger, now: () => blog.clock.now })
    return lines
  }

  it('deletes what has expired in every step, and nothing else', async () => {
    const steps = new Set(Object.entries(EXPIRING_ROWS).map(([name, { step = name }]) => step))
    expect(HOUSEKEEPING_STEPS.map(({ name }) => name).toSorted()).toEqual([...steps, 'tables of version 0.1'].toSorted())
    await insertAll()
    expect(await run()).toEqual([])
    expect(await leftRows()).toEqual(expectedAfter(['valid']))
  })

  it('continues with the other steps when one fails, and logs its name', async () => {
    await insertAll()
    await sql`alter table account_links rename to account_links_elsewhere`.execute(blog.db)
    const lines = await run()
    await sql`alter table account_links_elsewhere rename to account_links`.execute(blog.db)
    expect(lines).toEqual([expect.stringMatching(/"step":"links".*a housekeeping step failed/)])
    expect(await leftRows()).toEqual({ ...expectedAfter(['valid']), links: ['expired', 'valid'] })
  })

  it('is skipped when another process holds its lock, or ran it within half an hour', async () => {
    await using elsewhere = openLocks(blog.databaseUrl)
    const lock = await elsewhere.tryLock('housekeeping')
    await insertAll()
    await run()
    expect(await leftRows()).toEqual(expectedAfter(['expired', 'valid']))
    await lock?.release()
    await run()
    const [sessions] = Object.values(EXPIRING_ROWS)
    if (!sessions) throw new Error('There is no expiring row.')
    await insert(blog.db, sessions, 'expired', blog.clock.now - MONTHS)
    await run()
    expect(await leftIn(sessions)).toEqual(['expired', 'valid'])
    blog.clock.advance(HOUR_MS / 2)
    await run()
    expect(await leftIn(sessions)).toEqual(['valid'])
  })

  it('runs every hour until it is stopped, and survives an unreachable database', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const lines: string[] = []
    const logger = createLogger('error', { write: (line) => void lines.push(line) })
    await using locks = openLocks(blog.databaseUrl)
    const stop = startHousekeeping({
      db: blog.db,
      write: blog.blog.feed.write,
      locks,
      storage: blog.storage,
      logger,
      now: () => blog.clock.now,
    })
    try {
      await insertAll()
      vi.advanceTimersByTime(HOUR_MS)
      await expect.poll(leftRows).toEqual(expectedAfter(['valid']))
      await sql`alter table jobs rename to jobs_elsewhere`.execute(blog.db)
      const runAgain = () => {
        // Again, because the run before may still have held the lock.
        vi.advanceTimersByTime(HOUR_MS)
        return lines.join('')
      }
      await expect.poll(runAgain).toContain('housekeeping failed')
      stop()
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      stop()
      vi.useRealTimers()
    }
  })
})
