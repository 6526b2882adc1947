import { UPLOAD_MAX_BYTES } from '#platform/contract/limits.ts'

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
export async function fetchProfilePicture(address: string | null, issuer: string): Promise<Uint8Array | null> {
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
