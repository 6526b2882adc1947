import { drawScaled, type ScaleJob } from './draw-scaled.ts'

/** One blob for each size; null if this browser cannot decode the file. */
export type ScaledPictures = Blob[] | null

addEventListener('message', ({ data }: MessageEvent<ScaleJob>) => {
  const send = (scaled: ScaledPictures) => postMessage(scaled)
  drawScaled(data).then(send, () => send(null))
})
