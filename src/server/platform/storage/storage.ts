import type { DataStore } from '@tus/server'
import type { FileStore } from './file-store.ts'

/** Where pictures lie, and where uploads gather until they are pictures. */
export interface Storage {
  readonly files: FileStore
  readonly uploads: UploadStore
  /** Rejects while it cannot be reached, or not be written to. */
  readonly check: () => Promise<void>
}

/** What @tus/server writes to, and what the blog reads from it. Ids are `uploads/<hex>`. */
export interface UploadStore {
  readonly tus: DataStore
  /** True where a part passes through memory as a whole. */
  readonly holdsParts: boolean
  /** How many bytes have arrived; undefined when there is no such upload. */
  readonly countBytes: (id: string) => Promise<number | undefined>
  /** The bytes of a finished upload; undefined when they are gone. */
  readonly readBytes: (id: string) => Promise<Uint8Array | undefined>
  /** Takes away every trace; also of what is gone already. */
  readonly discard: (id: string) => Promise<void>
}

/** Lengths are known from the start: limits are checked before the first byte. */
export const TUS_EXTENSIONS = ['creation', 'creation-with-upload', 'termination', 'expiration', 'checksum']

export async function gatherBytes(stream: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** What the library knows of an upload, asked the same way in every store. */
export async function countBytesOf(tus: DataStore, id: string): Promise<number | undefined> {
  try {
    return (await tus.getUpload(id)).offset
  } catch (error) {
    // The library's own errors have a status and no type: not there, or no longer.
    if (error instanceof Object && 'status_code' in error) return undefined
    throw error
  }
}
