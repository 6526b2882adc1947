import type { PictureKind } from '#media/contract/media-limits.ts'
import type { SentFile, StoredUpload } from './send-in-parts.ts'
import type { UploadPicture, UploadListener } from './use-upload.tsx'

/** Uploads a file to our storage. The upload library is loaded with the first file: readers never load it. */
export async function sendFile(bytes: Blob, file: SentFile, listener: UploadListener): Promise<StoredUpload> {
  const { sendInParts } = await import('./send-in-parts.ts')
  return sendInParts(bytes, file, listener)
}

/** Uploads pictures of one kind. */
export const uploadImage =
  (kind: PictureKind): UploadPicture =>
  async (file, listener) => {
    const { shrinkForUpload } = await import('./scale-picture.ts')
    const bytes = await shrinkForUpload(file, kind)
    return sendFile(bytes, { kind, name: file.name, fingerprint: await fingerprintOf(bytes, { file, kind }) }, listener)
  }

/** By content if the browser can hash (over https), else by name, size and time. */
async function fingerprintOf(bytes: Blob, { file, kind }: { file: File; kind: PictureKind }): Promise<string> {
  const parts = [kind, bytes.size, file.name, file.size, file.lastModified]
  // Undefined over plain http, despite its type.
  const subtle = globalThis.crypto.subtle as SubtleCrypto | undefined
  if (!subtle) return `kindred-${parts.join('-')}`
  const hash = new Uint8Array(await subtle.digest('SHA-256', await bytes.arrayBuffer()))
  return `kindred-${kind}-${Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
