import sharp from 'sharp'

/** Draws soft noise over large shapes, so that the picture has detail at every scale, like a photograph. */
export async function drawPhoto(width: number): Promise<Buffer<ArrayBuffer>> {
  const height = (width / 4) * 3
  const noise = (size: number, sigma: number) =>
    sharp({
      create: {
        width: Math.ceil(width / size),
        height: Math.ceil(height / size),
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma },
      },
    })
      .resize(width, height, { fit: 'fill', kernel: 'cubic' })
      .png()
      .toBuffer()
  const details = { input: await noise(3, 18), blend: 'overlay' as const }
  const shapes = sharp(await noise(400, 90)).composite([details])
  return Buffer.from(await shapes.jpeg({ quality: 90 }).toBuffer())
}
