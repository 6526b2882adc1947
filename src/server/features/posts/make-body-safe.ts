import { Worker } from 'node:worker_threads'
import { AppError, type ErrorCode } from '#contract/errors.ts'

/** A body up to this length holds nobody up for long; a hostile one of a megabyte takes two seconds. */
const HERE_MAX_LENGTH = 32 * 1024
const TIMEOUT_MS = 20_000

export interface BodyOrder {
  readonly html: string
  readonly publicUrl: string
}
export type BodyAnswer = { readonly body: string } | { readonly refusal: { readonly code: ErrorCode; readonly message: string } }

/**
 * Makes a post's body safe to show (sanitize-body.ts), without holding up whoever reads meanwhile: long ones go to a
 * thread of their own, one at a time. What does it is loaded when the first body comes.
 * @throws bad_request for what cannot be a post
 */
export async function makeBodySafe(html: string, publicUrl: string): Promise<string> {
  if (html.length <= HERE_MAX_LENGTH) {
    const { sanitizeBody } = await import('./sanitize-body.ts')
    return sanitizeBody(html, publicUrl)
  }
  const mine = last.then(() => cleanInThread({ html, publicUrl }))
  last = mine.catch(() => {})
  const answer = await mine
  if ('body' in answer) return answer.body
  throw new AppError(answer.refusal.code, answer.refusal.message)
}

let last: Promise<unknown> = Promise.resolve()

async function cleanInThread(order: BodyOrder): Promise<BodyAnswer> {
  const worker = new Worker(new URL('./make-body-safe-thread.ts', import.meta.url), { workerData: order })
  const { promise, resolve, reject } = Promise.withResolvers<BodyAnswer>()
  const timer = setTimeout(
    () => reject(new AppError('bad_request', 'This text takes too long to read. Please send a simpler one.')),
    TIMEOUT_MS,
  )
  worker.once('message', resolve)
  worker.once('error', reject)
  worker.once('exit', () => reject(new Error('The thread that cleans a body ended without an answer.')))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
