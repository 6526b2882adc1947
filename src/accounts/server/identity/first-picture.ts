import { UPLOAD_MAX_BYTES } from '#media/contract/media-limits.ts'
import type { Database } from '#platform/database/database.ts'
import type { Logger } from '#platform/process/logger.ts'
import type { Identity } from './identity.ts'

const TIMEOUT_MS = 4000
const GOOGLE = 'https://accounts.google.com'

/** Allows only the provider's own picture hosts, so that an address in a token cannot make the server call another host (SSRF). */
export function isProvidersPicture(address: string, issuer: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, host, port, username, password } = new URL(address)
  const provider = new URL(issuer)
  if (protocol !== provider.protocol || username !== '' || password !== '') return false
  if (host === provider.host) return true
  return issuer === GOOGLE && port === '' && /^[a-z0-9-]+\.googleusercontent\.com$/.test(hostname)
}

/** @returns the picture's bytes; null if it is missing, too slow, too large, or redirects */
async function fetchPicture(address: string | null, issuer: string): Promise<Uint8Array | null> {
  if (address === null || !isProvidersPicture(address, issuer)) return null
  try {
    const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS), credentials: 'omit' })
    if (!response.ok || response.body === null) return null
    const chunks: Uint8Array[] = []
    let length = 0
    for await (const chunk of response.body as ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>) {
      length += chunk.byteLength
      if (length > UPLOAD_MAX_BYTES.profile) return null
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } catch {
    return null
  }
}

interface Dependencies {
  readonly db: Database
  readonly logger: Logger
  /** Stores a picture. @returns its path */
  readonly storePicture: (bytes: Uint8Array, userId: string) => Promise<string>
}

/** Stores the provider's picture for a new account. Without one, pages show the drawn picture. */
export async function storeFirstPicture({ db, logger, storePicture }: Dependencies, userId: string, identity: Identity): Promise<void> {
  const bytes = await fetchPicture(identity.pictureUrl, identity.issuer)
  if (bytes === null) return
  try {
    const path = await storePicture(bytes, userId)
    await db.updateTable('users').set({ picture_url: path }).where('id', '=', userId).execute()
  } catch (error) {
    logger.warn({ err: error }, 'profile picture not stored')
  }
}
