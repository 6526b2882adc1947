import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '#contract/errors.ts'
import type { BodyAnswer, BodyOrder } from './make-body-safe.ts'
import { sanitizeBody } from './sanitize-body.ts'

/** A thread of its own for one long body (make-body-safe.ts). */
function answer({ html, publicUrl }: BodyOrder): BodyAnswer {
  try {
    return { body: sanitizeBody(html, publicUrl) }
  } catch (error) {
    if (error instanceof AppError) return { refusal: { code: error.code, message: error.message } }
    throw error
  }
}

parentPort?.postMessage(answer(workerData as BodyOrder))
