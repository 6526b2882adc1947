import { PICTURE_MAX_WIDTH, PROFILE_PICTURE_MAX_WIDTH, type UploadKind } from '#contract/limits.ts'

/** Kinds that stand still. What may move (GIF, WebP) goes as it is. */
const STILL = /^image\/(jpeg|png|heic|heif)$/
const CAMERA = /^image\/hei[cf]$/
/** Smaller files are quicker sent than scaled. */
const WORTH_BYTES = 400 * 1024
const QUALITY = 0.9

/**
 * A large photo scaled down to what the blog shows, so that less crosses the wifi; its metadata stays on the phone.
 * The server cleans whatever comes, so a browser that cannot do this loses nothing but time.
 */
export async function scalePicture(file: File, kind: UploadKind): Promise<Blob> {
  if (typeof createImageBitmap !== 'function' || typeof OffscreenCanvas !== 'function') return file
  const isCamera = CAMERA.test(file.type) || /\.hei[cf]$/i.test(file.name)
  if (!isCamera && (!STILL.test(file.type) || file.size < WORTH_BYTES)) return file
  try {
    const scaled = await draw(await createImageBitmap(file, { imageOrientation: 'from-image' }), { kind, type: file.type })
    // The server cannot read what comes from an iPhone as it is; where this browser can, any size is better.
    return scaled.size < file.size || isCamera ? scaled : file
  } catch {
    return file
  }
}

async function draw(bitmap: ImageBitmap, { kind, type }: { kind: UploadKind; type: string }): Promise<Blob> {
  const { width, height } = bitmap
  const wanted = kind === 'profile' ? PROFILE_PICTURE_MAX_WIDTH / Math.min(width, height) : PICTURE_MAX_WIDTH / width
  const scale = Math.min(1, wanted)
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser cannot draw here.')
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  // A PNG may be see-through; where WebP cannot be written the browser writes PNG by itself.
  return canvas.convertToBlob({ type: type === 'image/png' ? 'image/webp' : 'image/jpeg', quality: QUALITY })
}
