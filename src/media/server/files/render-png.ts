import sharp from 'sharp'

/** A picture to render as PNG. */
export interface PngOrder {
  readonly bytes: Uint8Array
  /** In pixels. */
  readonly width: number
  readonly height: number
  /** Colour behind transparent parts; null leaves them transparent. */
  readonly ground: string | null
  /** Whether `bytes` is an SVG document drawn by the blog. No other picture is ever decoded as SVG. */
  readonly isDrawing: boolean
}

const SVG = { operation: ['VipsForeignLoadSvg'] }

/** Allows SVG while `work` runs. This affects the whole process, which is safe because a worker has one job at a time. */
async function withSvgAllowed<T>(work: () => Promise<T>): Promise<T> {
  sharp.unblock(SVG)
  try {
    return await work()
  } finally {
    sharp.block(SVG)
  }
}

/** Fits the whole picture into the size, centred. @returns a PNG without metadata */
export async function renderPng({ bytes, width, height, ground, isDrawing }: PngOrder): Promise<Uint8Array> {
  const render = async () => {
    const picture = sharp(bytes).resize({ width, height, fit: 'contain', background: ground ?? '#0000' })
    return (ground === null ? picture : picture.flatten({ background: ground })).png({ compressionLevel: 9 }).toBuffer()
  }
  return isDrawing ? withSvgAllowed(render) : render()
}
