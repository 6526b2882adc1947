import { openPieces, removeOldPieces, videoKey } from './video-pieces.ts'
import type { VideoSize } from './video-size.ts'
import { makeSmaller } from './make-smaller.ts'
import { SendOriginal } from './open-video.ts'

export type VideoRequest =
  | { readonly type: 'start'; readonly file: File; readonly size: Exclude<VideoSize, 'original'> }
  | { readonly type: 'pause' | 'resume' }

export type VideoMessage =
  | { readonly type: 'target'; readonly bytes: number }
  | { readonly type: 'progress'; readonly percent: number }
  | { readonly type: 'done'; readonly blob: Blob }
  /** `isFault` tells a video that this device could not make smaller from one that needs it not. */
  | { readonly type: 'original'; readonly isFault: boolean }

let running = new AbortController()
let resumed: PromiseWithResolvers<void> | null = null

const whenRunning = async () => {
  await resumed?.promise
  return running.signal
}

addEventListener('message', ({ data }: MessageEvent<VideoRequest>) => {
  if (data.type === 'start') return void run(data.file, data.size)
  if (data.type === 'pause') {
    resumed ??= Promise.withResolvers()
    running.abort()
    return
  }
  running = new AbortController()
  resumed?.resolve()
  resumed = null
})

const send = (message: VideoMessage) => postMessage(message)

async function run(file: File, size: Exclude<VideoSize, 'original'>): Promise<void> {
  void removeOldPieces(Date.now()).catch(() => {})
  const pieces = openPieces(videoKey(file, size))
  let percent = -1
  const result = await makeSmaller(file, {
    size,
    pieces,
    whenRunning,
    onTarget: (bytes) => send({ type: 'target', bytes }),
    onProgress(share) {
      const now = Math.min(100, Math.floor(share * 100))
      if (now > percent) send({ type: 'progress', percent: (percent = now) })
    },
  }).then(
    (blob): VideoMessage => ({ type: 'done', blob }),
    (error: unknown): VideoMessage => ({ type: 'original', isFault: !(error instanceof SendOriginal) }),
  )
  // The pieces of a finished video stay until it is stored: after a reload the upload goes on with the same bytes.
  if (result.type === 'original') await pieces.remove()
  send(result)
}
