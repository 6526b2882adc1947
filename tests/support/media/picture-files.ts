import sharp from 'sharp'

/** A file for Playwright's setInputFiles. */
export interface PickedFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

export const UPLOADS_PATH = '/files'

export async function pictureFile(name = 'heart.png'): Promise<PickedFile> {
  const buffer = await sharp({ create: { width: 320, height: 200, channels: 3, background: '#b4442f' } })
    .png()
    .toBuffer()
  return { name, mimeType: 'image/png', buffer }
}

/** Has the name and type of a picture, but other content. */
export const brokenPictureFile = (): PickedFile => ({ name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
