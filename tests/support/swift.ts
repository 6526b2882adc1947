import { randomBytes } from 'node:crypto'
import { S3 } from '@aws-sdk/client-s3'
import { inject } from 'vitest'
import type { StorageSettings } from '#server/platform/config.ts'

/** What the run offers to its tests: a server, or the reason why there is none. */
export type SwiftOffer =
  | {
      readonly endpoint: string
      readonly region: string
      readonly accessKeyId: string
      readonly secretAccessKey: string
      readonly problem: null
    }
  | { readonly problem: string }

/** Null where the tests have a Swift. Otherwise what needs one is skipped, and the run itself fails and says why. */
export const swiftProblem = (): string | null => inject('swift').problem

type BucketSettings = Extract<StorageSettings, { type: 's3' }>

/** A fresh bucket with the settings that open it, and a client to look into it. */
export async function createBucket(): Promise<{ settings: BucketSettings; client: S3; listKeys: () => Promise<string[]> }> {
  const offer = inject('swift')
  if (offer.problem !== null) throw new Error(`No S3-compatible server for the tests: ${offer.problem}`)
  const { endpoint, region, accessKeyId, secretAccessKey } = offer
  const bucket = `kindred-${randomBytes(6).toString('hex')}`
  const client = new S3({ endpoint, region, credentials: { accessKeyId, secretAccessKey }, forcePathStyle: true })
  await client.createBucket({ Bucket: bucket })
  return {
    settings: { type: 's3', bucket, endpoint, region, accessKeyId, secretAccessKey },
    client,
    async listKeys() {
      const { Contents = [] } = await client.listObjectsV2({ Bucket: bucket })
      return Contents.map(({ Key = '' }) => Key).toSorted()
    },
  }
}
