import type { UploadKind } from '#platform/contract/limits.ts'
import type { UploadListener } from './upload-picture.ts'

interface SentFile {
  readonly kind: UploadKind
  readonly name: string
  /** Identifies the file, also after a reload. */
  readonly fingerprint: string
}

/** Uploads a file to our storage. The upload library is loaded with the first file: readers never load it. */
export async function sendFile(
  bytes: Blob,
  sent: SentFile,
  { onProgress, onPaused, signal }: UploadListener,
): Promise<{ readonly url: string }> {
  const { UploadTask } = await import('./upload-task.ts')
  const task = new UploadTask(bytes, { ...sent, onProgress, onState: (state) => onPaused?.(state === 'paused') })
  const cancel = () => task.cancel()
  if (signal.aborted) cancel()
  signal.addEventListener('abort', cancel)
  try {
    return { url: await task.done }
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
