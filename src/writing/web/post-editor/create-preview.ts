import { scalePicture } from '#media/web/index.ts'

/** Smaller files are shown as they are. */
const LARGE_BYTES = 400 * 1024

/**
 * Object URL of a small copy: many photos of twelve megapixels on a page fill the memory of a phone. Null if the browser
 * cannot decode the file.
 */
export async function createPreview(file: File): Promise<string | null> {
  if (file.size < LARGE_BYTES) return URL.createObjectURL(file)
  try {
    return URL.createObjectURL((await scalePicture(file, 'post')).preview)
  } catch {
    return null
  }
}
