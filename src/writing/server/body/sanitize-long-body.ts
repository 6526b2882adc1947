import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import { AppError, type ErrorCode } from '#platform/contract/errors.ts'
import { programAt } from '#platform/process/project-folder.ts'

/** Longer bodies are sanitised in a thread: a hostile one of a megabyte takes two seconds. In UTF-16 units. */
const INLINE_MAX_LENGTH = 32 * 1024
const TIMEOUT_MS = 20_000

export interface SanitizeJob {
  readonly html: string
  readonly publicUrl: string
}
export type SanitizeResult = { readonly body: string } | { readonly refusal: { readonly code: ErrorCode; readonly message: string } }

const queue = pLimit(1)

/**
 * Sanitises a body (sanitize-body.ts) without blocking the event loop: long ones in a worker thread, one at a time.
 * @throws bad_request for a body that is too complex
 */
export async function sanitizeAnyBody(html: string, publicUrl: string): Promise<string> {
  if (html.length <= INLINE_MAX_LENGTH) {
    // Loaded at the first write to save memory.
    const { sanitizeBody } = await import('./sanitize-body.ts')
    return sanitizeBody(html, publicUrl)
  }
  const result = await queue(() => runInThread({ html, publicUrl }))
  if ('body' in result) return result.body
  throw new AppError(result.refusal.code, result.refusal.message)
}

async function runInThread(job: SanitizeJob): Promise<SanitizeResult> {
  const worker = new Worker(programAt('src/writing/server/body/sanitize-thread.ts'), { workerData: job })
  const { promise, resolve, reject } = Promise.withResolvers<SanitizeResult>()
  const timer = setTimeout(
    () => reject(new AppError('bad_request', 'This text takes too long to read. Please send a simpler one.')),
    TIMEOUT_MS,
  )
  worker.once('message', resolve)
  worker.once('error', reject)
  worker.once('exit', () => reject(new Error('sanitizing thread ended without a result')))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
