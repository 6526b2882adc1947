import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { Upload } from '@tus/server'
import { beforeEach, expect, it } from 'vitest'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import type { TestUser } from '#tests/support/test-app.ts'
import { createProcessing } from './process-upload.ts'
import { findUpload } from './uploads.store.ts'

onEachEngine('Processing an upload', (engine) => {
  const blog = useTestApp(engine)
  let [admin, id]: [TestUser | undefined, string] = [undefined, '']

  beforeEach(async () => {
    const { db, storage, clock } = blog()
    admin = await blog().makeAdmin()
    id = randomBytes(16).toString('hex')
    await storage.uploads.create(new Upload({ id, size: 1, offset: 0 }))
    await storage.uploads.write(Readable.from([Buffer.from('x')]), id, 0)
    const row = { id, user_id: admin.id, kind: 'media' as const, name: 'a.mp4', size: 1, created_at: clock.now, state: 'received' as const }
    await db.insertInto('uploads').values(row).execute()
  })

  /** Polls as the browser does, until the upload is settled, at most so often. */
  async function poll(cleanFile: () => Promise<never>, polls = 40) {
    const { db, storage, locks, logger, workers, clock } = blog()
    const parts = { db, storage, files: storage.files, locks, logger, now: () => clock.now, retryMs: 20 }
    const processing = createProcessing({ ...parts, workers: { ...workers, cleanFile } })
    const viewer = { id: admin?.id, isAdmin: true } as Parameters<typeof processing.start>[1]
    for (let count = 0; count < polls; count += 1) {
      const upload = await findUpload(db, id)
      if (upload?.state !== 'received') break
      await processing.result(upload, { viewer, waitMs: 50 })
    }
    const upload = await findUpload(db, id)
    return upload === undefined ? undefined : processing.result(upload, { viewer, waitMs: 0 })
  }

  it('A file that cannot be processed is tried three times, and then refused with a sentence', async () => {
    let attempts = 0
    const result = await poll(async () => {
      attempts += 1
      throw new Error('unexpected')
    })
    expect([attempts, result]).toEqual([3, { state: 'failed', message: expect.stringContaining('tried several times') }])
  })

  it('A file waits while the storage cannot be reached', async () => {
    const away = Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
    expect(await poll(() => Promise.reject(away), 8)).toEqual({ state: 'working' })
  })
})
