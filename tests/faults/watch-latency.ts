import { Worker } from 'node:worker_threads'
import { onTestFinished } from 'vitest'

/** Responses as a client sees them that has a thread of its own. */
export interface Latency {
  /** In ms. */
  readonly median: number
  /** Of 95 in 100 responses. */
  readonly p95: number
  readonly worst: number
  /** Number of responses. On a busy machine the work that they come between takes longer, too. */
  readonly count: number
}

/** Sends one request after another. */
const CLIENT = `
  const { parentPort, workerData: url } = require('node:worker_threads')
  let isStopped = false
  parentPort.once('message', () => (isStopped = true))
  const run = async () => {
    const times = []
    while (!isStopped) {
      const startedAt = performance.now()
      await (await fetch(url)).text()
      times.push(performance.now() - startedAt)
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    // The first one connects.
    const sorted = times.slice(1).toSorted((a, b) => a - b)
    const at = (part) => sorted[Math.floor(sorted.length * part)]
    parentPort.postMessage({ median: at(0.5), p95: at(0.95), worst: sorted.at(-1), count: sorted.length })
  }
  run().catch((error) => setImmediate(() => { throw error }))`

/** Measures until the returned function is called, or the test ends. @param path of what is requested */
export function watchLatency(url: string, path = '/healthz'): () => Promise<Latency> {
  const worker = new Worker(CLIENT, { eval: true, workerData: url + path })
  const result = Promise.withResolvers<Latency>()
  // A test that fails ends the blog without an end of the watch.
  result.promise.catch(() => {})
  worker.once('message', result.resolve)
  worker.once('error', result.reject)
  onTestFinished(async () => void (await worker.terminate()))
  return () => {
    worker.postMessage('stop')
    return result.promise
  }
}
