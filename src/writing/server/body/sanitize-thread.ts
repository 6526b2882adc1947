import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '#platform/contract/errors.ts'
import { sanitizeBody } from './sanitize-body.ts'
import type { SanitizeJob, SanitizeResult } from './sanitize-long-body.ts'

/** The worker thread of sanitize-long-body.ts. */
function sanitize({ html, publicUrl }: SanitizeJob): SanitizeResult {
  try {
    return { body: sanitizeBody(html, publicUrl) }
  } catch (error) {
    if (error instanceof AppError) return { refusal: { code: error.code, message: error.message } }
    throw error
  }
}

parentPort?.postMessage(sanitize(workerData as SanitizeJob))
