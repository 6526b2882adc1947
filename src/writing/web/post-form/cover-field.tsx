import { type RefObject, useId, useRef, useState } from 'react'
import { coverOf, NO_COVER } from '#posts/contract/cover.ts'
import { StoredPicture, uploadImage, type UploadState, UploadStatus, useUpload } from '#media/web/index.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Button } from '#ui/components/button.tsx'
import { changeAndFocus } from '#ui/components/focus-notice.ts'
import { Progress } from '#ui/components/progress.tsx'
import { FieldError, type PostText } from './post-text.ts'

const COVER_FAILED = 'Image upload failed'

/** The cover of a post, and its upload. */
export interface Cover {
  readonly input: RefObject<HTMLInputElement | null>
  readonly state: UploadState
  /** Uploads the chosen file. */
  readonly send: (file: File) => Promise<string | null>
  /** Cancels the upload of a file that another one has replaced. */
  readonly replace: () => void
  /** Takes back what was chosen or sent. */
  readonly clear: () => void
  /** The chosen file, until it is uploaded. */
  readonly findPending: () => File | null
  /** Waits for the upload, and uploads a file that was only chosen. @throws FieldError if there is no picture in the end */
  readonly finish: () => Promise<void>
}

const upload = uploadImage('post')

/** @param onChange called by `finish` */
export const useCover = (onChange: (image: PostText['image']) => void): Cover => {
  const { state, start, cancel } = useUpload(upload)
  const input = useRef<HTMLInputElement>(null)
  const running = useRef<Promise<string | null> | null>(null)
  const uploaded = useRef<File | null>(null)

  const findPending = () => {
    const file = input.current?.files?.[0]
    return file === undefined || file === uploaded.current ? null : file
  }
  const clear = () => {
    if (input.current) input.current.value = ''
  }
  const send = (file: File) => {
    const work = start(file).then((url) => {
      if (running.current === work) running.current = null
      if (url !== null) uploaded.current = file
      return url
    })
    running.current = work
    return work
  }
  return {
    input,
    state,
    send,
    findPending,
    clear() {
      clear()
      cancel()
    },
    replace() {
      running.current = null
      cancel()
    },
    async finish() {
      const file = findPending()
      if (file === null) return
      const url = await (running.current ?? send(file))
      if (url === null) throw new FieldError('image', COVER_FAILED)
      onChange(url)
    },
  }
}

interface CoverFieldProps {
  readonly text: Pick<PostText, 'image' | 'content'>
  readonly onChange: (part: Pick<PostText, 'image'>) => void
  readonly cover: Cover
  /** Error message. */
  readonly error?: string | undefined
}

interface CoverPreviewProps {
  readonly text: Pick<PostText, 'image' | 'content'>
  readonly hasFailed: boolean
  readonly onChoose: (image: PostText['image']) => void
}

/** The picture that stands for the post, and the choice of another, or of none. */
const CoverPreview = ({ text: { image, content }, hasFailed, onChoose }: CoverPreviewProps) => {
  const shown = coverOf(image || null, content)
  const isOwn = image !== '' && image !== NO_COVER
  const status = useRef<HTMLParagraphElement>(null)
  const choose = (chosen: PostText['image']) =>
    changeAndFocus(
      () => onChoose(chosen),
      () => status.current,
    )
  return (
    <div className="grid justify-items-start gap-2">
      {shown === null ? null : (
        <div className="w-full max-w-[20rem]">
          <StoredPicture
            src={shown}
            alt="The cover as it will be seen"
            sizes="20rem"
            eager
            className="aspect-video w-full rounded-card bg-sunk object-cover"
          />
        </div>
      )}
      <p ref={status} role="status" tabIndex={-1} className="text-small text-ink-soft outline-none">
        {shown === null ? 'A drawing stands for the post.' : isOwn ? '' : 'The first photo or film of the text.'}
      </p>
      <div className="row gap-x-4">
        {isOwn || hasFailed ? (
          <button type="button" className="link link-target" onClick={() => choose('')}>
            Remove image
          </button>
        ) : null}
        {image === NO_COVER ? (
          <button type="button" className="link link-target" onClick={() => choose('')}>
            Use the first photo
          </button>
        ) : null}
        {!isOwn && shown !== null ? (
          <button type="button" className="link link-target" onClick={() => choose(NO_COVER)}>
            A drawing instead
          </button>
        ) : null}
      </div>
    </div>
  )
}

/** The cover: choose a file, upload it, see it. */
export const CoverField = ({ text, onChange, cover: { input, state, send, replace, clear }, error }: CoverFieldProps) => {
  const [nothingChosen, setNothingChosen] = useState(false)
  const id = useId()
  const sendChosen = async () => {
    if (state.type === 'uploading') return
    const file = input.current?.files?.[0] ?? null
    setNothingChosen(file === null)
    const url = file && (await send(file))
    if (url !== null) onChange({ image: url })
  }
  const choose = (image: PostText['image']) => {
    clear()
    onChange({ image })
  }
  const hasFailed = state.type === 'failed' && !nothingChosen
  const problem = nothingChosen ? 'Please select an image' : hasFailed ? COVER_FAILED : error

  return (
    <div className="stack gap-3">
      <label htmlFor={id} className="-mb-1.5 font-medium">
        Cover image
      </label>
      <div className="row gap-3">
        <input
          ref={input}
          id={id}
          name="image"
          type="file"
          accept="image/*"
          className="control min-w-0 flex-1 basis-56"
          aria-invalid={problem === undefined ? undefined : true}
          aria-describedby={problem === undefined ? undefined : `${id}-error`}
          onChange={() => {
            setNothingChosen(false)
            replace()
          }}
        />
        <Button aria-disabled={state.type === 'uploading' || undefined} onClick={() => void sendChosen()}>
          {state.type === 'uploading' ? <Progress percent={state.percent} label="Uploading the image" size={38} /> : null}
          <span>Upload Image</span>
        </Button>
      </div>
      <div id={`${id}-error`} className="empty:hidden">
        {problem === undefined ? null : <Alert>{problem}</Alert>}
      </div>
      <UploadStatus upload={state} onCancel={clear} />
      <CoverPreview text={text} hasFailed={hasFailed} onChoose={choose} />
    </div>
  )
}
