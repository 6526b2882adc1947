import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { openStorage } from '#media/server/files/open-storage.ts'
import { type Missing, unlessMissing } from '#tests/support/requirement.ts'
import { createBucket, missingS3 } from './s3.ts'
import { createTestApp, type Engine, type TestApp } from '#tests/support/test-app.ts'
import { postgresProblem } from '#tests/support/database/postgres.ts'

/** A blog, and access to its storage. */
export interface StoragePlace {
  readonly blog: TestApp
  /** Keys of all files, sorted: `files/<folder>/<name>` and `uploads/<hex>…`. */
  readonly listKeys: () => Promise<string[]>
  readonly readKey: (key: string) => Promise<Buffer>
}

type StorageTests = (place: () => StoragePlace, storage: 'folder' | 's3') => void

/** Runs the same tests on each kind of storage and each database, in the usual pairs: SQLite with a folder, PostgreSQL with a bucket. */
export function onEachStorage(name: string, tests: StorageTests): void {
  const folder = { storage: 'folder', open: openFolderPlace } as const
  onPlace(name, { ...folder, place: 'a folder, SQLite', engine: 'sqlite' }, tests)
  onPlace(name, { storage: 's3', place: 'an S3 bucket, PostgreSQL', engine: 'postgres', open: openS3Place, missing: missingS3() }, tests)
  if (missingS3() !== null) onPlace(name, { ...folder, place: 'a folder, PostgreSQL', engine: 'postgres' }, tests)
}

interface PlaceOptions {
  readonly place: string
  readonly storage: 'folder' | 's3'
  readonly engine: Engine
  readonly open: (engine: Engine) => Promise<StoragePlace>
  readonly missing?: Missing | null
}

function onPlace(name: string, { place: placeName, storage, engine, open, missing = null }: PlaceOptions, tests: StorageTests): void {
  describe.skipIf(engine === 'postgres' && postgresProblem())(`${name} (${placeName})`, unlessMissing(missing), () => {
    let current: StoragePlace | undefined
    beforeAll(async () => {
      current = await open(engine)
    })
    afterAll(async () => current?.blog.close())
    const place = () => {
      if (!current) throw new Error('The storage exists only while tests run.')
      return current
    }
    tests(place, storage)
  })
}

async function openFolderPlace(engine: Engine): Promise<StoragePlace> {
  const blog = await createTestApp({ engine })
  const { readFile } = await import('node:fs/promises')
  return {
    blog,
    async listKeys() {
      const entries = await readdir(blog.folder, { recursive: true, withFileTypes: true })
      const keys = entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(blog.folder.length + 1))
      return keys.filter((key) => /^(files|uploads)\//.test(key)).toSorted()
    },
    readKey: (key) => readFile(join(blog.folder, key)),
  }
}

async function openS3Place(engine: Engine): Promise<StoragePlace> {
  const { settings, client, listKeys } = await createBucket()
  const blog = await createTestApp({ engine, overrides: { storage: await openStorage(settings) } })
  return {
    blog,
    listKeys,
    async readKey(key) {
      const { Body } = await client.getObject({ Bucket: settings.bucket, Key: key })
      return Buffer.from((await Body?.transformToByteArray()) ?? [])
    },
  }
}
