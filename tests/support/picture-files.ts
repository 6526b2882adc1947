import sharp from 'sharp'

/** A file as a picker hands it over. */
interface PickedFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** Where the browser sends pictures. */
export const UPLOADS_PATH = '/files'

/** A small real picture. */
export async function pictureFile(name = 'heart.png'): Promise<PickedFile> {
  const buffer = await sharp({ create: { width: 320, height: 200, channels: 3, background: '#b4442f' } })
    .png()
    .toBuffer()
  return { name, mimeType: 'image/png', buffer }
}

/** Says that it is a picture, and is none. */
export const brokenPictureFile = (): PickedFile => ({ name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
