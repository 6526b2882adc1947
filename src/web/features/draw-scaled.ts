/** What a picture is scaled to; smaller ones stay as large as they are. */
export interface ScaleWish {
  readonly pixels: number
  /** Which side has so many pixels. */
  readonly side: 'width' | 'shorter'
  /** MIME type; a browser that cannot write it writes PNG. */
  readonly type: string
}

const QUALITY = 0.9

/** Runs in the worker, and on the page where a browser has no canvas for workers. @throws where it cannot read the file */
export async function drawScaled(file: Blob, { pixels, side, type }: ScaleWish): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const { width, height } = bitmap
  const scale = Math.min(1, pixels / (side === 'width' ? width : Math.min(width, height)))
  const canvas = createCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)))
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D | null
  if (!context) throw new Error('This browser cannot draw here.')
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  // Twelve megapixels are 48 MB: not until the garbage collector comes by.
  bitmap.close()
  return 'convertToBlob' in canvas ? canvas.convertToBlob({ type, quality: QUALITY }) : readBlob(canvas, type)
}

function createCanvas(width: number, height: number): OffscreenCanvas | HTMLCanvasElement {
  if (typeof OffscreenCanvas === 'function') return new OffscreenCanvas(width, height)
  return Object.assign(document.createElement('canvas'), { width, height })
}

const readBlob = (canvas: HTMLCanvasElement, type: string) =>
  new Promise<Blob>((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('This browser cannot write the picture.'))), type, QUALITY)
  })
