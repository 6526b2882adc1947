import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { putFile } from './durable-files.ts'

/** Where uploaded files lie. A key is `folder/name` of safe characters only. */
export interface FileStore {
  /** The file is there whole or not at all. */
  readonly write: (key: string, bytes: Uint8Array) => Promise<void>
  readonly read: (key: string) => Promise<Uint8Array<ArrayBuffer> | undefined>
  /** Names of the whole files in a folder, sorted; none when it is not there. */
  readonly list: (folder: string) => Promise<string[]>
  /** Takes away a folder with all that lies in it; nothing happens when it is not there. */
  readonly removeFolder: (folder: string) => Promise<void>
}

const KEY = /^[\w-]{1,40}\/(?!.*\.\.)[\w-][\w.-]{0,159}$/

/** Of what is still being written. */
const PARTIAL_ENDING = '.part'

export const isFileKey = (key: string): boolean => KEY.test(key)

/** A folder on this machine (decisions, Running: STORAGE_URL). */
export function createFolderStore(root: string): FileStore {
  return {
    async write(key, bytes) {
      await putFile(pathOf(root, key), bytes)
    },
    async read(key) {
      if (!KEY.test(key)) return undefined
      try {
        return new Uint8Array(await readFile(pathOf(root, key)))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
    async list(folder) {
      try {
        const names = await readdir(join(pathOf(root, `${folder}/x`), '..'))
        return names.filter((name) => isFileKey(`${folder}/${name}`) && !name.endsWith(PARTIAL_ENDING)).toSorted()
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
        throw error
      }
    },
    async removeFolder(folder) {
      await rm(join(pathOf(root, `${folder}/x`), '..'), { recursive: true, force: true })
    },
  }
}

function pathOf(root: string, key: string): string {
  if (!KEY.test(key)) throw new Error(`Not a key of the file store: ${JSON.stringify(key)}`)
  return join(root, key)
}
