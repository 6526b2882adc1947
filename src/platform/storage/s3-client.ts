import { S3 } from '@aws-sdk/client-s3'

export interface S3Account {
  /** Null for Amazon S3. */
  readonly endpoint: string | null
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

const CONNECT_TIMEOUT_MS = 5000
/** Each slow download holds a socket; with the client's default of 50 they would block everything else. */
const SOCKETS_MAX = 1000

/** A client of any S3-compatible store. @param requestMs how long one request may take */
export function createS3Client(account: S3Account, { requestMs }: { requestMs: number }): S3 {
  const { endpoint, region, accessKeyId, secretAccessKey } = account
  const sockets = { maxSockets: SOCKETS_MAX, keepAlive: true }
  return new S3({
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    region,
    credentials: { accessKeyId, secretAccessKey },
    requestHandler: {
      // Without these the client waits forever for a store that is down.
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: requestMs,
      throwOnRequestTimeout: true,
      httpAgent: sockets,
      httpsAgent: sockets,
    },
    // Many servers do not know the checksums that newer clients add.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
}
