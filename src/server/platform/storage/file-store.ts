import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

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
      const path = pathOf(root, key)
      const folder = join(path, '..')
      await mkdir(folder, { recursive: true })
      const temporary = `${path}.${randomBytes(6).toString('hex')}${PARTIAL_ENDING}`
      try {
        await writeDurably(temporary, bytes)
        await rename(temporary, path)
        await syncFolder(folder)
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
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

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx')
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A new name survives a power cut only when its folder has reached the disk too. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
