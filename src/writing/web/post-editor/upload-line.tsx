import type { ReactNode } from 'react'
import { durationText, VIDEO_SIZES, type VideoSize, linePace, sizeText } from '#media/web/index.ts'
import { Button } from '#ui/components/button.tsx'
import { Progress } from '#ui/components/progress.tsx'
import type { EditorUpload, EditorUploadState } from './editor-upload.ts'
import type { EditorUploads } from './editor-uploads.ts'

interface UploadLineProps {
  readonly uploads: EditorUploads
  readonly id: string | null
  readonly upload: EditorUpload
  readonly onRemove: () => void
}

const OFFLINE = 'You are offline. The upload goes on by itself.'
const CONVERTING = 'The blog is changing it so that every device can play it. This can take a while; you can close this page.'

/** 'about 4 minutes on this line', or nothing if nothing is known about the line. */
const timeFor = (bytes: number): string => {
  const seconds = linePace.secondsFor(bytes)
  return seconds === null ? '' : `, ${durationText(seconds)} on this line`
}

const becomes = (bytes: number | null): string => (bytes === null ? '' : ` become about ${sizeText(bytes)}`)

const uploadingWords = ({ paused, bytes, percent }: EditorUploadState & { readonly type: 'uploading' }): string =>
  paused ? OFFLINE : `Uploading ${sizeText(bytes)}${timeFor(bytes * (1 - percent / 100))}`

const wordsOf = ({ state, role, file }: EditorUpload): string => {
  if (state.type === 'preparing') return `${state.isPaused ? 'Paused' : 'Making it smaller'}: ${sizeText(file.size)}${becomes(state.bytes)}`
  if (state.type === 'asking') return `Your device saves data. This is ${sizeText(state.bytes)}${timeFor(state.bytes)}.`
  if (state.type === 'uploading') return role === 'picture' && !state.paused ? 'Uploading' : uploadingWords(state)
  if (state.type === 'working') return state.isConverting ? CONVERTING : 'The blog is preparing it'
  return 'Waiting'
}

const percentOf = (state: EditorUploadState): number =>
  state.type === 'uploading' || state.type === 'preparing' ? state.percent : state.type === 'working' ? 100 : 0

const labelOf = ({ state, file }: EditorUpload): string =>
  state.type === 'preparing' ? `Making ${file.name} smaller` : `Uploading ${file.name}`

const SIZE_LABELS: Readonly<Record<VideoSize, string>> = { '720p': 'Small (720p)', '1080p': 'Sharper (1080p)', original: 'As it is' }

/** Which size a video gets. A change begins again. */
const SizeChoice = ({ uploads, id, upload: { size, file } }: Pick<UploadLineProps, 'uploads' | 'id' | 'upload'>) => (
  <label className="media-size">
    <span>Size</span>
    <select className="control select" value={size} onChange={({ target }) => uploads.resize(id ?? '', target.value as VideoSize)}>
      {VIDEO_SIZES.map((each) => (
        <option key={each} value={each}>
          {each === 'original' ? `${SIZE_LABELS[each]}, ${sizeText(file.size)}` : SIZE_LABELS[each]}
        </option>
      ))}
    </select>
  </label>
)

const Status = ({ upload }: { readonly upload: EditorUpload }): ReactNode => {
  const { state, role } = upload
  if (state.type === 'failed') {
    return (
      <p className="text-danger">
        <strong>{role === 'picture' ? 'Image upload failed' : 'This file could not be added.'}</strong> <span>{state.reason}</span>
      </p>
    )
  }
  return (
    <>
      {state.type === 'asking' ? null : <Progress percent={percentOf(state)} label={labelOf(upload)} size={44} />}
      <span className="min-w-0 flex-1 basis-32">{wordsOf(upload)}</span>
    </>
  )
}

/** Progress or failure of an upload, below its file, with what can be done about it. */
export const UploadLine = ({ uploads, id, upload, onRemove }: UploadLineProps) => {
  const { state, role } = upload
  const known = id ?? ''
  // Several files may be uploading.
  const name = <span className="sr-only"> {upload.file.name}</span>
  return (
    <div contentEditable={false} className="picture-line">
      <Status upload={upload} />
      <span className="picture-actions">
        {role === 'video' && state.type !== 'working' && (state.type !== 'failed' || !state.mayRetry) ? (
          <SizeChoice {...{ uploads, id, upload }} />
        ) : null}
        {state.type === 'preparing' ? (
          <Button onClick={() => uploads.pausePreparing(known, !state.isPaused)}>
            <span>{state.isPaused ? 'Continue' : 'Pause'}</span>
            {name}
          </Button>
        ) : null}
        {state.type === 'asking' ? <Button onClick={state.send}>Send it{name}</Button> : null}
        {state.type === 'failed' && state.mayRetry ? (
          <Button data-refused="" onClick={() => uploads.retry(known)}>
            Try again
            {name}
          </Button>
        ) : null}
        <Button {...(state.type === 'failed' ? { 'data-refused': '' } : {})} onClick={onRemove}>
          Remove
          {name}
        </Button>
      </span>
    </div>
  )
}
