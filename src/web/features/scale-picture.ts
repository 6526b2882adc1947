import { PICTURE_MAX_WIDTH, PROFILE_PICTURE_MAX_WIDTH, type PictureKind } from '#contract/limits.ts'
import { drawScaled, type ScaleWish } from './draw-scaled.ts'
import type { ScaledPictures, ScaleJob } from './scaling-worker.ts'
import { TypingPause } from './typing-pause.ts'

interface Scaled {
  /** As large as the blog shows it. */
  readonly full: Blob
  /** For the editor. */
  readonly preview: Blob
}

const PREVIEW_WIDTH = 640

let queue: Promise<unknown> = Promise.resolve()
let pending = 0
let worker: Worker | null = null
const typing = new TypingPause(globalThis)
/** The editor shows what is uploaded: both ask for the same file. */
const known = new WeakMap<File, Promise<Scaled>>()

/**
 * Scales a picture beside the page, so that writing goes on meanwhile. One at a time: photos of twelve megapixels that
 * are decoded side by side fill the memory of a phone. @throws where this browser cannot read the file
 */
export function scalePicture(file: File, kind: PictureKind): Promise<Scaled> {
  const scaling = known.get(file) ?? enqueue({ file, wishes: wishesFor(kind, file.type) })
  known.set(file, scaling)
  return scaling
}

/** A PNG may be see-through, which JPEG is not. */
function wishesFor(kind: PictureKind, fileType: string): ScaleWish[] {
  const type = fileType === 'image/png' ? 'image/webp' : 'image/jpeg'
  if (kind === 'profile') return [{ pixels: PROFILE_PICTURE_MAX_WIDTH, side: 'shorter', type }]
  return [PICTURE_MAX_WIDTH, PREVIEW_WIDTH].map((pixels) => ({ pixels, side: 'width', type }))
}

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
      endWorker()
    }
  }
}

/** Safari before 16.4 has no canvas for workers. */
const hasWorkers = () => typeof Worker === 'function' && typeof OffscreenCanvas === 'function'

async function scaleNow(job: ScaleJob): Promise<Blob[]> {
  if (!hasWorkers()) return drawScaled(job.file, job.wishes)
  let scaled: ScaledPictures
  try {
    scaled = await askWorker(job)
  } catch {
    // Its script did not arrive; the next picture asks for it again.
    endWorker()
    return drawScaled(job.file, job.wishes)
  }
  if (scaled === null) throw new Error('This browser cannot read the picture.')
  return scaled
}

function askWorker(job: ScaleJob): Promise<ScaledPictures> {
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

function endWorker(): void {
  worker?.terminate()
  worker = null
}
