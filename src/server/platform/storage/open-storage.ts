import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { UPLOAD_TTL_MS } from '#contract/limits.ts'
import type { StorageSettings } from '#server/platform/config.ts'
import { createFolderStore } from './file-store.ts'
import { createFolderUploadStore } from './folder-upload-store.ts'
import type { Storage } from './storage.ts'

const CONNECT_TIMEOUT_MS = 5000
const REQUEST_TIMEOUT_MS = 30_000

/** A folder of this machine, or a bucket. @throws when the bucket cannot be reached or written to */
export async function openStorage(settings: StorageSettings): Promise<Storage> {
  return settings.type === 'folder' ? openFolderStorage(settings.path) : openBucket(settings)
}

/** `files/` holds what everyone may see, `uploads/` what is on its way. */
export function openFolderStorage(root: string): Storage {
  return {
    files: createFolderStore(join(root, 'files')),
    uploads: createFolderUploadStore(root, UPLOAD_TTL_MS),
    check: () => access(root, constants.R_OK | constants.W_OK),
  }
}

/** The libraries are loaded only where they are needed: they take a good part of a second to start. */
async function openBucket(settings: Extract<StorageSettings, { type: 's3' }>): Promise<Storage> {
  const [{ S3 }, { createS3FileStore }, { createS3UploadStore }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('./s3-file-store.ts'),
    import('./s3-upload-store.ts'),
  ])
  const { bucket, endpoint, region, accessKeyId, secretAccessKey } = settings
  const config = {
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    region,
    credentials: { accessKeyId, secretAccessKey },
    // A store that is down must not hold up who asks; without these it is waited for without end.
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS, throwOnRequestTimeout: true },
    // Checksums that newer clients add by themselves are unknown to many servers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  } as const
  const client = new S3(config)
  await client.headBucket({ Bucket: bucket })
  return {
    files: createS3FileStore(client, bucket),
    uploads: createS3UploadStore({ ...config, bucket }, UPLOAD_TTL_MS),
    check: async () => void (await client.headBucket({ Bucket: bucket })),
  }
}
