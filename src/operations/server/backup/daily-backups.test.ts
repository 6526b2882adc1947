import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/contract/limits.ts'
import { type Locks, openLocks } from '#platform/database/lock.ts'
import { createLogger } from '#platform/process/logger.ts'
import { readBackup } from '#tests/support/safe-copies/backup-files.ts'
import { onEachEngine, useFreshTestApp } from '#tests/support/engines.ts'
import { findJob } from '#operations/server/jobs/jobs.store.ts'
import { backUpIfDue, startBackupClock } from './daily-backups.ts'
import { type BackupParts, BACKUP_JOB } from './run-backup.ts'

describe('The clock of backups', () => {
  it('checks every ten minutes, and a step that hangs holds up no other: the alarm still mails', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const hang = vi.fn<() => Promise<void>>(() => new Promise(() => {}))
    const alarm = vi.fn<() => Promise<void>>(async () => {})
    const stop = startBackupClock([hang, alarm])
    await vi.advanceTimersByTimeAsync(35 * MINUTE_MS)
    expect([hang.mock.calls.length, alarm.mock.calls.length]).toEqual([1, 4])
    const stopped = stop()
    await vi.advanceTimersByTimeAsync(10 * MINUTE_MS)
    await stopped
    expect(alarm).toHaveBeenCalledTimes(4)
  })
})

onEachEngine('The daily backup', (engine) => {
  const blog = useFreshTestApp(engine)
  const folder = () => join(blog().folder, 'backups')
  let locks: Locks | undefined
  afterEach(async () => {
    await locks?.[Symbol.asyncDispose]()
    locks = undefined
  })
  const parts = (): BackupParts => {
    const { db, databaseUrl, storage, clock, logLines } = blog()
    locks ??= openLocks(databaseUrl)
    const logger = createLogger('info', { write: (line) => void logLines.push(line) })
    return { db, databaseUrl, locks, storage, folder: folder(), logger, now: () => clock.now }
  }
  const lastBackup = () => findJob(blog().db, BACKUP_JOB)
  const made = () => readdir(folder()).catch(() => [])
  const lastLine = () => blog().logLines.at(-1) ?? ''
  const makeFirstBackup = async () => {
    await blog().makePost()
    await backUpIfDue(parts())
  }

  it('is not made of an empty blog; later it is made at once and each day', async () => {
    await backUpIfDue(parts())
    expect(await made()).toEqual([])
    await blog().makePost()
    await backUpIfDue(parts())
    expect(await made()).toEqual(['kindred-daily-2026-03-14T09-26-53Z.tar'])
    expect((await readBackup(join(folder(), 'kindred-daily-2026-03-14T09-26-53Z.tar'))).manifest.tables.posts.rows).toBe(1)
    expect(lastLine()).toContain('daily backup done')
    expect(await lastBackup()).toEqual({
      name: 'backup',
      started_at: null,
      succeeded_at: blog().clock.now,
      result: 'kindred-daily-2026-03-14T09-26-53Z.tar',
      failed_at: null,
      problem: null,
    })
    blog().clock.advance(DAY_MS - 1)
    await backUpIfDue(parts())
    expect(await made()).toHaveLength(1)
    blog().clock.advance(1)
    await backUpIfDue(parts())
    expect(await made()).toHaveLength(2)
  })

  it('is made once when several checks run at the same time, and not while another process makes it', async () => {
    await makeFirstBackup()
    blog().clock.advance(DAY_MS)
    const before = (await made()).length
    await Promise.all([backUpIfDue(parts()), backUpIfDue(parts()), backUpIfDue(parts())])
    expect(await made()).toHaveLength(before + 1)
    blog().clock.advance(DAY_MS)
    await using others = openLocks(blog().databaseUrl)
    const lock = await others.tryLock('backup')
    await backUpIfDue(parts())
    expect(await made()).toHaveLength(before + 1)
    await lock?.release()
  })

  it('that fails is logged, deletes nothing, and is retried after an hour', async () => {
    await makeFirstBackup()
    blog().clock.advance(DAY_MS)
    const before = await made()
    await rm(folder(), { recursive: true })
    await writeFile(folder(), 'a file where a folder should be')
    const failedAt = blog().clock.now
    await backUpIfDue(parts())
    expect(lastLine()).toContain('daily backup failed')
    expect(await lastBackup()).toMatchObject({
      succeeded_at: expect.any(Number),
      result: before.at(-1),
      failed_at: failedAt,
      problem: expect.any(String),
    })
    await rm(folder())
    blog().clock.advance(HOUR_MS - 1)
    await backUpIfDue(parts())
    expect(await made()).toEqual([])
    blog().clock.advance(1)
    await backUpIfDue(parts())
    expect(await made()).toHaveLength(1)
    expect(await lastBackup()).toMatchObject({ succeeded_at: blog().clock.now, failed_at: null, problem: null })
  })

  it('leaves no file and counts as no failure when the blog stops it', async () => {
    await makeFirstBackup()
    blog().clock.advance(DAY_MS)
    const before = await made()
    const stop = new AbortController()
    const { files } = blog().storage
    const picture = {
      user_id: null,
      kind: 'post',
      address: '/files/aaaaaaaaaaaaaaaa/x.jpg',
      bytes: 3,
      created_at: 1,
      unused_since: null,
    } as const
    await blog()
      .db.insertInto('pictures')
      .values({ folder: 'aaaaaaaaaaaaaaaa', ...picture })
      .execute()
    await files.write('aaaaaaaaaaaaaaaa/x.jpg', Buffer.from('xyz'))
    const storage = {
      files: {
        ...files,
        read: async (key: string) => {
          stop.abort()
          return files.read(key)
        },
      },
    }
    await backUpIfDue({ ...parts(), storage }, stop.signal)
    expect(await made()).toEqual(before)
    expect(lastLine()).toContain('stopped with the blog')
    expect((await lastBackup())?.problem).toBeNull()
    await backUpIfDue(parts())
    expect(await made()).toHaveLength(before.length + 1)
  })

  it('survives a wrong clock and a database that does not respond', async () => {
    await makeFirstBackup()
    await blog()
      .db.updateTable('jobs')
      .set({ succeeded_at: blog().clock.now + 365 * DAY_MS })
      .execute()
    blog().clock.advance(1000)
    await backUpIfDue(parts())
    expect((await lastBackup())?.succeeded_at).toBe(blog().clock.now)
    blog().clock.advance(DAY_MS)
    await using broken = openLocks(engine === 'sqlite' ? 'sqlite:/nowhere/at/all.sqlite' : 'postgres://nobody:nothing@127.0.0.1:1/none')
    await backUpIfDue({ ...parts(), locks: broken })
    expect(lastLine()).toContain('could not start')
  })
})
