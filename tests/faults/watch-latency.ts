import { Worker } from 'node:worker_threads'

/** Response times in ms, seen by a client that has a thread of its own. */
export interface Latency {
  readonly median: number
  readonly p95: number
  readonly worst: number
}

/** Sends one request after another; each is answered by the event loop of the blog. */
const CLIENT = `
  const { parentPort, workerData: url } = require('node:worker_threads')
  const times = []
  let isStopped = false
  parentPort.once('message', () => (isStopped = true))
  void (async () => {
    while (!isStopped) {
      const startedAt = performance.now()
      await (await fetch(url + '/healthz')).text()
      times.push(performance.now() - startedAt)
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    // The first one connects.
    const sorted = times.slice(1).sort((a, b) => a - b)
    const at = (part) => Math.round(sorted[Math.floor((sorted.length - 1) * part)])
    parentPort.postMessage({ median: at(0.5), p95: at(0.95), worst: at(1) })
  })()`

/** Measures until the returned function is called. */
export function watchLatency(url: string): () => Promise<Latency> {
  const worker = new Worker(CLIENT, { eval: true, workerData: url })
  const result = Promise.withResolvers<Latency>()
  worker.once('message', result.resolve)
  worker.once('error', result.reject)
  return () => {
    worker.postMessage('stop')
    return result.promise
  }
}
