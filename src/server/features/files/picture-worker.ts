import sharp from 'sharp'
import { AppError } from '#contract/errors.ts'
import type { UploadKind } from '#contract/limits.ts'
import { type CleanPicture, cleanPicture } from './clean-picture.ts'

/**
 * A process of its own for what strangers send: it holds no secrets and no files, may be ended at any moment, and gives
 * way to the blog whenever both want the processor (picture-workers.ts).
 */
export interface PictureOrder {
  readonly bytes: Uint8Array
  readonly kind: UploadKind
}
export type PictureAnswer = { readonly picture: CleanPicture } | { readonly refusal: string } | { readonly failure: string }

sharp.concurrency(1)

async function answer({ bytes, kind }: PictureOrder): Promise<PictureAnswer> {
  try {
    return { picture: await cleanPicture(bytes, kind) }
  } catch (error) {
    return error instanceof AppError ? { refusal: error.message } : { failure: String(error) }
  }
}

process.on('message', (order: PictureOrder) => {
  void answer(order).then((message) => process.send?.(message))
})
process.on('disconnect', () => process.exit(0))
// Ctrl-C in a terminal reaches the whole group; the blog decides when this ends.
process.on('SIGINT', () => {})
