import { existsSync } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { DataCopy } from './data-copy.ts'

/** The whole file, beside the database. */
export function copyOfSqlite(database: string): DataCopy {
  const path = `${database}.before-upgrade`
  const part = `${path}.part`
  const remove = () => removeFiles([part, `${part}-journal`, path])
  return {
    async keep() {
      await remove()
      try {
        await copyDatabase(database, part)
        await flush(part)
        await rename(part, path)
        await flush(dirname(path))
      } catch (error) {
        await remove()
        throw error
      }
    },
    async putBack() {
      if (!existsSync(path)) return
      // Before the rename, also after a power cut: SQLite would apply a log of the newer file to the older one.
      await removeFiles([`${database}-wal`, `${database}-shm`])
      await flush(dirname(database))
      await rename(path, database)
      await flush(dirname(database))
    },
    delete: remove,
    size: async () => (await sizeOf(database)) + (await sizeOf(`${database}-wal`)),
  }
}

async function copyDatabase(from: string, to: string): Promise<void> {
  const { backup, DatabaseSync } = await import('node:sqlite')
  const database = new DatabaseSync(from)
  try {
    await backup(database, to)
  } finally {
    database.close()
  }
}

const sizeOf = async (path: string) => (existsSync(path) ? (await stat(path)).size : 0)

async function removeFiles(paths: readonly string[]): Promise<void> {
  for (const path of paths) await rm(path, { force: true })
}

/** Waits until a file, or the names in a folder, are on the disk. */
async function flush(path: string): Promise<void> {
  await using file = await open(path, 'r')
  await file.sync()
}
