import type { PictureKind } from '#contract/limits.ts'
import type { UploadPicture } from '#web/features/upload-picture.ts'

/**
 * Sends pictures of one kind to our storage. The protocol is fetched when the first one is sent: readers never load it.
 */
export const uploadImage =
  (kind: PictureKind): UploadPicture =>
  async (file, { onProgress, onPaused, signal }) => {
    const [{ UploadTask }, { shrinkForUpload }] = await Promise.all([import('./upload-task.ts'), import('./shrink-for-upload.ts')])
    const bytes = await shrinkForUpload(file, kind)
    const task = new UploadTask(bytes, {
      kind,
      name: file.name,
      fingerprint: await fingerprintOf(bytes, { file, kind }),
      onProgress,
      onState: (state) => onPaused?.(state === 'paused'),
    })
    const cancel = () => task.cancel()
    if (signal.aborted) cancel()
    signal.addEventListener('abort', cancel)
    try {
      return { url: await task.done }
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }

/** By what it holds where the browser can tell (over https), else by its name, size and time. */
async function fingerprintOf(bytes: Blob, { file, kind }: { file: File; kind: PictureKind }): Promise<string> {
  const parts = [kind, bytes.size, file.name, file.size, file.lastModified]
  // Missing on plain http, whatever the types say.
  const subtle = globalThis.crypto.subtle as SubtleCrypto | undefined
  if (!subtle) return `kindred-${parts.join('-')}`
  const hash = new Uint8Array(await subtle.digest('SHA-256', await bytes.arrayBuffer()))
  return `kindred-${kind}-${Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
