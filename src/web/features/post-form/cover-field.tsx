import { useId, useRef, useState } from 'react'
import { type UploadPicture, useUpload } from '#web/features/upload-picture.ts'
import { StoredPicture } from '#web/features/stored-picture.tsx'
import { UploadStatus } from '#web/features/upload-status.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Progress } from '#web/ui/progress.tsx'

interface CoverFieldProps {
  /** Address of the cover; empty for none. */
  readonly image: string
  readonly upload: UploadPicture
  readonly onChange: (image: string) => void
}

/** The cover: choose a file, upload it, see it (docs/product.md, 4, post image upload). */
export const CoverField = ({ image, upload, onChange }: CoverFieldProps) => {
  const { state, start, cancel } = useUpload(upload)
  const [nothingChosen, setNothingChosen] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()

  const send = async () => {
    const file = input.current?.files?.[0]
    setNothingChosen(file === undefined)
    if (file === undefined) return
    const url = await start(file)
    if (url !== null) onChange(url)
  }
  const remove = () => {
    if (input.current) input.current.value = ''
    onChange('')
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <label htmlFor={id} className="-mb-1.5 font-medium">
        Cover image
      </label>
      <div className="flex flex-wrap items-center gap-3">
        <input
          ref={input}
          id={id}
          type="file"
          accept="image/*"
          className="control min-w-0 flex-1 basis-56"
          onChange={() => setNothingChosen(false)}
        />
        <Button disabled={state.type === 'uploading'} onClick={() => void send()}>
          {state.type === 'uploading' ? <Progress percent={state.percent} label="Uploading the image" size={38} /> : null}
          Upload Image
        </Button>
      </div>
      {nothingChosen ? <Alert>Please select an image</Alert> : null}
      {state.type === 'failed' && !nothingChosen ? <Alert>Image upload failed</Alert> : null}
      <UploadStatus upload={state} onCancel={cancel} />
      {image === '' ? null : (
        <div className="grid justify-items-start gap-2">
          <StoredPicture
            src={image}
            alt="The cover as it will be seen"
            sizes="36rem"
            eager
            className="aspect-video w-full max-w-xl rounded-card bg-sunk object-cover"
          />
          <Button variant="plain" onClick={remove}>
            Remove image
          </Button>
        </div>
      )}
    </div>
  )
}
