import { scalePicture } from '#web/features/scale-picture.ts'

const PREVIEW_WIDTH = 640
/** Smaller files are shown as they are. */
const LARGE_BYTES = 400 * 1024

/** An object URL of a small copy: many photos of twelve megapixels on a page fill the memory of a phone. Null where the browser cannot read the file. */
export async function createPreview(file: File): Promise<string | null> {
  if (file.size < LARGE_BYTES) return URL.createObjectURL(file)
  try {
    const type = file.type === 'image/png' ? 'image/webp' : 'image/jpeg'
    return URL.createObjectURL(await scalePicture(file, { pixels: PREVIEW_WIDTH, side: 'width', type }))
  } catch {
    return null
  }
}
