import { Worker } from 'node:worker_threads'
import { onTestFinished } from 'vitest'

/** Responses as a client sees them that has a thread of its own. */
export interface Latency {
  /** In ms. */
  readonly median: number
  /** Of 95 in 100 responses. */
  readonly p95: number
  readonly worst: number
  /** Part of the time that was spent waiting for responses that took over 50 ms, less that of an idle server beside. */
  readonly stalled: number
}

/** Several times what chance causes. */
export const STALLED_MAX = 0.1

/** A server that does nothing else, which waits for the processor as the blog does. */
const REFERENCE = `
  const server = require('node:http').createServer((_, response) => response.end('ok'))
  server.listen(0, '127.0.0.1', () => require('node:worker_threads').parentPort.postMessage(server.address().port))`

/** Sends one request after another, in turn to the blog and to the reference; each is answered by an event loop. */
const CLIENT = `
  const { parentPort, Worker, workerData: url } = require('node:worker_threads')
  let isStopped = false
  parentPort.once('message', () => (isStopped = true))
  const time = async (address) => {
    const startedAt = performance.now()
    await (await fetch(address)).text()
    return performance.now() - startedAt
  }
  const stalledMs = (times) => times.filter((ms) => ms > 50).reduce((sum, ms) => sum + ms, 0)
  const begunAt = performance.now()
  new Worker(${JSON.stringify(REFERENCE)}, { eval: true }).once('message', async (port) => {
    const [times, idle] = [[], []]
    while (!isStopped) {
      times.push(await time(url))
      idle.push(await time('http://127.0.0.1:' + port))
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    // The first one connects.
    const [ours, reference] = [times.slice(1), idle.slice(1)]
    const sorted = ours.toSorted((a, b) => a - b)
    const at = (part) => sorted[Math.floor(sorted.length * part)]
    const stalled = (stalledMs(ours) - stalledMs(reference)) / (performance.now() - begunAt)
    parentPort.postMessage({ median: at(0.5), p95: at(0.95), worst: sorted.at(-1), stalled })
  })`

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
