import { S3ServiceException, type CompletedPart, type S3 } from '@aws-sdk/client-s3'
import { AppError } from '#platform/contract/errors.ts'
import { DAY_MS, MINUTE_MS } from '#platform/contract/limits.ts'
import type { PlaceSettings } from '#platform/process/place-settings.ts'
import { createS3Client } from '#platform/storage/s3-client.ts'
import { type BackupPlace, type PlacedFile, placeError } from './backup-place.ts'

/** A part is held in memory, and sent again after a lost connection. S3 allows 10,000 parts of at least 5 MB. */
const PART_MIN_BYTES = 8 * 1024 * 1024
const PARTS_MAX = 9000
/** A slow connection needs this long for a part. */
const REQUEST_MS = 15 * MINUTE_MS
const ATTEMPTS = 5
/** Parts of a copy that was killed cost money until they are deleted. */
const UNFINISHED_MAX_AGE_MS = DAY_MS

interface Bucket extends Pick<PlaceSettings, 'bucket' | 'prefix'> {
  readonly client: S3
}

export function openS3Place(settings: PlaceSettings): BackupPlace {
  const bucket: Bucket = { ...settings, client: createS3Client(settings, { requestMs: REQUEST_MS, attempts: ATTEMPTS }) }
  const objectOf = (name: string) => ({ Bucket: bucket.bucket, Key: bucket.prefix + name })
  return {
    list: () => explained(() => listFiles(bucket)),
    write: (name, source, bytes) => explained(() => upload(bucket, objectOf(name), { source, bytes })),
    read: (name) => download(bucket, objectOf(name)),
    remove: (name) => explained(async () => void (await bucket.client.deleteObject(objectOf(name)))),
    close: () => bucket.client.destroy(),
  }
}

async function listFiles({ client, bucket, prefix }: Bucket): Promise<PlacedFile[]> {
  const files: PlacedFile[] = []
  let after: string | undefined
  do {
    const page = await client.listObjectsV2({ Bucket: bucket, Prefix: prefix, ContinuationToken: after })
    for (const { Key = '', Size = 0 } of page.Contents ?? []) files.push({ name: Key.slice(prefix.length), bytes: Size })
    after = page.IsTruncated ? page.NextContinuationToken : undefined
  } while (after !== undefined)
  return files.filter(({ name }) => name !== '' && !name.includes('/'))
}

interface S3Object {
  readonly Bucket: string
  readonly Key: string
}

async function upload(
  { client }: Bucket,
  object: S3Object,
  { source, bytes }: { source: AsyncIterable<Uint8Array>; bytes: number },
): Promise<void> {
  const partBytes = Math.max(PART_MIN_BYTES, Math.ceil(bytes / PARTS_MAX))
  if (bytes <= partBytes) {
    for await (const Body of inBlocks(source, bytes + 1)) await client.putObject({ ...object, Body })
    return
  }
  await endUnfinished(client, object)
  const { UploadId } = await client.createMultipartUpload(object)
  const target = { ...object, UploadId }
  try {
    const Parts: CompletedPart[] = []
    for await (const Body of inBlocks(source, partBytes)) {
      const PartNumber = Parts.length + 1
      const { ETag } = await client.uploadPart({ ...target, PartNumber, Body })
      Parts.push({ ETag, PartNumber })
    }
    await client.completeMultipartUpload({ ...target, MultipartUpload: { Parts } })
  } catch (error) {
    await client.abortMultipartUpload(target).catch(() => {})
    throw error
  }
}

/** Regroups chunks into blocks of one size; the last one may be shorter. */
async function* inBlocks(source: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Buffer> {
  let chunks: Uint8Array[] = []
  let length = 0
  for await (let chunk of source) {
    while (length + chunk.byteLength >= bytes) {
      const rest = bytes - length
      yield Buffer.concat([...chunks, chunk.subarray(0, rest)])
      chunks = []
      length = 0
      chunk = chunk.subarray(rest)
    }
    // Copied, since a source may reuse its buffer.
    if (chunk.byteLength > 0) chunks.push(Buffer.from(chunk))
    length += chunk.byteLength
  }
  if (length > 0) yield Buffer.concat(chunks)
}

/** Deletes the parts of copies of killed processes, as far as the store lists them. */
async function endUnfinished(client: S3, { Bucket, Key }: S3Object): Promise<void> {
  const Prefix = Key.slice(0, Key.lastIndexOf('/') + 1)
  const { Uploads = [] } = await client.listMultipartUploads({ Bucket, Prefix }).catch(() => ({ Uploads: [] }))
  for (const { Key: key, UploadId, Initiated } of Uploads) {
    if (Date.now() - (Initiated?.getTime() ?? Date.now()) < UNFINISHED_MAX_AGE_MS) continue
    await client.abortMultipartUpload({ Bucket, Key: key, UploadId }).catch(() => {})
  }
}

async function* download({ client }: Bucket, object: S3Object): AsyncGenerator<Uint8Array> {
  let [at, total] = [0, Number.POSITIVE_INFINITY]
  let stalled = 0
  while (at < total) {
    const before = at
    try {
      const range = at === 0 ? {} : { Range: `bytes=${at}-` }
      const { Body, ContentLength = 0 } = await client.getObject({ ...object, ...range })
      total = at + ContentLength
      for await (const chunk of Body as AsyncIterable<Uint8Array>) {
        at += chunk.byteLength
        yield chunk
      }
      if (at === before && at < total) throw new Error('No byte arrived.')
    } catch (error) {
      stalled = at === before ? stalled + 1 : 0
      if (isRefusal(error) || stalled > 2 || error instanceof AppError) throw explain(error)
    }
  }
}

/** Errors of the request, not of the connection. */
const isRefusal = (error: unknown) => error instanceof S3ServiceException && (error.$metadata.httpStatusCode ?? 500) < 500

async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw explain(error)
  }
}

const REFUSALS: Readonly<Record<string, string>> = {
  NoSuchBucket: 'There is no bucket of that name.',
  NoSuchKey: 'This backup is not in the bucket any more.',
  InvalidAccessKeyId: 'The bucket’s server does not know this access key.',
  SignatureDoesNotMatch: 'The secret key of the bucket is wrong.',
  AccessDenied: 'The bucket’s server does not let this key in.',
  Forbidden: 'The bucket’s server does not let this key in.',
}

/** One sentence for all that is no S3 store: an admin does not learn what else listens where. The cause is for the log. */
function explain(error: unknown): AppError {
  if (error instanceof AppError) return error
  const { name = '' } = error as { name?: string }
  return placeError(REFUSALS[name] ?? 'There is no S3 store at this address, or it does not respond as it should.', error)
}
