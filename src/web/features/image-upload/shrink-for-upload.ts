import type { PictureKind } from '#contract/limits.ts'
import { scalePicture } from '#web/features/scale-picture.ts'

/** Kinds that stand still. What may move (GIF, WebP) goes as it is. */
const STILL = /^image\/(jpeg|png|heic|heif)$/
const CAMERA = /^image\/hei[cf]$/
/** Smaller files are quicker sent than scaled. */
const WORTH_BYTES = 400 * 1024

/**
 * A large photo scaled down to what the blog shows, so that less crosses the wifi; its metadata stays on the phone.
 * The server cleans whatever comes, so a browser that cannot do this loses nothing but time.
 */
export async function shrinkForUpload(file: File, kind: PictureKind): Promise<Blob> {
  const isCamera = CAMERA.test(file.type) || /\.hei[cf]$/i.test(file.name)
  if (!isCamera && (!STILL.test(file.type) || file.size < WORTH_BYTES)) return file
  try {
    const { full: scaled } = await scalePicture(file, kind)
    // The server cannot read what comes from an iPhone as it is; where this browser can, any size is better.
    return scaled.size < file.size || isCamera ? scaled : file
  } catch {
    return file
  }
}
