import { createReadStream } from 'node:fs'
import { open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { putFile } from './durable-files.ts'
import { type FileStore, isFileKey, requireFileKey } from './file-store.ts'

/** Ending of files that are still being written. */
const PARTIAL_ENDING = '.part'

/** Files in a folder of this machine. */
export function createFolderFileStore(root: string): FileStore {
  const pathOf = (key: string) => join(root, requireFileKey(key))
  const folderPath = (folder: string) => dirname(pathOf(`${folder}/x`))
  return {
    async write(key, bytes) {
      await putFile(pathOf(key), bytes)
    },
    async copyIn(key, path) {
      await putFile(pathOf(key), createReadStream(path))
    },
    async writeStream(key, stream) {
      await putFile(pathOf(key), stream)
    },
    async read(key) {
      if (!isFileKey(key)) return undefined
      const bytes = await readFile(pathOf(key)).catch(unlessMissing)
      return bytes && new Uint8Array(bytes)
    },
    async find(key) {
      if (!isFileKey(key)) return undefined
      const path = pathOf(key)
      const stats = await stat(path).catch(unlessMissing)
      if (!stats?.isFile()) return undefined
      return { size: stats.size, open: async (range) => (await open(path).catch(unlessMissing))?.createReadStream(range) }
    },
    async list(folder) {
      const names = (await readdir(folderPath(folder)).catch(unlessMissing)) ?? []
      return names.filter((name) => isFileKey(`${folder}/${name}`) && !name.endsWith(PARTIAL_ENDING)).toSorted()
    },
    async removeFolder(folder) {
      // Retries if a file is written to the folder meanwhile.
      await rm(folderPath(folder), { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

/** @throws every error except for a missing file */
function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
