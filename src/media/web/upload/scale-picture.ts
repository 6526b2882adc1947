import type { PictureKind } from '#media/contract/media-limits.ts'
import { drawScaled, type ScaleJob } from './draw-scaled.ts'
import type { ScaledPictures } from './scaling-worker.ts'
import { TypingPause } from './typing-pause.ts'

interface Scaled {
  /** As it is sent. */
  readonly full: Blob
  /** For the editor. */
  readonly preview: Blob
}

let queue: Promise<unknown> = Promise.resolve()
let pending = 0
let worker: Worker | null = null
const typing = new TypingPause(globalThis)
/** Shared results: the upload and the editor's preview scale the same file. */
const known = new WeakMap<File, Promise<Scaled>>()

/**
 * Scales a picture in a worker, so that writing stays responsive. One at a time: several decoded photos of twelve
 * megapixels fill the memory of a phone. @throws if this browser cannot decode the file
 */
export function scalePicture(file: File, kind: PictureKind): Promise<Scaled> {
  const scaling = known.get(file) ?? enqueue(jobFor(file, kind))
  known.set(file, scaling)
  return scaling
}

const jobFor = (file: File, kind: PictureKind): ScaleJob => ({
  file,
  sizes: kind === 'profile' ? ['profile'] : ['source', 'preview'],
  // JPEG has no transparency.
  type: file.type === 'image/png' ? 'image/webp' : 'image/jpeg',
})

async function enqueue(job: ScaleJob): Promise<Scaled> {
  pending += 1
  if (pending === 1) typing.watch()
  const scaling = queue.then(async () => {
    await typing.wait()
    return scaleNow(job)
  })
  queue = scaling.catch(() => {})
  try {
    const [full = job.file, preview = full] = await scaling
    return { full, preview }
  } finally {
    pending -= 1
    if (pending === 0) {
      typing.ignore()
      stopWorker()
    }
  }
}

/** Safari before 16.4 has no OffscreenCanvas. */
const hasWorkers = () => typeof Worker === 'function' && typeof OffscreenCanvas === 'function'

async function scaleNow(job: ScaleJob): Promise<Blob[]> {
  if (!hasWorkers()) return drawScaled(job)
  let scaled: ScaledPictures
  try {
    scaled = await scaleInWorker(job)
  } catch {
    // The worker script failed to load; the next picture tries again.
    stopWorker()
    return drawScaled(job)
  }
  if (scaled === null) throw new Error('This browser cannot read the picture.')
  return scaled
}

function scaleInWorker(job: ScaleJob): Promise<ScaledPictures> {
  worker ??= new Worker(new URL('./scaling-worker.ts', import.meta.url), { type: 'module' })
  const { promise, resolve, reject } = Promise.withResolvers<ScaledPictures>()
  worker.onmessage = ({ data }: MessageEvent<ScaledPictures>) => resolve(data)
  worker.onerror = (event) => {
    event.preventDefault()
    reject(new Error('The worker could not be started.'))
  }
  worker.postMessage(job)
  return promise
}

function stopWorker(): void {
  worker?.terminate()
  worker = null
}

/** Formats without animation. GIF and WebP may be animated and are sent unchanged. */
const STILL_IMAGE = /^image\/(jpeg|png|heic|heif)$/
const HEIC_IMAGE = /^image\/hei[cf]$/
/** Smaller files are sent faster than they are scaled. */
const SHRINK_MIN_BYTES = 400 * 1024

/**
 * Scales a large photo down to the size that the blog keeps, so that less is sent; its metadata stays on the device.
 * The server cleans every picture, so a browser that cannot do this only loses time.
 */
export async function shrinkForUpload(file: File, kind: PictureKind): Promise<Blob> {
  const isHeic = HEIC_IMAGE.test(file.type) || /\.hei[cf]$/i.test(file.name)
  if (!isHeic && (!STILL_IMAGE.test(file.type) || file.size < SHRINK_MIN_BYTES)) return file
  try {
    const { full: scaled } = await scalePicture(file, kind)
    // The server cannot read photos of an iPhone unchanged; if this browser can, any size is better.
    return scaled.size < file.size || isHeic ? scaled : file
  } catch {
    return file
  }
}
