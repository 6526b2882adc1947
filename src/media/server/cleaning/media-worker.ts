import { stat } from 'node:fs/promises'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { runInNewContext } from 'node:vm'
import { AppError } from '#platform/contract/errors.ts'
import { DAY_MS } from '#platform/contract/limits.ts'
import { endWithParent } from '#platform/process/end-with-parent.ts'
import { type CleanedFile, cleanFile, type CleaningOrder, ConvertibleMedia } from './clean-file.ts'
import { MEMORY_MAX_BYTES, timeMaxMs, TOO_MUCH_MEMORY, TOO_MUCH_TIME } from './work-limits.ts'

/**
 * Job of the separate process that reads untrusted videos, audio files and documents. It has no secrets, and may be killed at any
 * moment (run-media-worker.ts).
 */
export type MediaNews =
  | { readonly step: true }
  | { readonly cleaned: CleanedFile }
  | { readonly refusal: string; readonly isConvertible?: boolean }
  | { readonly failure: string }

/** In a thread: code that unpacks does not return to the event loop before it is done. */
const WATCH = `
  const { workerData: { memory, memorySignal, timeMs, timeSignal } } = require('node:worker_threads')
  setInterval(() => {
    const { user, system } = process.cpuUsage()
    if (process.memoryUsage.rss() > memory) process.kill(process.pid, memorySignal)
    else if ((user + system) / 1000 > timeMs) process.kill(process.pid, timeSignal)
  }, 20)`

async function watchWork({ from, ffmpegPath }: CleaningOrder): Promise<void> {
  // A conversion has a limit of its own.
  const timeMs = ffmpegPath === null ? timeMaxMs((await stat(from)).size) : DAY_MS
  const workerData = { memory: MEMORY_MAX_BYTES, memorySignal: TOO_MUCH_MEMORY, timeMs, timeSignal: TOO_MUCH_TIME }
  new Worker(WATCH, { eval: true, workerData, resourceLimits: { maxOldGenerationSizeMb: 8 } }).unref()
}

const send = (news: MediaNews) => process.send?.(news)

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Copied packets are garbage soon, and nothing else would make room before hundreds of megabytes. */
function onStep(): void {
  collectGarbage()
  send({ step: true })
}

async function work(order: CleaningOrder): Promise<MediaNews> {
  try {
    await watchWork(order)
    return { cleaned: await cleanFile(order, onStep) }
  } catch (error) {
    if (error instanceof ConvertibleMedia) return { refusal: error.message, isConvertible: true }
    return error instanceof AppError ? { refusal: error.message } : { failure: String(error) }
  }
}

process.on('message', (order: CleaningOrder) => {
  send({ step: true })
  void work(order).then(send)
})
endWithParent()
