import { drawScaled, type ScaleWish } from './draw-scaled.ts'
import type { ScaledPicture, ScaleJob } from './scaling-worker.ts'

let queue: Promise<unknown> = Promise.resolve()
let pending = 0
let worker: Worker | null = null

/**
 * Scales a picture beside the page, so that writing goes on meanwhile. One at a time: photos of twelve megapixels that
 * are decoded side by side fill the memory of a phone. @throws where this browser cannot read the file
 */
export async function scalePicture(file: Blob, wish: ScaleWish): Promise<Blob> {
  pending += 1
  const scaling = queue.then(() => scaleNow({ file, wish }))
  queue = scaling.catch(() => {})
  try {
    return await scaling
  } finally {
    pending -= 1
    if (pending === 0) endWorker()
  }
}

/** Safari before 16.4 has no canvas for workers. */
const hasWorkers = () => typeof Worker === 'function' && typeof OffscreenCanvas === 'function'

async function scaleNow(job: ScaleJob): Promise<Blob> {
  if (!hasWorkers()) return drawScaled(job.file, job.wish)
  let scaled: ScaledPicture
  try {
    scaled = await askWorker(job)
  } catch {
    // Its script did not arrive; the next picture asks for it again.
    endWorker()
    return drawScaled(job.file, job.wish)
  }
  if (scaled === null) throw new Error('This browser cannot read the picture.')
  return scaled
}

function askWorker(job: ScaleJob): Promise<ScaledPicture> {
  worker ??= new Worker(new URL('./scaling-worker.ts', import.meta.url), { type: 'module' })
  const { promise, resolve, reject } = Promise.withResolvers<ScaledPicture>()
  worker.onmessage = ({ data }: MessageEvent<ScaledPicture>) => resolve(data)
  worker.onerror = (event) => {
    event.preventDefault()
    reject(new Error('The worker could not be started.'))
  }
  worker.postMessage(job)
  return promise
}

function endWorker(): void {
  worker?.terminate()
  worker = null
}
