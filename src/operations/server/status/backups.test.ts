import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { createBackup, getBackup, listBackups } from '#operations/contract/operations.endpoints.ts'
import { DAY_MS, MINUTE_MS } from '#platform/contract/limits.ts'
import { backUpIfDue } from '#operations/server/backup/daily-backups.ts'
import { openLocks } from '#platform/database/lock.ts'
import { readBackup } from '#tests/support/safe-copies/backup-files.ts'
import { onEachEngineInOrder, useTestApp } from '#tests/support/engines.ts'
import type { TestUser } from '#tests/support/test-app.ts'

onEachEngineInOrder('Backups in the dashboard', (engine) => {
  const blog = useTestApp(engine)
  let admin: TestUser
  beforeAll(async () => {
    admin = await blog().makeAdmin()
    await blog().makePost()
  })
  const folder = () => join(blog().folder, 'backups')
  const read = () => admin.call(listBackups)
  const begin = async () => {
    await blog().db.deleteFrom('rate_limits').execute()
    return admin.call(createBackup)
  }
  const ended = async () => {
    await expect.poll(async () => (await read()).running).toBeNull()
    return read()
  }

  it('A backup runs in the background, and concurrent requests of two admins share it', async () => {
    const other = await blog().makeAdmin()
    const [mine, theirs] = await Promise.all([begin(), other.call(createBackup)])
    const since = new Date(blog().clock.now).toISOString()
    expect([mine.running ?? theirs.running]).toEqual([{ since }])
    const { backups } = await ended()
    expect(backups).toEqual([
      {
        _id: 'by-hand-2026-03-14t09-26-53z',
        name: 'kindred-by-hand-2026-03-14T09-26-53Z.tar',
        occasion: 'by-hand',
        createdAt: '2026-03-14T09:26:53.000Z',
        bytes: expect.any(Number),
        hasPictures: true,
      },
    ])
    expect((await readBackup(join(folder(), backups[0]?.name ?? ''))).manifest.tables.posts.rows).toBe(1)
    // Requested again within the same second.
    blog().clock.advance(300)
    await begin()
    expect(await ended()).toMatchObject({ failure: null, backups })
  })

  it('While another process runs a backup, that one is shown as running, and no other is started', async () => {
    blog().clock.advance(1000)
    const since = blog().clock.now
    await using others = openLocks(blog().databaseUrl)
    const lock = await others.tryLock('backup')
    await blog().db.updateTable('jobs').set({ started_at: since }).execute()
    blog().clock.advance(1000)
    expect((await begin()).running).toEqual({ since: new Date(since).toISOString() })
    expect((await read()).backups).toHaveLength(1)
    await lock?.release()
    // The other process died: nothing holds its lock.
    expect(await read()).toMatchObject({
      running: null,
      failure: { at: new Date(since).toISOString(), message: 'The blog was stopped before it was finished.' },
    })
  })

  it('A requested backup is that of its day: the last one remains, and the daily one follows a day later', async () => {
    const { db, databaseUrl, locks, storage, logger, clock } = blog()
    const parts = { db, databaseUrl, locks, storage, logger, folder: folder(), now: () => clock.now }
    for (let count = 0; count < 2; count += 1) {
      clock.advance(MINUTE_MS)
      await begin()
      expect((await ended()).failure).toBeNull()
    }
    await backUpIfDue(parts)
    expect((await read()).backups.map(({ occasion }) => occasion)).toEqual(['by-hand'])
    clock.advance(DAY_MS)
    await backUpIfDue(parts)
    expect((await read()).backups.map(({ occasion }) => occasion)).toEqual(['daily', 'by-hand'])
    expect((await read()).backups.map(({ name }) => name).toSorted()).toEqual((await readdir(folder())).toSorted())
  })

  it('A failed backup shows the reason, without a path', async () => {
    blog().clock.advance(DAY_MS)
    await rm(folder(), { recursive: true })
    await writeFile(folder(), 'a file where a folder should be')
    await begin()
    const at = new Date(blog().clock.now).toISOString()
    expect(await ended()).toMatchObject({ failure: { at, message: 'Its folder cannot be written to.' }, backups: [] })
    await rm(folder())
    await begin()
    expect(await ended()).toMatchObject({ failure: null, backups: [{ occasion: 'by-hand' }] })
  })

  it('The file is sent complete, with no-store, and the download is logged with its user', async () => {
    const [backup] = (await read()).backups
    admin = await blog().makeAdmin()
    expect(await admin.call(getBackup, { params: { backup: backup?._id ?? '' } })).toEqual(backup)
    const address = `/api/settings/backups/${backup?._id}/file`
    const response = await admin.send(address, {})
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'application/x-tar',
      'content-length': String(backup?.bytes),
      'content-disposition': `attachment; filename="${backup?.name}"`,
    })
    const path = join(blog().folder, 'fetched.tar')
    await writeFile(path, Buffer.from(await response.arrayBuffer()))
    expect((await readBackup(path)).manifest.tables.posts.rows).toBe(1)
    expect(blog().logLines.at(-2)).toContain(`"userId":"${admin.id}","msg":"backup downloaded"`)
    expect((await admin.send(address, { method: 'HEAD' })).headers.get('content-length')).toBe(String(backup?.bytes))
  })

  it('Only backups can be downloaded', async () => {
    await mkdir(folder(), { recursive: true })
    await writeFile(join(folder(), 'notes.txt'), 'private')
    for (const id of ['notes', '..', '%2e%2e', '..%2f..%2fkindred', 'daily-2026-03-14t09-26-53', 'by-hand-9999-99-99t99-99-99z']) {
      expect((await admin.get(`/api/settings/backups/${id}/file`)).status, id).toBe(404)
    }
  })
})
