import { type FileHandle, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { FileStore } from '@tus/file-store'
import { ERRORS, Upload } from '@tus/server'
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

  /** What arrived before a connection broke stays; what the disk refuses is an error with its reason. */
  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const file = await open(join(this.directory, id), 'r+')
    let position = offset
    try {
      for await (const chunk of arriving(source)) position += await writeWhole(file, chunk, position)
      return position
    } finally {
      await file.sync()
      await file.close()
    }
  }
}

/** The library's own error for a sender who is gone: there is nobody to tell, and nothing to be logged. */
async function* arriving(source: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of source) yield chunk as Buffer
  } catch {
    throw ERRORS.FILE_WRITE_ERROR
  }
}

async function writeWhole(file: FileHandle, bytes: Buffer, position: number): Promise<number> {
  let written = 0
  while (written < bytes.byteLength) {
    written += (await file.write(bytes, written, bytes.byteLength - written, position + written)).bytesWritten
  }
  return written
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
    holdsParts: false,
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
