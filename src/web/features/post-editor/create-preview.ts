const PREVIEW_WIDTH = 640
/** Smaller files are shown as they are. */
const LARGE_BYTES = 400 * 1024

/** An object URL of a small copy: many photos of twelve megapixels on a page fill the memory of a phone. Null where the browser cannot read the file. */
export async function createPreview(file: File): Promise<string | null> {
  if (file.size < LARGE_BYTES || typeof createImageBitmap !== 'function' || typeof OffscreenCanvas !== 'function') {
    return URL.createObjectURL(file)
  }
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image', resizeWidth: PREVIEW_WIDTH })
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
    canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap)
    return URL.createObjectURL(await canvas.convertToBlob({ type: file.type === 'image/png' ? 'image/webp' : 'image/jpeg' }))
  } catch {
    return null
  }
}
