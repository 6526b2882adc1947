import autocannon from 'autocannon'

export interface Load {
  readonly requestsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

const CONNECTIONS = 16

/** Asks one address as fast as it answers. @throws when anything but 2xx or 3xx comes back */
export async function measure(
  url: string,
  options: { seconds: number; headers?: Record<string, string>; connections?: number },
): Promise<Load> {
  const result = await autocannon({
    url,
    connections: options.connections ?? CONNECTIONS,
    duration: options.seconds,
    headers: { 'accept-encoding': 'br', ...options.headers },
  })
  const failed = result.errors + result.timeouts + result['4xx'] + result['5xx']
  if (failed > 0) throw new Error(`${failed} of ${result.requests.total} requests to ${url} failed.`)
  return {
    requestsPerSecond: result.requests.total / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
  }
}

export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
