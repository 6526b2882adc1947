import { drawScaled, type ScaleTarget } from './draw-scaled.ts'

export interface ScaleJob {
  readonly file: Blob
  readonly targets: readonly ScaleTarget[]
}

/** One blob for each target; null if this browser cannot decode the file. */
export type ScaledPictures = Blob[] | null

addEventListener('message', ({ data: { file, targets } }: MessageEvent<ScaleJob>) => {
  const send = (scaled: ScaledPictures) => postMessage(scaled)
  drawScaled(file, targets).then(send, () => send(null))
})
