import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { FileStore } from '@tus/file-store'
import { Upload } from '@tus/server'
import { makeFolder, putFile, sync } from './durable-files.ts'
import { countBytesOf, TUS_EXTENSIONS, type UploadStore } from './storage.ts'

/** The library answers before the bytes are on the disk; a sender who was told that they arrived sends them never again. */
class DurableFileStore extends FileStore {
  override async create(upload: Upload): Promise<Upload> {
    const path = join(this.directory, upload.id)
    await makeFolder(join(path, '..'))
    const created = await super.create(upload)
    await sync(path)
    return created
  }

  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const newOffset = await super.write(source, id, offset)
    await sync(join(this.directory, id))
    return newOffset
  }
}

/** What is known of each upload, beside its bytes; whole or not there, whenever the power goes. */
const createNotes = (root: string) => {
  const pathOf = (id: string) => join(root, `${id}.json`)
  return {
    async get(id: string): Promise<Upload | undefined> {
      const text = await readIfThere(pathOf(id))
      return text === undefined ? undefined : new Upload(JSON.parse(text.toString('utf8')) as ConstructorParameters<typeof Upload>[0])
    },
    set: (id: string, upload: Upload) => putFile(pathOf(id), JSON.stringify(upload), `${pathOf(id)}.part`),
    delete: (id: string) => rm(pathOf(id), { force: true }),
  }
}

/** Unfinished uploads in a folder on this machine: `uploads/<hex>` and what is known of it in `uploads/<hex>.json`. */
export function createFolderUploadStore(root: string, expirationMs: number): UploadStore {
  const tus = new DurableFileStore({ directory: root, configstore: createNotes(root), expirationPeriodInMilliseconds: expirationMs })
  tus.extensions = TUS_EXTENSIONS
  return {
    tus,
    countBytes: (id) => countBytesOf(tus, id),
    async readBytes(id) {
      const bytes = await readIfThere(join(root, id))
      return bytes && new Uint8Array(bytes)
    },
    async discard(id) {
      for (const end of ['', '.json', '.json.part']) await rm(join(root, id + end), { force: true })
    },
  }
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
