import { lookup as lookUpName, type LookupAddress } from 'node:dns'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { UPLOAD_MAX_BYTES } from '#contract/limits.ts'
import { isPublicAddress } from './public-address.ts'

const TIMEOUT_MS = 30_000
const REDIRECTS_MAX = 4
const TRIES = 3

export type Fetched =
  | { readonly bytes: Uint8Array }
  /** `unreachable` may go better another time; `refused` will not. */
  | { readonly problem: 'unreachable' | 'refused'; readonly reason: string }

/** Gets a picture from another site, in so many tries. Never throws for what is there, or not there. */
export type DownloadPicture = (address: string, tries?: number) => Promise<Fetched>

export interface FetchOptions {
  /** For tests only; no setting or flag sets it. */
  readonly allowLoopback?: boolean
  /** Delay before the second try; four times as long before the third. */
  readonly retryMs?: number
}

class Refusal extends Error {}

/**
 * Fetches over http and https from public addresses only: each name is resolved once, all its addresses are checked, and
 * the connection uses these. Redirects are checked, too. Slow and large responses are aborted.
 */
export function createPictureDownloader({ allowLoopback = false, retryMs = 1000 }: FetchOptions = {}): DownloadPicture {
  const mayReach = (address: string) => isPublicAddress(address) || (allowLoopback && address === '127.0.0.1')
  return async (address, tries = TRIES) => {
    for (let attempt = 1; ; attempt += 1) {
      const fetched = await fetchOnce(address, mayReach)
      if ('bytes' in fetched || fetched.problem === 'refused' || attempt >= tries) return fetched
      await new Promise((resolve) => setTimeout(resolve, retryMs * 4 ** (attempt - 1)))
    }
  }
}

type MayReach = (address: string) => boolean

async function fetchOnce(address: string, mayReach: MayReach): Promise<Fetched> {
  try {
    return await follow(address, mayReach)
  } catch (error) {
    if (error instanceof Refusal) return { problem: 'refused', reason: error.message }
    const isSlow = error instanceof Error && error.name === 'TimeoutError'
    return { problem: 'unreachable', reason: isSlow ? 'the site was too slow' : 'the site could not be reached' }
  }
}

async function follow(address: string, mayReach: MayReach): Promise<Fetched> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  let url = readUrl(address)
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
    const response = await open(url, mayReach, signal)
    const { statusCode = 0, headers } = response
    if (statusCode === 200) return { bytes: await readAll(response) }
    response.destroy()
    if (statusCode < 300 || statusCode >= 400 || headers.location === undefined) {
      const problem = statusCode >= 500 || statusCode === 429 ? 'unreachable' : 'refused'
      return { problem, reason: `the site answered ${statusCode}` }
    }
    url = readUrl(headers.location, url)
  }
  return { problem: 'refused', reason: 'the address leads in circles' }
}

function readUrl(address: string, base?: URL): URL {
  if (!URL.canParse(address, base)) throw new Refusal('this is no address')
  const url = new URL(address, base)
  if (!/^https?:$/.test(url.protocol)) throw new Refusal('only http and https are fetched')
  if (url.username !== '' || url.password !== '') throw new Refusal('the address holds a password')
  return url
}

function open(url: URL, mayReach: MayReach, signal: AbortSignal): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // A bare address is never looked up, so it is judged here.
  if (isIP(host) !== 0 && !mayReach(host)) throw new Refusal('the address is not a public one')
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const options = {
    agent: false,
    signal,
    lookup: judgingLookup(mayReach),
    headers: { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'Kindred' },
  }
  request(url, options, resolve).on('error', reject).end()
  return promise
}

/** The connection uses the checked addresses, so a second DNS lookup cannot change them. */
const judgingLookup =
  (mayReach: MayReach): LookupFunction =>
  (hostname, options, callback) => {
    lookUpName(hostname, { ...options, all: true }, (error: Error | null, addresses: LookupAddress[]) => {
      const [first] = addresses ?? []
      if (error || first === undefined) return callback(error ?? new Error('no address'), '', 4)
      if (!addresses.every(({ address }) => mayReach(address))) return callback(new Refusal('the address is not a public one'), '', 4)
      return options.all === true ? callback(null, addresses) : callback(null, first.address, first.family)
    })
  }

async function readAll(response: IncomingMessage): Promise<Uint8Array> {
  const max = UPLOAD_MAX_BYTES.post
  const tooLarge = () => new Refusal(`the picture is larger than ${max / 1024 / 1024} MB`)
  if (Number(response.headers['content-length'] ?? 0) > max) {
    response.destroy()
    throw tooLarge()
  }
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.byteLength
    if (length > max) {
      response.destroy()
      throw tooLarge()
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
