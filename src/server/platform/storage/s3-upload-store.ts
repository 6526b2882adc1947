import { Readable } from 'node:stream'
import type { S3ClientConfig } from '@aws-sdk/client-s3'
import { S3Store } from '@tus/s3-store'
import { ERRORS, type Upload } from '@tus/server'
import { countBytesOf, gatherBytes, TUS_EXTENSIONS, type UploadStore } from './storage.ts'

/**
 * Unfinished uploads in a bucket, as multipart uploads. S3 takes no part below 5 MiB but the last, so what is smaller
 * waits in an object `<id>.part`.
 *
 * The library spools every part to the temporary folder, takes the waiting bytes away before the new ones have arrived
 * (a connection that breaks then loses both), and leaves them behind when an upload is ended. Here bytes pass through
 * memory only (an upload has at most 15 MB), and a break keeps what has arrived.
 */
class MultipartStore extends S3Store {
  /** Writes under way, by upload: a request that was cut off still finishes its write. */
  readonly #writing = new Map<string, Promise<unknown>>()

  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const { bytes, error } = await gatherWhatArrives(source)
    const newOffset = await this.#inTurn(id, () => this.#append(id, bytes, offset))
    if (error !== undefined) throw error
    return newOffset
  }

  override async getUpload(id: string): Promise<Upload> {
    await this.#writing.get(id)
    // The library takes every failure for an upload that is not there, and its sender would begin anew.
    await this.getMetadata(id).catch(unlessMissing)
    return super.getUpload(id)
  }

  async #append(id: string, arrived: Buffer, offset: number): Promise<number> {
    const metadata = await this.getMetadata(id)
    const parts = await this.retrieveParts(id)
    const tail = await this.#readTail(id)
    const newOffset = offset + arrived.byteLength
    const isLast = newOffset === metadata.file.size
    const bytes = Buffer.concat([tail, arrived])
    if (!isLast && bytes.byteLength < this.minPartSize) {
      if (arrived.byteLength > 0) await this.uploadIncompletePart(id, Readable.from([bytes]))
      return newOffset
    }
    await this.uploadPart(metadata, bytes, (parts.at(-1)?.PartNumber ?? 0) + 1)
    if (tail.byteLength > 0) await this.deleteIncompletePart(id)
    if (isLast) {
      await this.finishMultipartUpload(metadata, await this.retrieveParts(id))
      await this.clearCache(id)
    }
    return newOffset
  }

  protected override async uploadIncompletePart(id: string, stream: Readable): Promise<string> {
    const body = await gatherBytes(stream)
    const { ETag } = await this.client.putObject({ Bucket: this.bucket, Key: this.partKey(id, true), Body: body })
    return ETag ?? ''
  }

  async #readTail(id: string): Promise<Buffer> {
    const stream = await this.getIncompletePart(id)
    return stream ? gatherBytes(stream) : Buffer.alloc(0)
  }

  async #inTurn<T>(id: string, work: () => Promise<T>): Promise<T> {
    const before = this.#writing.get(id) ?? Promise.resolve()
    const mine = before.then(work)
    const settled = mine.catch(() => {})
    this.#writing.set(id, settled)
    try {
      return await mine
    } finally {
      if (this.#writing.get(id) === settled) this.#writing.delete(id)
    }
  }

  override async remove(id: string): Promise<void> {
    await this.#writing.get(id)
    if (!(await this.discard(id))) throw ERRORS.FILE_NOT_FOUND
  }

  /** Object by object: the batch call asks for a checksum that not every S3 server knows. @returns whether there was anything */
  async discard(id: string): Promise<boolean> {
    const metadata = await this.getMetadata(id).catch(unlessMissing)
    if (!metadata) return false
    const upload = { Bucket: this.bucket, Key: id, UploadId: metadata['upload-id'] }
    await this.client.abortMultipartUpload(upload).catch(() => {})
    for (const key of [id, this.partKey(id, true), this.infoKey(id)]) await this.client.deleteObject({ Bucket: this.bucket, Key: key })
    await this.clearCache(id)
    return true
  }

  async readBytes(id: string): Promise<Uint8Array | undefined> {
    try {
      return await gatherBytes(await this.read(id))
    } catch (error) {
      if (error instanceof Error && error.name === 'NoSuchKey') return undefined
      throw error
    }
  }
}

/** @throws what is not the news that there is nothing */
function unlessMissing(error: unknown): undefined {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } }
  if (name === 'NoSuchKey' || name === 'NotFound' || $metadata?.httpStatusCode === 404) return undefined
  throw error
}

/** All bytes up to the end, or up to where the connection broke. */
async function gatherWhatArrives(source: Readable): Promise<{ bytes: Buffer; error?: unknown }> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of source) chunks.push(chunk as Buffer)
    return { bytes: Buffer.concat(chunks) }
  } catch (error) {
    return { bytes: Buffer.concat(chunks), error }
  }
}

export function createS3UploadStore(s3ClientConfig: S3ClientConfig & { bucket: string }, expirationMs: number): UploadStore {
  const tus = new MultipartStore({ s3ClientConfig, useTags: false, expirationPeriodInMilliseconds: expirationMs })
  tus.extensions = TUS_EXTENSIONS
  return {
    tus,
    holdsParts: true,
    countBytes: (id) => countBytesOf(tus, id),
    readBytes: (id) => tus.readBytes(id),
    discard: async (id) => void (await tus.discard(id)),
  }
}
