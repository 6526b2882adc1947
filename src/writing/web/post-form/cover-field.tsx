import { useId, useState } from 'react'
import { StoredPicture, UploadStatus } from '#media/web/index.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Button } from '#ui/components/button.tsx'
import { Progress } from '#ui/components/progress.tsx'
import { COVER_FAILED, type Cover } from './use-cover.ts'

interface CoverFieldProps {
  /** Address of the cover; empty for none. */
  readonly image: string
  readonly cover: Cover
  /** Error message. */
  readonly error?: string | undefined
}

/** The cover: choose a file, upload it, see it (docs/product.md, 4, post image upload). */
export const CoverField = ({ image, cover: { input, state, send, cancel, remove }, error }: CoverFieldProps) => {
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
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <label htmlFor={id} className="-mb-1.5 font-medium">
        Cover image
      </label>
      <div className="flex flex-wrap items-center gap-3">
        <input
          ref={input}
          id={id}
          name="image"
          type="file"
          accept="image/*"
          className="control min-w-0 flex-1 basis-56"
          aria-invalid={problem === undefined ? undefined : true}
          aria-describedby={problem === undefined ? undefined : `${id}-error`}
          onChange={() => setNothingChosen(false)}
        />
        <Button disabled={state.type === 'uploading'} onClick={sendChosen}>
          {state.type === 'uploading' ? <Progress percent={state.percent} label="Uploading the image" size={38} /> : null}
          Upload Image
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
