import sharp from 'sharp'

/** A picture to be made of another one. */
export interface PngOrder {
  readonly bytes: Uint8Array
  /** In pixels. */
  readonly width: number
  readonly height: number
  /** Colour behind what is see-through; null leaves it so. */
  readonly ground: string | null
  /** An SVG document of our own. No other picture is ever read as SVG. */
  readonly isDrawing: boolean
}

const SVG = { operation: ['VipsForeignLoadSvg'] }

/** Which formats may be read holds for the whole process; a worker has one job at a time. */
export async function withDrawings<T>(work: () => Promise<T>): Promise<T> {
  sharp.unblock(SVG)
  try {
    return await work()
  } finally {
    sharp.block(SVG)
  }
}

/** The whole picture in the middle. @returns a PNG without metadata */
export async function renderPng({ bytes, width, height, ground, isDrawing }: PngOrder): Promise<Uint8Array> {
  const render = async () => {
    const picture = sharp(bytes).resize({ width, height, fit: 'contain', background: ground ?? '#0000' })
    return (ground === null ? picture : picture.flatten({ background: ground })).png({ compressionLevel: 9 }).toBuffer()
  }
  return isDrawing ? withDrawings(render) : render()
}
