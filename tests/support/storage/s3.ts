import { randomBytes } from 'node:crypto'
import { S3 } from '@aws-sdk/client-s3'
import { inject } from 'vitest'
import type { Missing } from '#tests/support/requirement.ts'
import { isSwiftInstalled, SWIFT_PACKAGES } from './swift-server.ts'
import type { StorageSettings } from '#platform/process/config.ts'

export interface S3Access {
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Prefix of the names of this run's buckets. */
  readonly prefix: string
}

const clientOf = ({ endpoint, region, accessKeyId, secretAccessKey }: Omit<S3Access, 'prefix'>) =>
  new S3({ endpoint, region, credentials: { accessKeyId, secretAccessKey }, forcePathStyle: true })

/** Deletes this run's buckets from a server that outlives the run. */
export async function deleteBuckets(access: S3Access): Promise<void> {
  const client = clientOf(access)
  const { Buckets = [] } = await client.listBuckets()
  for (const { Name: Bucket = '' } of Buckets.filter(({ Name }) => Name?.startsWith(access.prefix))) {
    for (let isEmpty = false; !isEmpty;) {
      const { Contents = [] } = await client.listObjectsV2({ Bucket })
      for (const { Key } of Contents) await client.deleteObject({ Bucket, Key })
      isEmpty = Contents.length === 0
    }
    await client.deleteBucket({ Bucket })
  }
}

/** A server, none on this machine, or the reason why it did not start. */
export type S3Offer = { readonly access: S3Access } | { readonly missing: Missing } | { readonly problem: string }

/** For `unlessMissing`: null if the tests have an S3 server. */
export function missingS3(): Missing | null {
  const offer = inject('s3')
  return 'missing' in offer ? offer.missing : null
}

/** For `unlessMissing`: null if a server can be started by the test itself. */
export const missingSwift = (): Missing | null =>
  isSwiftInstalled() ? null : { why: 'no S3 server here', install: `apt-get install ${SWIFT_PACKAGES.join(' ')}` }

export async function createBucketAt(server: Omit<S3Access, 'prefix'>, bucket: string): Promise<void> {
  await clientOf(server).createBucket({ Bucket: bucket })
}

type BucketSettings = Extract<StorageSettings, { type: 's3' }>

/** A new bucket, the settings that open it, and a client. */
export async function createBucket(): Promise<{ settings: BucketSettings; client: S3; listKeys: () => Promise<string[]> }> {
  const offer = inject('s3')
  if (!('access' in offer)) throw new Error('problem' in offer ? offer.problem : offer.missing.why)
  const { endpoint, region, accessKeyId, secretAccessKey, prefix } = offer.access
  const bucket = `${prefix}-${randomBytes(6).toString('hex')}`
  const client = clientOf(offer.access)
  await client.createBucket({ Bucket: bucket })
  return {
    settings: { type: 's3', bucket, endpoint, region, accessKeyId, secretAccessKey },
    client,
    async listKeys() {
      const keys: string[] = []
      let after: string | undefined
      // A page has a thousand keys at most.
      do {
        const page = await client.listObjectsV2({ Bucket: bucket, ContinuationToken: after })
        keys.push(...(page.Contents ?? []).map(({ Key = '' }) => Key))
        after = page.IsTruncated === true ? page.NextContinuationToken : undefined
      } while (after !== undefined)
      return keys.toSorted()
    },
  }
}
