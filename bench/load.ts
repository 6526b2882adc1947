import autocannon from 'autocannon'
import { cpuMs } from './processes.ts'

/** Result of a load. */
export interface Load {
  readonly requestsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** CPU time of the server's process per request; NaN on systems without /proc. */
  readonly cpuMs: number
}

interface LoadOptions {
  /** A path, or a function that returns the next request. */
  readonly request: string | ((number: number) => autocannon.Request)
  /** Duration of the load; ignored when `amount` is given. */
  readonly seconds?: number
  /** Number of requests. */
  readonly amount?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly connections?: number
  /** Process id of the server. */
  readonly pid?: number | undefined
}

const CONNECTIONS = 16
/** autocannon ends a load at a sampling interval, by default one second. */
const SAMPLE_MS = 20

/** Each connection sends its next request after the previous response. @throws when a response is not 2xx or 3xx */
export async function measureLoad(base: string, options: LoadOptions): Promise<Load> {
  const { request, seconds = 1, amount, connections = CONNECTIONS, pid } = options
  const headers = { 'accept-encoding': 'br', ...options.headers }
  let sent = 0
  const next = (defaults: autocannon.Request): autocannon.Request => {
    const own = typeof request === 'string' ? { path: request } : request((sent += 1))
    return { ...defaults, ...own, headers: { ...headers, ...own.headers } }
  }
  // A fixed request is cheapest for the load generator, which would otherwise limit fast servers.
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

/** Cycles through the paths, each request from another client address, as searches are rate-limited by address. */
export function cycleThrough(paths: readonly string[]): (number: number) => autocannon.Request {
  return (number) => ({ path: paths[number % paths.length] ?? '/', headers: { 'x-forwarded-for': addressOfNumber(number) } })
}

/** A private IPv4 address for each number. */
export const addressOfNumber = (number: number): string => `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
