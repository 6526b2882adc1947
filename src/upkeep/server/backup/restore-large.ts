import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FileStore } from '#platform/storage/file-store.ts'
import { SCRATCH_PREFIX } from './open-archive.ts'

interface Place {
  readonly files: FileStore
  /** An existing folder with room for the file. */
  readonly scratch: string
}

interface LargeFile {
  readonly key: string
  readonly stream: AsyncIterable<Uint8Array>
  /** SHA-256 of the file when the backup was checked. */
  readonly sum: string | undefined
}

/** Writes a large file via a temporary file on disk. @returns false, with nothing written, if its checksum differs */
export async function restoreLarge({ files, scratch }: Place, { key, stream, sum }: LargeFile): Promise<boolean> {
  const folder = await mkdtemp(join(scratch, SCRATCH_PREFIX))
  try {
    const path = join(folder, 'file')
    const hash = createHash('sha256')
    await pipeline(stream, hashing(hash), createWriteStream(path))
    if (hash.digest('hex') !== sum) return false
    await files.copyIn(key, path)
    return true
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const hashing = (hash: ReturnType<typeof createHash>) =>
  async function* (source: AsyncIterable<Uint8Array>) {
    for await (const chunk of source) {
      hash.update(chunk)
      yield chunk
    }
  }
