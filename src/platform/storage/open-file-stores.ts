import { constants } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { StorageSettings } from '#platform/process/config.ts'
import type { FileStore } from './file-store.ts'
import { createFolderFileStore } from './folder-file-store.ts'

const REQUEST_TIMEOUT_MS = 30_000

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

async function openBucket(settings: Extract<StorageSettings, { type: 's3' }>): Promise<FileStores> {
  const [{ createS3Client }, { createS3FileStore }] = await loadS3()
  const { bucket } = settings
  const client = createS3Client(settings, { requestMs: REQUEST_TIMEOUT_MS })
  const check = async () => void (await client.headBucket({ Bucket: bucket }))
  await check()
  return { store: (prefix) => createS3FileStore(client, { bucket, prefix }), check, freeBytes: async () => null }
}

/** Loads the client only when it is needed: that takes a good part of a second. */
const loadS3 = () => Promise.all([import('./s3-client.ts'), import('./s3-file-store.ts')])
