import sharp from 'sharp'

/** A square picture to be made of another one. */
export interface IconOrder {
  readonly bytes: Uint8Array
  /** Of its sides, in pixels. */
  readonly size: number
  /** Colour behind what is see-through; null leaves it so. */
  readonly ground: string | null
  /** An SVG document of our own. No other picture is ever read as SVG. */
  readonly isDrawing: boolean
}

const SVG = { operation: ['VipsForeignLoadSvg'] }

/** The whole picture in the middle of a square. @returns a PNG without metadata */
export async function renderIcon({ bytes, size, ground, isDrawing }: IconOrder): Promise<Uint8Array> {
  // Which formats may be read holds for the whole process; a worker has one job at a time.
  if (isDrawing) sharp.unblock(SVG)
  try {
    const square = sharp(bytes).resize({ width: size, height: size, fit: 'contain', background: ground ?? '#0000' })
    return await (ground === null ? square : square.flatten({ background: ground })).png({ compressionLevel: 9 }).toBuffer()
  } finally {
    sharp.block(SVG)
  }
}
