import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { type GetObjectCommandInput, type S3, S3ServiceException } from '@aws-sdk/client-s3'
import { type FileStore, isFileKey, requireFileKey } from './file-store.ts'

const TRIES = 3
/** Extends the timeout of a large file: a slow line takes longer for it than for other requests. */
const SLOWEST_BYTES_PER_MS = 50
const REQUEST_TIMEOUT_MS = 30_000

/** Objects of a bucket of any S3-compatible store, under `<prefix>/`. */
export function createS3FileStore(client: S3, { bucket, prefix }: { bucket: string; prefix: string }): FileStore {
  const objectOf = (key: string) => ({ Bucket: bucket, Key: `${prefix}/${requireFileKey(key)}` })

  async function open(request: GetObjectCommandInput): Promise<Readable | undefined> {
    const response = await client.getObject(request).catch(unlessMissing)
    // In Node the body is always an IncomingMessage.
    return response?.Body as Readable | undefined
  }

  async function* listKeys(folder: string): AsyncGenerator<string> {
    const start = objectOf(`${folder}/x`).Key.slice(0, -1)
    let after: string | undefined
    do {
      const page = await client.listObjectsV2({ Bucket: bucket, Prefix: start, ContinuationToken: after })
      for (const { Key = '' } of page.Contents ?? []) yield Key
      after = page.IsTruncated ? page.NextContinuationToken : undefined
    } while (after !== undefined)
  }

  return {
    async copyIn(key, path) {
      await putFromDisk(client, objectOf(key), path)
    },
    async writeStream(key, stream, size) {
      await client.putObject({ ...objectOf(key), Body: stream, ContentLength: size }, { requestTimeout: timeoutOf(size) })
    },
    async write(key, bytes) {
      await client.putObject({ ...objectOf(key), Body: bytes, ContentLength: bytes.byteLength })
    },
    async read(key) {
      if (!isFileKey(key)) return undefined
      const response = await client.getObject(objectOf(key)).catch(unlessMissing)
      return response && new Uint8Array((await response.Body?.transformToByteArray()) ?? [])
    },
    async find(key) {
      if (!isFileKey(key)) return undefined
      const head = await client.headObject(objectOf(key)).catch(unlessMissing)
      if (!head) return undefined
      return {
        size: head.ContentLength ?? 0,
        open: (range) => open({ ...objectOf(key), ...(range && { Range: `bytes=${range.start}-${range.end}` }) }),
      }
    },
    async list(folder) {
      const names: string[] = []
      for await (const key of listKeys(folder)) names.push(key.slice(key.lastIndexOf('/') + 1))
      return names.filter((name) => isFileKey(`${folder}/${name}`)).toSorted()
    },
    async removeFolder(folder) {
      // Object by object: the batch call asks for a checksum that not every S3 server knows.
      for await (const key of listKeys(folder)) await client.deleteObject({ Bucket: bucket, Key: key })
    },
  }
}

const timeoutOf = (size: number) => REQUEST_TIMEOUT_MS + size / SLOWEST_BYTES_PER_MS

/** Streams a file to the bucket: its payload is not signed, and the client cannot retry by itself. */
async function putFromDisk(client: S3, object: { Bucket: string; Key: string }, path: string): Promise<void> {
  const { size } = await stat(path)
  for (let attempt = 1; ; attempt += 1) {
    const body = createReadStream(path)
    try {
      await client.putObject({ ...object, Body: body, ContentLength: size }, { requestTimeout: timeoutOf(size) })
      return
    } catch (error) {
      if (attempt === TRIES) throw error
    } finally {
      body.destroy()
    }
  }
}

/** @throws every error except for a missing object */
function unlessMissing(error: unknown): undefined {
  if (!(error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404)) throw error
}
