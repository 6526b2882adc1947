import type { UploadState } from './upload-picture.ts'

interface UploadStatusProps {
  readonly upload: UploadState
  readonly onCancel: () => void
}

/** Text beside the progress ring: the upload waits for the network, can be cancelled, or was refused with a reason. */
export const UploadStatus = ({ upload, onCancel }: UploadStatusProps) => {
  if (upload.type === 'failed' && upload.reason !== null) return <p className="text-small text-ink-soft">{upload.reason}</p>
  if (upload.type !== 'uploading') return null
  return (
    <div className="flex flex-wrap items-center gap-x-4 text-small text-ink-soft">
      <button type="button" className="link link-target" onClick={onCancel}>
        Cancel upload
      </button>
      <span role="status">{upload.paused ? 'You are offline. The upload goes on by itself.' : ''}</span>
    </div>
  )
}
