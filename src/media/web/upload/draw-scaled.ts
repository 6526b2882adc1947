/** Target size of a scaled picture; smaller pictures are not enlarged. */
export interface ScaleTarget {
  readonly pixels: number
  /** Side that `pixels` applies to. */
  readonly side: 'width' | 'shorter' | 'longer'
  /** MIME type; browsers that cannot encode it write PNG. */
  readonly type: string
}

type Canvas = OffscreenCanvas | HTMLCanvasElement

const QUALITY = 0.9

/**
 * Decodes a picture once for all sizes, the largest first: each is drawn from the one before. Runs in the worker, or on
 * the page if the browser has no OffscreenCanvas. @throws if the file cannot be decoded
 */
export async function drawScaled(file: Blob, targets: readonly ScaleTarget[]): Promise<Blob[]> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const canvases: Canvas[] = []
  for (const target of targets) canvases.push(draw(canvases.at(-1) ?? bitmap, target))
  // Twelve megapixels take 48 MB: do not wait for the garbage collector.
  bitmap.close()
  return Promise.all(canvases.map((canvas, index) => writeBlob(canvas, targets[index]?.type)))
}

function draw(source: ImageBitmap | Canvas, { pixels, side }: ScaleTarget): Canvas {
  const { width, height } = source
  const measured = { width, shorter: Math.min(width, height), longer: Math.max(width, height) }[side]
  const scale = Math.min(1, pixels / measured)
  const canvas = createCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)))
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D | null
  if (!context) throw new Error('This browser cannot draw here.')
  context.imageSmoothingQuality = 'high'
  context.drawImage(source, 0, 0, canvas.width, canvas.height)
  return canvas
}

function createCanvas(width: number, height: number): Canvas {
  if (typeof OffscreenCanvas === 'function') return new OffscreenCanvas(width, height)
  return Object.assign(document.createElement('canvas'), { width, height })
}

const writeBlob = (canvas: Canvas, type: string | undefined): Promise<Blob> =>
  'convertToBlob' in canvas ? canvas.convertToBlob({ ...(type ? { type } : {}), quality: QUALITY }) : readBlob(canvas, type)

const readBlob = (canvas: HTMLCanvasElement, type: string | undefined) =>
  new Promise<Blob>((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('This browser cannot write the picture.'))), type, QUALITY)
  })
