import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { openStorage } from '#server/features/files/open-storage.ts'
import { createBucket, swiftProblem } from './swift.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import { postgresProblem } from './postgres.ts'

/** A blog, and everything that lies in its storage. */
export interface StoragePlace {
  readonly blog: TestApp
  /** Keys of all files, sorted: `files/<folder>/<name>` and `uploads/<hex>…`. */
  readonly listKeys: () => Promise<string[]>
  readonly readKey: (key: string) => Promise<Buffer>
}

const PLACES = [
  { name: 'a folder, SQLite', engine: 'sqlite', storage: 'folder', problem: () => null },
  { name: 'a folder, PostgreSQL', engine: 'postgres', storage: 'folder', problem: postgresProblem },
  { name: 'an S3 bucket, SQLite', engine: 'sqlite', storage: 's3', problem: swiftProblem },
] as const

/** The same tests for every place that pictures can lie in. Where one cannot be had, the run itself fails and says why. */
export function onEachStorage(name: string, tests: (place: () => StoragePlace) => void): void {
  for (const { name: placeName, engine, storage, problem } of PLACES) {
    describe.skipIf(problem())(`${name} (${placeName})`, () => {
      let current: StoragePlace | undefined
      beforeAll(async () => {
        current = storage === 's3' ? await openS3Place(engine) : await openFolderPlace(engine)
      })
      afterAll(async () => current?.blog.close())
      tests(() => {
        if (!current) throw new Error('The place is there only while tests run.')
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
