import { rm } from 'node:fs/promises'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FileStore } from '@tus/file-store'
import { TUS_EXTENSIONS, type UploadStore } from './storage.ts'

/** Unfinished uploads in a folder on this machine: `uploads/<hex>` and what is known of it in `uploads/<hex>.json`. */
export function createFolderUploadStore(root: string, expirationMs: number): UploadStore {
  const tus = new FileStore({ directory: root, expirationPeriodInMilliseconds: expirationMs })
  tus.extensions = TUS_EXTENSIONS
  return {
    tus,
    holdsParts: false,
    async readBytes(id) {
      try {
        return new Uint8Array(await readFile(join(root, id)))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
    async discard(id) {
      await rm(join(root, id), { force: true })
      await rm(join(root, `${id}.json`), { force: true })
    },
  }
}
