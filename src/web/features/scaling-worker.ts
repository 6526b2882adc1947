import { drawScaled, type ScaleWish } from './draw-scaled.ts'

export interface ScaleJob {
  readonly file: Blob
  readonly wish: ScaleWish
}

/** Null for a file that this browser cannot read. */
export type ScaledPicture = Blob | null

addEventListener('message', ({ data: { file, wish } }: MessageEvent<ScaleJob>) => {
  const send = (scaled: ScaledPicture) => postMessage(scaled)
  drawScaled(file, wish).then(send, () => send(null))
})
