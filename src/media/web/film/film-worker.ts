import { filmKey, openPieces, removeOldPieces } from './film-pieces.ts'
import type { FilmSize } from './film-size.ts'
import { makeSmaller } from './make-smaller.ts'
import { SendOriginal } from './open-film.ts'

export type FilmRequest =
  | { readonly type: 'start'; readonly file: File; readonly size: Exclude<FilmSize, 'original'> }
  | { readonly type: 'pause' | 'resume' }

export type FilmMessage =
  | { readonly type: 'target'; readonly bytes: number }
  | { readonly type: 'progress'; readonly percent: number }
  | { readonly type: 'done'; readonly blob: Blob }
  /** `isFault` tells a film that this device could not make smaller from one that needs it not. */
  | { readonly type: 'original'; readonly isFault: boolean }

let running = new AbortController()
let resumed: PromiseWithResolvers<void> | null = null

const whenRunning = async () => {
  await resumed?.promise
  return running.signal
}

addEventListener('message', ({ data }: MessageEvent<FilmRequest>) => {
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

const send = (message: FilmMessage) => postMessage(message)

async function run(file: File, size: Exclude<FilmSize, 'original'>): Promise<void> {
  void removeOldPieces(Date.now()).catch(() => {})
  const pieces = openPieces(filmKey(file, size))
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
    (blob): FilmMessage => ({ type: 'done', blob }),
    (error: unknown): FilmMessage => ({ type: 'original', isFault: !(error instanceof SendOriginal) }),
  )
  // The pieces of a finished film stay until it is stored: after a reload the upload goes on with the same bytes.
  if (result.type === 'original') await pieces.remove()
  send(result)
}
