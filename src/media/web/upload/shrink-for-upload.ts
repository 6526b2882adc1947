import type { PictureKind } from '#platform/contract/limits.ts'
import { scalePicture } from './scale-picture.ts'

/** Formats without animation. GIF and WebP may be animated and are sent unchanged. */
const STILL_IMAGE = /^image\/(jpeg|png|heic|heif)$/
const HEIC_IMAGE = /^image\/hei[cf]$/
/** Smaller files are sent faster than they are scaled. */
const SHRINK_MIN_BYTES = 400 * 1024

/**
 * Scales a large photo down to the size that the blog shows, so that less is sent; its metadata stays on the device.
 * The server cleans every picture, so a browser that cannot do this only loses time.
 */
export async function shrinkForUpload(file: File, kind: PictureKind): Promise<Blob> {
  const isHeic = HEIC_IMAGE.test(file.type) || /\.hei[cf]$/i.test(file.name)
  if (!isHeic && (!STILL_IMAGE.test(file.type) || file.size < SHRINK_MIN_BYTES)) return file
  try {
    const { full: scaled } = await scalePicture(file, kind)
    // The server cannot read photos of an iPhone unchanged; if this browser can, any size is better.
    return scaled.size < file.size || isHeic ? scaled : file
  } catch {
    return file
  }
}
