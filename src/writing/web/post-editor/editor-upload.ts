import {
  type FileRole,
  type VideoSize,
  type Preparing,
  reasonOf,
  sizeText,
  type StoredMedia,
  uploadImage,
  uploadMedia,
} from '#media/web/index.ts'
import { UPLOAD_MAX_BYTES } from '#media/contract/media-limits.ts'
import { UserError } from '#ui/api/api-error.ts'

/** What a file of a text is for; the poster and the captions belong to a video. */
export type EditorRole = FileRole | 'poster' | 'captions'

/** `stopped`: the file was removed from the text; undo starts the upload again. */
export type EditorUploadState =
  | { readonly type: 'queued' | 'stopped' }
  /** A video is made smaller on this device. */
  | ({ readonly type: 'preparing'; readonly isPaused: boolean } & Preparing)
  /** The device saves data: the writer decides when to send so much. */
  | { readonly type: 'asking'; readonly bytes: number; readonly send: () => void }
  | { readonly type: 'uploading'; readonly percent: number; readonly paused: boolean; readonly bytes: number }
  /** The server works on it. */
  | { readonly type: 'working'; readonly isConverting: boolean }
  | { readonly type: 'failed'; readonly reason: string | null; readonly mayRetry: boolean }
  | { readonly type: 'done'; readonly url: string; readonly media: StoredMedia['media'] | null }

export interface EditorUpload {
  readonly file: File
  readonly role: EditorRole
  /** For a video. */
  readonly size: VideoSize
  /** Object URL; null until it is created, and if the browser cannot show the file. */
  readonly preview: string | null
  readonly state: EditorUploadState
}

export interface UploadRun {
  readonly savesData: () => boolean
  readonly onState: (state: EditorUploadState) => void
  readonly signal: AbortSignal
}

/** Found before anything is sent. */
export class TooLarge extends UserError {
  override readonly name = 'TooLarge'
}

export const tooLargeWords = (bytes: number): string =>
  `This is ${sizeText(bytes)}; the blog takes files of at most ${UPLOAD_MAX_BYTES.media / 1024 / 1024} MB.`

/** Much for a line that is paid by the byte. */
const ASK_BYTES = 5 * 1024 * 1024

const isPicture = ({ role }: EditorUpload): boolean => role === 'picture' || role === 'poster'

/** Uploads one file and reports its states, until it is done or has failed. */
export async function runUpload(upload: EditorUpload, run: UploadRun): Promise<void> {
  const { signal } = run
  const report = (state: EditorUploadState) => {
    if (!signal.aborted) run.onState(state)
  }
  try {
    const send = isPicture(upload) ? sendPicture : sendMedia
    report(await send(upload, { ...run, onState: report }))
  } catch (error) {
    const isTooLarge = error instanceof TooLarge
    report({ type: 'failed', reason: isTooLarge ? error.message : reasonOf(error), mayRetry: !isTooLarge })
  }
}

const uploadPicture = uploadImage('post')

async function sendPicture({ file }: EditorUpload, { onState, signal }: UploadRun): Promise<EditorUploadState> {
  const sending = sendingStates(onState, file.size)
  sending.change({})
  const { url } = await uploadPicture(file, { ...sending.listener, signal })
  return { type: 'done', url, media: null }
}

async function sendMedia({ file, role, size }: EditorUpload, run: UploadRun): Promise<EditorUploadState> {
  const { onState, signal } = run
  const sending = sendingStates(onState, file.size)
  const { url, media } = await uploadMedia(file, {
    ...sending.listener,
    signal,
    size: role === 'video' ? size : 'original',
    onPreparing: (preparing) => onState({ type: 'preparing', isPaused: false, ...preparing }),
    async onReady(bytes) {
      if (bytes > UPLOAD_MAX_BYTES.media) throw new TooLarge(tooLargeWords(bytes))
      if (bytes > ASK_BYTES && run.savesData()) {
        await new Promise<void>((resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason), { once: true })
          onState({ type: 'asking', bytes, send: resolve })
        })
      }
      sending.change({ bytes })
    },
    onWorking: (isConverting) => onState({ type: 'working', isConverting }),
  })
  return { type: 'done', url, media }
}

type Sending = EditorUploadState & { readonly type: 'uploading' }

/** Joins the events of an upload to states. */
function sendingStates(onState: UploadRun['onState'], bytes: number) {
  let now: Sending = { type: 'uploading', percent: 0, paused: false, bytes }
  const change = (part: Partial<Sending>) => {
    now = { ...now, ...part }
    onState(now)
  }
  return {
    change,
    listener: { onProgress: (percent: number) => change({ percent }), onPaused: (paused: boolean) => change({ paused }) },
  }
}
