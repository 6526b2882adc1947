import { constants } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { StorageSettings } from '#platform/process/config.ts'
import type { FileStore } from './file-store.ts'
import { createFolderFileStore } from './folder-file-store.ts'

const CONNECT_TIMEOUT_MS = 5000
const REQUEST_TIMEOUT_MS = 30_000
/** Each slow download holds a socket; with the client's default of 50 they would block everything else. */
const SOCKETS_MAX = 1000

/** A local folder or a bucket that holds file stores by name. */
export interface FileStores {
  readonly store: (name: string) => FileStore
  /** Rejects while the folder or bucket cannot be reached or written to. */
  readonly check: () => Promise<void>
  /** Free space; null where there is no such bound. */
  readonly freeBytes: () => Promise<number | null>
}

/** @throws when the bucket cannot be reached */
export async function openFileStores(settings: StorageSettings): Promise<FileStores> {
  return settings.type === 'folder' ? openFolder(settings.path) : openBucket(settings)
}

export const openFolder = (root: string): FileStores => ({
  store: (name) => createFolderFileStore(join(root, name)),
  check: () => access(root, constants.R_OK | constants.W_OK),
  freeBytes: async () => {
    const { bavail, bsize } = await statfs(root)
    return bavail * bsize
  },
})

/** Loads the client only when it is needed: that takes a good part of a second. */
async function openBucket(settings: Extract<StorageSettings, { type: 's3' }>): Promise<FileStores> {
  const [{ S3 }, { createS3FileStore }] = await Promise.all([import('@aws-sdk/client-s3'), import('./s3-file-store.ts')])
  const { bucket, endpoint, region, accessKeyId, secretAccessKey } = settings
  const sockets = { maxSockets: SOCKETS_MAX, keepAlive: true }
  const client = new S3({
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    region,
    credentials: { accessKeyId, secretAccessKey },
    requestHandler: {
      // Without these the client waits forever for a store that is down.
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      throwOnRequestTimeout: true,
      httpAgent: sockets,
      httpsAgent: sockets,
    },
    // Many servers do not know the checksums that newer clients add.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const check = async () => void (await client.headBucket({ Bucket: bucket }))
  await check()
  return { store: (prefix) => createS3FileStore(client, { bucket, prefix }), check, freeBytes: async () => null }
}
