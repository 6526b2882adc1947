import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Where uploaded files lie. A key is `folder/name` of safe characters only. */
export interface FileStore {
  /** The file is there whole or not at all. */
  readonly write: (key: string, bytes: Uint8Array) => Promise<void>
  readonly read: (key: string) => Promise<Uint8Array<ArrayBuffer> | undefined>
  /** Takes away a folder with all that lies in it; nothing happens when it is not there. */
  readonly removeFolder: (folder: string) => Promise<void>
}

const KEY = /^[\w-]{1,40}\/(?!.*\.\.)[\w-][\w.-]{0,159}$/

export const isFileKey = (key: string): boolean => KEY.test(key)

/** A folder on this machine (decisions, Running: STORAGE_URL). */
export function createFolderStore(root: string): FileStore {
  return {
    async write(key, bytes) {
      const path = pathOf(root, key)
      const folder = join(path, '..')
      await mkdir(folder, { recursive: true })
      const temporary = `${path}.${randomBytes(6).toString('hex')}.part`
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
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
