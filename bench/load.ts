import autocannon from 'autocannon'
import { cpuMs } from './processes.ts'

export interface Load {
  readonly requestsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Of the server that was named, for one request; NaN where none was or the system does not tell. */
  readonly cpuMs: number
}

interface LoadOptions {
  readonly seconds: number
  readonly headers?: Record<string, string>
  readonly connections?: number
  /** The server's process. */
  readonly pid?: number | undefined
}

const CONNECTIONS = 16

/** Asks one address as fast as it answers. @throws when anything but 2xx or 3xx comes back */
export async function measure(url: string, { seconds, headers, connections = CONNECTIONS, pid }: LoadOptions): Promise<Load> {
  const before = await cpuMs(pid)
  const result = await autocannon({ url, connections, duration: seconds, headers: { 'accept-encoding': 'br', ...headers } })
  const used = ((await cpuMs(pid)) ?? Number.NaN) - (before ?? Number.NaN)
  const failed = result.errors + result.timeouts + result['4xx'] + result['5xx']
  if (failed > 0) throw new Error(`${failed} of ${result.requests.total} requests to ${url} failed.`)
  return {
    requestsPerSecond: result.requests.total / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    cpuMs: used / result.requests.total,
  }
}

export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
