import { lookup as lookUpName, type LookupAddress } from 'node:dns'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { MINUTE_MS } from '#platform/contract/limits.ts'

const REDIRECTS_MAX = 4
const TRIES = 3
/** Until the response begins, and then between two of its parts. */
const SILENCE_MS = 30_000

/** The `Accept` header, and the time for all of it. */
const KINDS = {
  picture: { accept: 'image/*', timeoutMs: 30_000 },
  file: { accept: '*/*', timeoutMs: 20 * MINUTE_MS },
} as const
export type FetchedKind = keyof typeof KINDS

/** `unreachable` is worth a retry; `refused` is not. */
export interface Problem {
  readonly problem: 'unreachable' | 'refused'
  readonly reason: string
}

export interface FetchOptions {
  /** For tests only; no setting or flag sets it. */
  readonly allowLoopback?: boolean
  /** Delay before the second try; four times as long before the third. */
  readonly retryMs?: number
  readonly tries?: number
  /** In place of that of the kind. */
  readonly timeoutMs?: number
}

interface FetchRequest<Result> extends FetchOptions {
  readonly kind: FetchedKind
  readonly maxBytes: number
  readonly read: (body: AsyncIterable<Buffer>) => Promise<Result>
}

/** An error that a retry does not help against. */
class Refusal extends Error {}

export const tooLarge = (kind: FetchedKind, maxBytes: number): string => `the ${kind} is larger than ${maxBytes / 1024 / 1024} MB`

/**
 * Fetches over http and https from public addresses only: each name is resolved once, all its addresses are checked, and
 * the connection uses these. Redirects are checked, too. Returns a problem for any failure of the site, and does not throw.
 */
export async function fetchAddress<Result extends object>(address: string, request: FetchRequest<Result>): Promise<Result | Problem> {
  const { retryMs = 1000, tries = TRIES } = request
  for (let attempt = 1; ; attempt += 1) {
    const fetched = await fetchOnce(address, request)
    if (!('problem' in fetched) || fetched.problem === 'refused' || attempt >= tries) return fetched
    await new Promise((resolve) => setTimeout(resolve, retryMs * 4 ** (attempt - 1)))
  }
}

async function fetchOnce<Result extends object>(address: string, request: FetchRequest<Result>): Promise<Result | Problem> {
  const { kind, timeoutMs = KINDS[kind].timeoutMs, maxBytes, read } = request
  const slow = new AbortController()
  const timer = setTimeout(() => slow.abort(), timeoutMs)
  try {
    const response = await follow(address, request, slow)
    if ('problem' in response) return response
    return await read(bounded(response, maxBytes, tooLarge(kind, maxBytes)))
  } catch (error) {
    if (error instanceof Refusal) return { problem: 'refused', reason: error.message }
    return { problem: 'unreachable', reason: slow.signal.aborted ? 'the site was too slow' : 'the site could not be reached' }
  } finally {
    clearTimeout(timer)
  }
}

/** The connection ends with the loop. @throws Refusal, also before the body if that is announced as too large */
async function* bounded(response: IncomingMessage, maxBytes: number, reason: string): AsyncGenerator<Buffer> {
  try {
    if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw new Refusal(reason)
    let length = 0
    for await (const chunk of response as AsyncIterable<Buffer>) {
      length += chunk.byteLength
      if (length > maxBytes) throw new Refusal(reason)
      yield chunk
    }
  } finally {
    response.destroy()
  }
}

async function follow(address: string, request: FetchRequest<object>, slow: AbortController): Promise<IncomingMessage | Problem> {
  let url = readUrl(address)
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
    const response = await open(url, request, slow)
    const { statusCode = 0, headers } = response
    if (statusCode === 200) return response
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

function open(url: URL, { kind, allowLoopback = false }: FetchRequest<object>, slow: AbortController): Promise<IncomingMessage> {
  const mayReach: MayReach = (address) => isPublicAddress(address) || (allowLoopback && address === '127.0.0.1')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // Node does not look up IP addresses, so they are checked here.
  if (isIP(host) !== 0 && !mayReach(host)) throw new Refusal('the address is not a public one')
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const options = {
    agent: false,
    signal: slow.signal,
    timeout: SILENCE_MS,
    lookup: checkedLookup(mayReach),
    headers: { accept: KINDS[kind].accept, 'accept-encoding': 'identity', 'user-agent': 'Kindred' },
  }
  request(url, options, resolve)
    .on('error', reject)
    .on('timeout', () => slow.abort())
    .end()
  return promise
}

type MayReach = (address: string) => boolean

/** The connection uses the checked addresses, so a second DNS lookup cannot change them. */
const checkedLookup =
  (mayReach: MayReach): LookupFunction =>
  (hostname, options, callback) => {
    lookUpName(hostname, { ...options, all: true }, (error: Error | null, addresses: LookupAddress[]) => {
      const [first] = addresses ?? []
      if (error || first === undefined) return callback(error ?? new Error('no address'), '', 4)
      if (!addresses.every(({ address }) => mayReach(address))) return callback(new Refusal('the address is not a public one'), '', 4)
      return options.all === true ? callback(null, addresses) : callback(null, first.address, first.family)
    })
  }

/** IPv4 networks that are not public (IANA special-purpose registry). */
const SPECIAL_IPV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]
/** The public part of IPv6 … */
const GLOBAL_IPV6 = ['2000::', 3] as const
/** … without documentation prefixes and those that embed an IPv4 address. */
const SPECIAL_IPV6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const special = new BlockList()
for (const [network, bits] of SPECIAL_IPV4) special.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of SPECIAL_IPV6) special.addSubnet(network, bits, 'ipv6')
const global = new BlockList()
global.addSubnet(...GLOBAL_IPV6, 'ipv6')

/** Whether an IP address is public, so not of this machine or its local network. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !special.check(address, 'ipv4')
  return version === 6 && global.check(address, 'ipv6') && !special.check(address, 'ipv6')
}
