import { writeFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createBackup } from '#operations/server/backup/create-backup.ts'
import { STREAMED_FROM_BYTES } from '#operations/server/backup/archive-format.ts'
import { storeCleanFile } from '#media/server/files/store-file.ts'
import { openFolderStorage, openStorage } from '#media/server/files/open-storage.ts'
import type { Storage } from '#media/server/files/open-storage.ts'
import { readBackup } from '#tests/support/safe-copies/backup-files.ts'
import { plain } from '#tests/support/media/pictures.ts'
import { restoreInto } from '#tests/support/safe-copies/restore-into.ts'
import { unlessMissing } from '#tests/support/requirement.ts'
import { createBucket, missingS3 } from '#tests/support/storage/s3.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { uploadPicture } from '#tests/support/media/tus.ts'

describe('A backup between a folder and a bucket', unlessMissing(missingS3()), () => {
  let bucket: Storage
  beforeAll(async () => {
    bucket = await openStorage((await createBucket()).settings)
  })

  const move = async (from: TestApp, to: TestApp, name: string) => {
    const path = join(from.folder, name)
    await createBackup({ databaseUrl: from.databaseUrl, files: from.storage.files, path, now: Date.now })
    await restoreInto(to, path)
    return readBackup(path)
  }

  it('moves every file, at the same address', async () => {
    const inFolder = await createTestApp({ engine: 'sqlite' })
    const inBucket = await createTestApp({ engine: 'sqlite', overrides: { storage: bucket } })
    const back = await createTestApp({ engine: 'sqlite' })
    const admin = await inFolder.makeAdmin()
    for (const width of [1700, 700, 100]) {
      const bytes = await plain(width, 20).jpeg().toBuffer()
      await inFolder.makePost({ by: admin, image: await uploadPicture(admin, { kind: 'post', bytes }) })
    }
    const video = join(inFolder.folder, 'video.mp4')
    await writeFile(video, Buffer.concat([Buffer.from('....ftypisom'), Buffer.alloc(STREAMED_FROM_BYTES, 'kindred')]))
    const { db, storage, clock } = inFolder
    const { size } = await stat(video)
    const clean = { path: video, ending: 'mp4', facts: { bytes: size, playsEverywhere: true } } as const
    await storeCleanFile({ db, files: storage.files, now: () => clock.now }, { ...clean, name: 'video.mp4', userId: admin.id })
    const there = await move(inFolder, inBucket, 'there.tar')
    const again = await move(inBucket, back, 'again.tar')
    expect(there.files.size).toBeGreaterThan(20)
    expect(again.tables).toEqual(there.tables)
    expect([...again.files.keys()]).toEqual([...there.files.keys()])
    const restored = openFolderStorage(back.folder).files
    for (const [key, bytes] of there.files) {
      // `toEqual` would take seconds for the video.
      expect(again.files.get(key)?.equals(bytes), key).toBe(true)
      expect(Buffer.from((await restored.read(key)) ?? []).equals(bytes), key).toBe(true)
    }
    await Promise.all([inFolder, inBucket, back].map((blog) => blog.close()))
  })

  it('lists one folder of a bucket, without those whose names begin the same', async () => {
    for (const key of ['neighbour/a.jpg', 'neighbour/b.jpg', 'neighbour-2/c.jpg']) await bucket.files.write(key, Buffer.from('x'))
    expect(await bucket.files.list('neighbour')).toEqual(['a.jpg', 'b.jpg'])
    expect(await bucket.files.list('nothing')).toEqual([])
  })
})
