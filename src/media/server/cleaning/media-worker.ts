import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { runInNewContext } from 'node:vm'
import { AppError } from '#platform/contract/errors.ts'
import { endWithParent } from '#platform/process/end-with-parent.ts'
import { TOO_MUCH_MEMORY } from './too-much-memory.ts'
import { type CleanedFile, cleanFile, type CleaningOrder, ConvertibleMedia } from './clean-file.ts'

/**
 * Job of the separate process that reads untrusted films, sounds and papers. It has no secrets, and may be killed at any
 * moment (media-workers.ts).
 */
export type MediaNews =
  | { readonly step: true }
  | { readonly cleaned: CleanedFile }
  | { readonly refusal: string; readonly isConvertible?: boolean }
  | { readonly failure: string }

/** A hostile file must not fill the memory of the machine. The heap has a limit of its own. */
const MEMORY_MAX_BYTES = 320 * 1024 * 1024
/** In a thread: code that unpacks does not return to the event loop before it is done. */
const WATCH = `setInterval(() => process.memoryUsage.rss() > ${MEMORY_MAX_BYTES} && process.kill(process.pid, '${TOO_MUCH_MEMORY}'), 20)`

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
    return { cleaned: await cleanFile(order, onStep) }
  } catch (error) {
    if (error instanceof ConvertibleMedia) return { refusal: error.message, isConvertible: true }
    return error instanceof AppError ? { refusal: error.message } : { failure: String(error) }
  }
}

new Worker(WATCH, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 8 } }).unref()

process.on('message', (order: CleaningOrder) => {
  send({ step: true })
  void work(order).then(send)
})
endWithParent()
