import { Worker } from 'node:worker_threads'

/** Responses as a client sees them that has a thread of its own. */
export interface Latency {
  /** In ms. */
  readonly median: number
  /** Of 95 in 100 responses. */
  readonly p95: number
  readonly worst: number
  /** Part of the time that was spent waiting for responses that took over 50 ms; other programs of the machine cause some. */
  readonly stalled: number
}

/** Several times what a busy machine causes. */
export const STALLED_MAX = 0.1

/** Sends one request after another; each is answered by the event loop of the blog. */
const CLIENT = `
  const { parentPort, workerData: url } = require('node:worker_threads')
  const times = []
  let isStopped = false
  parentPort.once('message', () => (isStopped = true))
  const begunAt = performance.now()
  void (async () => {
    while (!isStopped) {
      const startedAt = performance.now()
      await (await fetch(url)).text()
      times.push(performance.now() - startedAt)
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    // The first one connects.
    const sorted = times.slice(1).sort((a, b) => a - b)
    const at = (part) => sorted[Math.floor(sorted.length * part)]
    const stalledMs = sorted.filter((ms) => ms > 50).reduce((sum, ms) => sum + ms, 0)
    const elapsedMs = performance.now() - begunAt
    parentPort.postMessage({ median: at(0.5), p95: at(0.95), worst: sorted.at(-1), stalled: stalledMs / elapsedMs })
  })()`

/** Measures until the returned function is called. @param path of what is requested */
export function watchLatency(url: string, path = '/healthz'): () => Promise<Latency> {
  const worker = new Worker(CLIENT, { eval: true, workerData: url + path })
  const result = Promise.withResolvers<Latency>()
  worker.once('message', result.resolve)
  worker.once('error', result.reject)
  return () => {
    worker.postMessage('stop')
    return result.promise
  }
}
