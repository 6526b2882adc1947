import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { HOUR_MS } from '#contract/limits.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { openLocks } from '#server/platform/database/lock.ts'
import { createLogger } from '#server/platform/logger.ts'
import { openFolderStorage } from '#server/platform/storage/open-storage.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { makeFolder } from '#tests/support/temporary-folder.ts'
import { startHousekeeping } from './housekeeping.ts'

onEachEngine('housekeeping', (engine) => {
  const blog = useTestApp(engine)
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
  afterEach(() => void vi.useRealTimers())

  const rest = async () => {
    const sessions = await blog().db.selectFrom('sessions').select('token_hash').orderBy('token_hash').execute()
    const limits = await blog().db.selectFrom('rate_limits').select('key').orderBy('key').execute()
    return [...sessions.map((row) => row.token_hash), ...limits.map((row) => row.key)]
  }

  it('forgets what has ended, and nothing else, every hour until it is stopped', async () => {
    const { db, clock, storage, databaseUrl } = blog()
    await using locks = openLocks(databaseUrl)
    const { id } = await blog().makeUser()
    await db.deleteFrom('sessions').execute()
    const ends = { over: clock.now, soon: clock.now + HOUR_MS, later: clock.now + 3 * HOUR_MS }
    for (const [name, end] of Object.entries(ends)) {
      await db
        .insertInto('sessions')
        .values({ token_hash: name, id: name, user_id: id, last_seen_at: 0, created_at: 0, expires_at: end })
        .execute()
      await db.insertInto('rate_limits').values({ key: name, count: 1, window_ends_at: end }).execute()
    }
    const stop = startHousekeeping({ db, locks, storage, logger: createLogger('silent'), now: () => clock.now })
    vi.advanceTimersByTime(HOUR_MS)
    await vi.waitFor(async () => expect(await rest()).toEqual(['later', 'soon', 'later', 'soon']))
    clock.advance(HOUR_MS)
    vi.advanceTimersByTime(HOUR_MS)
    await vi.waitFor(async () => expect(await rest()).toEqual(['later', 'later']))
    stop()
    clock.advance(5 * HOUR_MS)
    vi.advanceTimersByTime(5 * HOUR_MS)
    expect(await rest()).toEqual(['later', 'later'])
  })
})

it('housekeeping that fails is told in the log and does not end the process', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const lines: string[] = []
  const db = await openDatabase('sqlite::memory:')
  await using locks = openLocks('sqlite::memory:')
  const stop = startHousekeeping({
    db,
    locks,
    storage: openFolderStorage(makeFolder()),
    logger: createLogger('error', { write: (line) => void lines.push(line) }),
    now: Date.now,
  })
  vi.advanceTimersByTime(HOUR_MS)
  await vi.waitFor(() => expect(lines.join('')).toContain('housekeeping failed'))
  stop()
  await db.destroy()
  vi.useRealTimers()
})
