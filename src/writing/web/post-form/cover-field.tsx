import { type RefObject, useId, useRef, useState } from 'react'
import { StoredPicture, type UploadPicture, type UploadState, UploadStatus, useUpload } from '#media/web/index.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Button } from '#ui/components/button.tsx'
import { Progress } from '#ui/components/progress.tsx'
import { FieldError } from './post-text.ts'

const COVER_FAILED = 'Image upload failed'

/** The cover of a post, and its upload. */
export interface Cover {
  readonly input: RefObject<HTMLInputElement | null>
  readonly state: UploadState
  /** Uploads the chosen file. */
  readonly send: (file: File) => Promise<string | null>
  readonly cancel: () => void
  /** Cancels the upload of a file that another one has replaced. */
  readonly replace: () => void
  readonly remove: () => void
  /** The chosen file, until it is uploaded. */
  readonly findPending: () => File | null
  /** Waits for the upload, and uploads a file that was only chosen. @throws FieldError if there is no picture in the end */
  readonly finish: () => Promise<void>
}

export const useCover = (upload: UploadPicture, onChange: (image: string) => void): Cover => {
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
      if (url === null) return null
      uploaded.current = file
      onChange(url)
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
    cancel() {
      clear()
      cancel()
    },
    replace() {
      running.current = null
      cancel()
    },
    remove() {
      clear()
      cancel()
      onChange('')
    },
    async finish() {
      const file = findPending()
      if (file === null) return
      if ((await (running.current ?? send(file))) === null) throw new FieldError('image', COVER_FAILED)
    },
  }
}

interface CoverFieldProps {
  /** Address of the cover; empty for none. */
  readonly image: string
  readonly cover: Cover
  /** Error message. */
  readonly error?: string | undefined
}

/** The cover: choose a file, upload it, see it (docs/product.md, 4, post image upload). */
export const CoverField = ({ image, cover: { input, state, send, cancel, replace, remove }, error }: CoverFieldProps) => {
  const [nothingChosen, setNothingChosen] = useState(false)
  const id = useId()
  const sendChosen = () => {
    const file = input.current?.files?.[0] ?? null
    setNothingChosen(file === null)
    if (file !== null) void send(file)
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
        <Button disabled={state.type === 'uploading'} onClick={sendChosen}>
          {state.type === 'uploading' ? <Progress percent={state.percent} label="Uploading the image" size={38} /> : null}
          <span>Upload Image</span>
        </Button>
      </div>
      <div id={`${id}-error`} className="empty:hidden">
        {problem === undefined ? null : <Alert>{problem}</Alert>}
      </div>
      <UploadStatus upload={state} onCancel={cancel} />
      {image === '' && !hasFailed ? null : (
        <div className="grid justify-items-start gap-2">
          {image === '' ? null : (
            <StoredPicture
              src={image}
              alt="The cover as it will be seen"
              sizes="36rem"
              eager
              className="aspect-video w-full max-w-xl rounded-card bg-sunk object-cover"
            />
          )}
          <Button variant="plain" onClick={remove}>
            Remove image
          </Button>
        </div>
      )}
    </div>
  )
}
