import { drawScaled, type ScaleWish } from './draw-scaled.ts'

export interface ScaleJob {
  readonly file: Blob
  readonly wishes: readonly ScaleWish[]
}

/** One for each wish; null for a file that this browser cannot read. */
export type ScaledPictures = Blob[] | null

addEventListener('message', ({ data: { file, wishes } }: MessageEvent<ScaleJob>) => {
  const send = (scaled: ScaledPictures) => postMessage(scaled)
  drawScaled(file, wishes).then(send, () => send(null))
})
