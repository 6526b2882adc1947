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

interface ClientOptions {
  /** How long one request may take. */
  readonly requestMs: number
  /** How often a request is sent whose connection is lost, or whose server fails; the library's own number by default. */
  readonly attempts?: number
}

/** A client of any S3-compatible store. */
export function createS3Client(account: S3Account, { requestMs, attempts }: ClientOptions): S3 {
  const { endpoint, region, accessKeyId, secretAccessKey } = account
  const sockets = { maxSockets: SOCKETS_MAX, keepAlive: true }
  return new S3({
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    region,
    ...(attempts === undefined ? {} : { maxAttempts: attempts }),
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
