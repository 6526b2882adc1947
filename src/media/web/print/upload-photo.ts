import { uploadImage } from '#media/web/upload/upload-file.ts'
import type { UploadPicture } from '#media/web/upload/use-upload.tsx'

const upload = uploadImage('post')
/** The browser's storage may not respond. */
const STORAGE_TIMEOUT_MS = 1000

/** Uploads a picture of a post, and keeps the photo on this device for a copy in print size. */
export const uploadPhoto =
  (userId: string): UploadPicture =>
  async (file, listener) => {
    const stored = await upload(file, listener)
    // Without room on this device there is no copy.
    const keeping = import('./print-originals.ts').then(({ keepOriginal }) => keepOriginal(stored.url, userId, file)).catch(() => {})
    await Promise.race([keeping, new Promise((resolve) => setTimeout(resolve, STORAGE_TIMEOUT_MS))])
    return stored
  }
