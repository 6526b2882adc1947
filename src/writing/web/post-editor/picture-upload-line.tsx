import { Button } from '#ui/components/button.tsx'
import { Progress } from '#ui/components/progress.tsx'
import type { PictureUpload } from './picture-uploads.ts'

interface UploadLineProps {
  readonly upload: PictureUpload
  readonly onRetry: () => void
  readonly onRemove: () => void
}

const OFFLINE = 'You are offline. The upload goes on by itself.'

/** Progress or failure of an upload, below its picture. */
export const UploadLine = ({ upload: { file, state }, onRetry, onRemove }: UploadLineProps) => {
  const percent = state.type === 'uploading' ? state.percent : 0
  return (
    <div contentEditable={false} className="picture-line">
      {state.type === 'failed' ? (
        <p className="text-danger">
          <strong>Image upload failed</strong> {state.reason}
        </p>
      ) : (
        <>
          <Progress percent={percent} label={`Uploading ${file.name}`} size={44} />
          <span>{state.type === 'uploading' && state.paused ? OFFLINE : state.type === 'queued' ? 'Waiting' : 'Uploading'}</span>
        </>
      )}
      <span className="picture-actions">
        {state.type === 'failed' ? <Button onClick={onRetry}>Try again</Button> : null}
        <Button onClick={onRemove}>Remove</Button>
      </span>
    </div>
  )
}
