import autocannon from 'autocannon'
import { cpuMs } from './processes.ts'

/** What a load of many requests showed. */
export interface Load {
  readonly requestsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Processor time of the server's process for one request; NaN where the system does not tell. */
  readonly cpuMs: number
}

interface LoadOptions {
  /** One path, or what makes the next request. */
  readonly request: string | ((number: number) => autocannon.Request)
  /** How long, in seconds … */
  readonly seconds?: number
  /** … or how many requests. */
  readonly amount?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly connections?: number
  /** The server's process. */
  readonly pid?: number | undefined
}

const CONNECTIONS = 16
/** A load ends with a sample; the default is one a second. */
const SAMPLE_MS = 20

/** Sends requests as fast as they are answered. @throws when a response is not 2xx or 3xx */
export async function measureLoad(base: string, options: LoadOptions): Promise<Load> {
  const { request, seconds = 1, amount, connections = CONNECTIONS, pid } = options
  const headers = { 'accept-encoding': 'br', ...options.headers }
  let sent = 0
  const next = (defaults: autocannon.Request): autocannon.Request => {
    const made = typeof request === 'string' ? { path: request } : request((sent += 1))
    return { ...defaults, ...made, headers: { ...headers, ...made.headers } }
  }
  // A fixed request costs the generator least, and fast servers would wait for it.
  const requests = typeof request === 'string' ? [{ path: request, headers }] : [{ setupRequest: next }]
  const length = amount === undefined ? { duration: seconds } : { amount }
  const before = await cpuMs(pid)
  const startedAt = performance.now()
  const result = await autocannon({ url: base, connections, requests, sampleInt: SAMPLE_MS, ...length })
  const passed = amount === undefined ? result.duration : (performance.now() - startedAt) / 1000
  const used = ((await cpuMs(pid)) ?? Number.NaN) - (before ?? Number.NaN)
  const failed = result.errors + result.timeouts + result['4xx'] + result['5xx']
  if (failed > 0) throw new Error(`${failed} of ${result.requests.total} requests to ${base} failed.`)
  return {
    requestsPerSecond: result.requests.total / passed,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    cpuMs: used / result.requests.total,
  }
}

/** Each path in turn, each time from another client address: searches are limited by address. */
export function inTurn(paths: readonly string[]): (number: number) => autocannon.Request {
  return (number) => ({ path: paths[number % paths.length] ?? '/', headers: { 'x-forwarded-for': addressOfNumber(number) } })
}

/** A private IPv4 address for each number. */
export const addressOfNumber = (number: number): string => `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
