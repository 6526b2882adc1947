import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { openStorage } from '#server/features/files/open-storage.ts'
import { unlessMissing } from './requirement.ts'
import { createBucket, missingS3 } from './s3.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import { postgresProblem } from './postgres.ts'

/** A blog, and access to its storage. */
export interface StoragePlace {
  readonly blog: TestApp
  /** Keys of all files, sorted: `files/<folder>/<name>` and `uploads/<hex>…`. */
  readonly listKeys: () => Promise<string[]>
  readonly readKey: (key: string) => Promise<Buffer>
}

const PLACES = [
  { name: 'a folder, SQLite', engine: 'sqlite', storage: 'folder', missing: () => null, problem: () => null },
  { name: 'a folder, PostgreSQL', engine: 'postgres', storage: 'folder', missing: () => null, problem: postgresProblem },
  { name: 'an S3 bucket, SQLite', engine: 'sqlite', storage: 's3', missing: missingS3, problem: () => null },
] as const

type StorageTests = (place: () => StoragePlace) => void

/** Runs the same tests for every kind of storage, and the folder on both databases. */
export function onEachStorage(name: string, tests: StorageTests): void {
  onPlaces(PLACES, name, tests)
}

/** Runs the same tests for every kind of storage: what a file holds does not depend on the database. */
export function onEachFileStorage(name: string, tests: StorageTests): void {
  onPlaces(
    PLACES.filter(({ engine }) => engine === 'sqlite'),
    name,
    tests,
  )
}

function onPlaces(places: readonly (typeof PLACES)[number][], name: string, tests: StorageTests): void {
  for (const { name: placeName, engine, storage, missing, problem } of places) {
    describe.skipIf(problem())(`${name} (${placeName})`, unlessMissing(missing()), () => {
      let current: StoragePlace | undefined
      beforeAll(async () => {
        current = storage === 's3' ? await openS3Place(engine) : await openFolderPlace(engine)
      })
      afterAll(async () => current?.blog.close())
      tests(() => {
        if (!current) throw new Error('The storage exists only while tests run.')
        return current
      })
    })
  }
}

async function openFolderPlace(engine: 'sqlite' | 'postgres'): Promise<StoragePlace> {
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

async function openS3Place(engine: 'sqlite'): Promise<StoragePlace> {
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
