import type { VideoMessage, VideoRequest } from './video-worker.ts'
import { openPieces, videoKey } from './video-pieces.ts'
import type { VideoSize } from './video-size.ts'

export interface VideoListener {
  readonly onPercent: (percent: number) => void
  /** Expected size of the result. */
  readonly onTarget: (bytes: number) => void
  readonly signal: AbortSignal
}

interface SmallerVideo {
  readonly blob: Blob
  /** Deletes its parts on this device, once the server has stored it. */
  readonly discard: () => Promise<void>
}

export interface VideoConversion {
  /** Null where the original is to be sent. Rejects when it is cancelled. */
  readonly done: Promise<SmallerVideo | null>
  readonly pause: () => void
  readonly resume: () => void
}

const canConvert = () => typeof Worker === 'function' && typeof VideoEncoder === 'function' && typeof VideoDecoder === 'function'

/** Makes a video smaller in a worker; null where this browser cannot. */
export function convertVideo(
  file: File,
  size: Exclude<VideoSize, 'original'>,
  { onPercent, onTarget, signal }: VideoListener,
): VideoConversion | null {
  if (!canConvert()) return null
  const worker = new Worker(new URL('./video-worker.ts', import.meta.url), { type: 'module' })
  const send = (request: VideoRequest) => worker.postMessage(request)
  const { promise, resolve, reject } = Promise.withResolvers<SmallerVideo | null>()
  worker.onmessage = ({ data }: MessageEvent<VideoMessage>) => {
    if (data.type === 'target') onTarget(data.bytes)
    else if (data.type === 'progress') onPercent(data.percent)
    else resolve(data.type === 'done' ? { blob: data.blob, discard: () => openPieces(videoKey(file, size)).remove() } : null)
  }
  // The worker's script failed to load, or the browser ended it: the original is as good.
  worker.onerror = (event) => {
    event.preventDefault()
    resolve(null)
  }
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  if (signal.aborted) reject(signal.reason)
  else send({ type: 'start', file, size })
  return {
    done: promise.finally(() => worker.terminate()),
    pause: () => send({ type: 'pause' }),
    resume: () => send({ type: 'resume' }),
  }
}
