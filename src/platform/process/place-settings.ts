import type { S3Account } from '#platform/storage/s3-client.ts'

/** The bucket that backups are copied to. */
export interface PlaceSettings extends S3Account {
  readonly bucket: string
  /** Begin of the keys: empty, or with a slash at its end. */
  readonly prefix: string
}

/** What a person enters for a place. */
export interface PlaceInput {
  /** `s3://bucket/folder` */
  readonly url: string
  readonly endpoint: string | null
  readonly region: string
  readonly accessKeyId: string
  readonly secret: string
}

const BUCKET = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]{0,200}))?$/

export const isPlaceUrl = (url: string): boolean => BUCKET.test(url)

/** @returns undefined for an address that is none */
export function readPlace({ url, endpoint, region, accessKeyId, secret }: PlaceInput): PlaceSettings | undefined {
  const [, bucket, path = ''] = BUCKET.exec(url) ?? []
  if (bucket === undefined) return undefined
  const prefix = path
    .split('/')
    .filter((part) => part !== '')
    .map((part) => `${part}/`)
    .join('')
  return { bucket, prefix, endpoint, region, accessKeyId, secretAccessKey: secret }
}

/** The address without anything secret. */
export const placeUrl = ({ bucket, prefix }: PlaceSettings): string => `s3://${bucket}${prefix === '' ? '' : `/${prefix.slice(0, -1)}`}`
