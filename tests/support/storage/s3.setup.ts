import { randomBytes } from 'node:crypto'
import type { TestProject } from 'vitest/node'
import { deleteBuckets, type S3Access, type S3Offer } from './s3.ts'
import { isSwiftInstalled, startSwift, SWIFT_PACKAGES } from './swift-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    s3: S3Offer
  }
}

const PREFIX = 'kindred-test'

/** Vitest's global setup of the storage project: one S3 server for the whole run, at TEST_S3_ENDPOINT or OpenStack Swift. */
export default async function setUpS3({ provide }: TestProject): Promise<() => Promise<void>> {
  const given = readGiven(process.env)
  if (given) {
    provide('s3', { access: given })
    return () => deleteBuckets(given)
  }
  if (!isSwiftInstalled()) {
    provide('s3', {
      missing: { why: 'no S3 server here', install: `apt-get install ${SWIFT_PACKAGES.join(' ')}, or set TEST_S3_ENDPOINT` },
    })
  } else {
    try {
      const { stop, ...access } = await startSwift()
      provide('s3', { access: { ...access, prefix: PREFIX } })
      return stop
    } catch (error) {
      provide('s3', { problem: (error as Error).message })
    }
  }
  return async () => {}
}

function readGiven(env: NodeJS.ProcessEnv): S3Access | undefined {
  if (!env.TEST_S3_ENDPOINT) return undefined
  return {
    endpoint: env.TEST_S3_ENDPOINT,
    region: env.TEST_S3_REGION ?? 'us-east-1',
    accessKeyId: env.TEST_S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.TEST_S3_SECRET_ACCESS_KEY ?? '',
    prefix: `${PREFIX}-${randomBytes(4).toString('hex')}`,
  }
}
