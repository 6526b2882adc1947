import ImagePlus from 'lucide-react/icons/image-plus'
import { useRef } from 'react'
import { uploadImage, UploadStatus, useUpload } from '#media/web/index.ts'
import { Button } from '#ui/components/button.tsx'
import { Progress } from '#ui/components/progress.tsx'

const upload = uploadImage('post')

interface PictureUploadProps {
  /** 'Choose a picture' */
  readonly label: string
  /** Name of the field in messages of the form. */
  readonly field: string
  readonly onUploaded: (address: string) => void
  readonly error?: string | undefined
}

/** A button to choose a file, which is uploaded at once. */
export const PictureUpload = ({ label, field, onUploaded, error }: PictureUploadProps) => {
  const { state, start, cancel } = useUpload(upload)
  const input = useRef<HTMLInputElement>(null)
  const sendChosen = async () => {
    const file = input.current?.files?.[0]
    if (input.current === null || file === undefined) return
    // Cleared, so that the same file can be chosen again after a failure.
    input.current.value = ''
    const address = await start(file)
    if (address !== null) onUploaded(address)
  }
  const isUploading = state.type === 'uploading'
  const problem = state.type === 'failed' && state.reason === null ? 'The picture could not be sent. Please try again.' : error
  return (
    <div className="grid justify-items-start gap-1.5">
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        onChange={() => void sendChosen()}
      />
      <Button disabled={isUploading} data-field={field} onClick={() => input.current?.click()}>
        {isUploading ? (
          <Progress percent={state.percent} label="Uploading the picture" size={38} />
        ) : (
          <ImagePlus aria-hidden="true" size={18} />
        )}
        {label}
      </Button>
      <p role="alert" className="text-small font-medium text-danger empty:hidden">
        {problem}
      </p>
      <UploadStatus upload={state} onCancel={cancel} />
    </div>
  )
}
