import sharp from 'sharp'
import { AppError } from '#contract/errors.ts'
import { PICTURE_MAX_HEIGHT, PICTURE_MAX_PIXELS, PICTURE_MAX_WIDTH } from '#contract/limits.ts'

/** Judged by the bytes, whatever the name or the type says. SVG is not among them: it can carry scripts. */
const FORMATS = new Set(['jpeg', 'png', 'webp', 'gif', 'heif', 'tiff'])
const NOT_A_PICTURE = 'This file is not a picture that the blog can show. Please use a JPEG, PNG, WebP, AVIF or GIF.'

/**
 * A picture that tells nothing but what it shows: turned upright, scaled down,
 * sRGB, and without any metadata (place, camera, dates, thumbnails).
 * @returns WebP bytes, animated where the original was
 */
export async function cleanPicture(bytes: Uint8Array): Promise<Uint8Array> {
  const options = { limitInputPixels: PICTURE_MAX_PIXELS, failOn: 'error' } as const
  try {
    const { format, pages = 1 } = await sharp(bytes, options).metadata()
    if (!FORMATS.has(format ?? '')) throw new AppError('bad_request', NOT_A_PICTURE)
    return await sharp(bytes, { ...options, animated: pages > 1 })
      .autoOrient()
      .resize({ width: PICTURE_MAX_WIDTH, height: PICTURE_MAX_HEIGHT, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer()
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('bad_request', NOT_A_PICTURE)
  }
}
