import sharp from 'sharp'
import { AppError } from '#platform/contract/errors.ts'
import type { PictureKind } from '#media/contract/media-limits.ts'
import { type CleanPicture, cleanPicture } from './clean-picture.ts'
import { type PngOrder, renderPng } from './render-png.ts'

/**
 * Job of the separate process that decodes untrusted files. It has no secrets, may be killed at any moment, and runs with
 * a lower priority than the blog (picture-workers.ts).
 */
export type PictureJob = { readonly bytes: Uint8Array; readonly kind: PictureKind } | { readonly png: PngOrder }
export type PictureOutcome =
  | { readonly picture: CleanPicture }
  | { readonly png: Uint8Array }
  | { readonly refusal: string }
  | { readonly failure: string }

sharp.concurrency(1)

async function work(job: PictureJob): Promise<PictureOutcome> {
  try {
    if ('png' in job) return { png: await renderPng(job.png) }
    const { bytes, kind } = job
    return { picture: await cleanPicture(bytes, kind) }
  } catch (error) {
    return error instanceof AppError ? { refusal: error.message } : { failure: String(error) }
  }
}

process.on('message', (job: PictureJob) => {
  void work(job).then((outcome) => process.send?.(outcome))
})
process.on('disconnect', () => process.exit(0))
// Ctrl-C in a terminal reaches the whole process group; the blog decides when this process ends.
process.on('SIGINT', () => {})
