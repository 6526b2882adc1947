import sharp, { type OutputInfo, type Sharp, type SharpOptions } from 'sharp'
import { AppError } from '#platform/contract/errors.ts'
import {
  PICTURE_MAX_PIXELS,
  PICTURE_MAX_WIDTH,
  type PictureKind,
  PROFILE_PICTURE_MAX_PIXELS,
  PROFILE_PICTURE_MAX_WIDTH,
} from '#media/contract/media-limits.ts'
import { COLOUR_GRID, formatsOf, type PictureFormat, sourceScale, widthsOf } from '#media/contract/picture-address.ts'

/** Format of a file according to its first bytes, not to its name or declared type. */
type SniffedFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif' | 'heic'

const startsWith = (bytes: Uint8Array, start: readonly number[]) => start.every((byte, index) => bytes[index] === byte)
const textAt = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))

const JPEG = [0xff, 0xd8, 0xff]
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'])

/** SVG is left out, because it can contain scripts. @returns undefined for a format that the blog does not read */
function sniffPicture(bytes: Uint8Array): SniffedFormat | undefined {
  if (startsWith(bytes, JPEG)) return 'jpeg'
  if (startsWith(bytes, PNG)) return 'png'
  if (/^GIF8[79]a$/.test(textAt(bytes, 0, 6))) return 'gif'
  if (textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 12) === 'WEBP') return 'webp'
  return textAt(bytes, 4, 8) === 'ftyp' ? sniffContainer(bytes) : undefined
}

const isTiff = (bytes: Uint8Array) => ['II*\0', 'MM\0*'].includes(textAt(bytes, 0, 4))

/** AVIF and HEIC share a container format; its brands tell them apart. */
function sniffContainer(bytes: Uint8Array): 'avif' | 'heic' | undefined {
  const length = Math.min(new DataView(bytes.buffer, bytes.byteOffset).getUint32(0), 256, bytes.byteLength)
  const brands = Array.from({ length: Math.max(0, Math.floor((length - 8) / 4)) }, (_, index) =>
    textAt(bytes, 8 + index * 4, 12 + index * 4),
  )
  if (brands.includes('avif') || brands.includes('avis')) return 'avif'
  return brands.some((brand) => HEIC_BRANDS.has(brand) || brand === 'mif1') ? 'heic' : undefined
}

/** A picture in all its widths and formats, without metadata. */
export interface CleanPicture {
  readonly width: number
  readonly height: number
  /** See StoredPicture. */
  readonly colours: string | null
  readonly format: PictureFormat
  /** JPEG in print size; null for what is no photo of a post. */
  readonly source: Uint8Array | null
  /** The largest in `format` first, then every width in every format. */
  readonly files: readonly { readonly width: number; readonly format: PictureFormat; readonly bytes: Uint8Array }[]
}

const NOT_A_PICTURE = 'This file is not a picture that the blog can show. Please use a JPEG, PNG, WebP, AVIF or GIF.'
const TIFF =
  'This photo is a TIFF or a raw photo, which browsers cannot show. Please open it where it came from, save it as a JPEG, and send that.'
const DAMAGED =
  'This picture is damaged or incomplete. Please open it where it came from; if it looks right there, save a copy and send that.'
const MAX_PIXELS: Record<PictureKind, number> = { post: PICTURE_MAX_PIXELS, profile: PROFILE_PICTURE_MAX_PIXELS }
export const tooManyPixels = (kind: PictureKind) =>
  `This picture is too large: at most ${Math.floor(MAX_PIXELS[kind] / 1_000_000)} megapixels, all frames together.`
export const HEIC =
  'This photo is in the HEIC format, which the blog cannot read. Please send it as JPEG: on an iPhone, choose Settings, Camera, Formats, Most Compatible, and take or share it again.'

/** The only formats that sharp may decode. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}`)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: LOADERS })
sharp.cache(false)

const INPUT: SharpOptions = { limitInputPixels: PICTURE_MAX_PIXELS, failOn: 'error' }
/** WebP cannot be taller. */
const MAX_HEIGHT = 16_383

const PRINT_QUALITY = { quality: 88, chromaSubsampling: '4:4:4' }
/** Moderate effort: the sender waits while the files are encoded. */
const ENCODE: Record<PictureFormat, (image: Sharp) => Sharp> = {
  avif: (image) => image.avif({ quality: 52, effort: 2 }),
  webp: (image) => image.webp({ quality: 76, effort: 3 }),
  jpg: (image) => image.jpeg({ quality: 78, progressive: true }),
  png: (image) => image.png({ compressionLevel: 8, palette: true }),
}

/**
 * Turns a picture upright and scales it down, in sRGB. It is decoded once to bare pixels and encoded from those, so no
 * metadata (place, camera, dates, thumbnails, comments) is left.
 * @throws bad_request with the reason, in words for the sender
 */
export async function cleanPicture(bytes: Uint8Array, kind: PictureKind): Promise<CleanPicture> {
  const sniffed = sniffPicture(bytes)
  if (sniffed === undefined) throw new AppError('bad_request', isTiff(bytes) ? TIFF : NOT_A_PICTURE)
  const refuse = (message: string) => (error: unknown) => {
    throw error instanceof AppError ? error : new AppError('bad_request', sniffed === 'heic' ? HEIC : message)
  }
  const frames = await readFrames(bytes, sniffed, kind).catch(refuse(NOT_A_PICTURE))
  return clean(bytes, { kind, sniffed, frames }).catch(refuse(DAMAGED))
}

interface Read {
  readonly kind: PictureKind
  readonly sniffed: SniffedFormat
  readonly frames: number
}

async function clean(bytes: Uint8Array, { kind, sniffed, frames }: Read): Promise<CleanPicture> {
  if (frames > 1 && kind === 'post') return cleanMoving(bytes)
  return cleanStill(sniffed === 'jpeg' ? await withEnd(bytes) : bytes, kind)
}

const END_OF_JPEG = Buffer.from([0xff, 0xd9])
/** Height to which a photo is scaled to find its missing rows, and how many of them may be missing. */
const ROWS = 100
const MISSING_MAX = 10

/** A JPEG that lost its end is shown by browsers, with its last rows in one colour. @throws where more than some rows are missing */
async function withEnd(bytes: Uint8Array): Promise<Uint8Array> {
  const reads = (photo: Uint8Array, failOn: 'error' | 'warning') =>
    sharp(photo, { ...INPUT, failOn })
      .stats()
      .then(
        () => true,
        () => false,
      )
  if (END_OF_JPEG.equals(bytes.subarray(-2)) || (await reads(bytes, 'error'))) return bytes
  const ended = Buffer.concat([bytes, END_OF_JPEG])
  if (await reads(ended, 'warning')) return ended
  const small = sharp(ended, INPUT).resize({ width: 16, height: ROWS, fit: 'fill', kernel: 'nearest' })
  const { data, info } = await small.raw().toBuffer({ resolveWithObject: true })
  const rowBytes = info.width * info.channels
  const isEven = (start: number) =>
    data.subarray(start, start + rowBytes).every((value, at) => value === data[start + (at % info.channels)])
  let missing = 0
  while (missing < ROWS && isEven((ROWS - 1 - missing) * rowBytes)) missing += 1
  if (missing > MISSING_MAX) throw new Error('rows are missing')
  return ended
}

/**
 * Reads only the header, so that a picture with too many pixels is refused before it is decoded.
 * @returns the number of frames. Further images of an AVIF are thumbnails, or parts of the one that is shown.
 */
async function readFrames(bytes: Uint8Array, sniffed: SniffedFormat, kind: PictureKind): Promise<number> {
  const { width, height, pages = 1 } = await sharp(bytes, { ...INPUT, limitInputPixels: false }).metadata()
  const frames = sniffed === 'avif' ? 1 : pages
  if (width * height * frames > MAX_PIXELS[kind]) throw new AppError('bad_request', tooManyPixels(kind))
  return frames
}

interface Pixels {
  readonly data: Buffer
  readonly info: OutputInfo
}

async function cleanStill(bytes: Uint8Array, kind: PictureKind): Promise<CleanPicture> {
  const upright = sharp(bytes, INPUT).autoOrient()
  const { width, height } = (await upright.metadata()).autoOrient
  const sized = kind === 'profile' ? squareOf(upright, Math.min(width, height)) : sourceOf(upright, width * sourceScale(width, height))
  const pixels = await sized.toColourspace('srgb').raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
  const isOpaque = pixels.info.channels === 3 || (await open(pixels).stats()).isOpaque
  const flat = isOpaque ? await open(pixels).removeAlpha().raw().toBuffer({ resolveWithObject: true }) : pixels
  const source = isOpaque && kind === 'post' ? await open(flat).jpeg(PRINT_QUALITY).toBuffer() : null
  return { ...(await encodeStill(flat, isOpaque ? 'jpg' : 'png')), source }
}

/** Crops to the middle without enlarging, because profile pictures are shown in a circle. */
function squareOf(upright: Sharp, shorterSide: number): Sharp {
  const side = Math.min(shorterSide, PROFILE_PICTURE_MAX_WIDTH)
  return upright.resize({ width: side, height: side, fit: 'cover' })
}

const sourceOf = (upright: Sharp, width: number): Sharp =>
  upright.resize({ width: Math.round(width), height: MAX_HEIGHT, fit: 'inside', withoutEnlargement: true })

async function encodeStill(source: Pixels, format: PictureFormat): Promise<Omit<CleanPicture, 'source'>> {
  // Each width is scaled from the next larger one: a quarter of the pixels, and no visible difference.
  let from = await narrowed(source, PICTURE_MAX_WIDTH)
  const { width, height } = from.info
  const files: CleanPicture['files'][number][] = []
  if (format === 'png') files.push({ width, format, bytes: await ENCODE.png(open(from)).toBuffer() })
  for (const each of widthsOf(width).toReversed()) {
    from = await narrowed(from, each)
    for (const form of formatsOf(format)) files.push({ width: each, format: form, bytes: await ENCODE[form](open(from)).toBuffer() })
  }
  return {
    width,
    height,
    format,
    colours: format === 'png' ? null : await coloursOf(open(from)),
    files: largestFirst(files, { width, format }),
  }
}

const narrowed = async (pixels: Pixels, width: number): Promise<Pixels> =>
  width < pixels.info.width ? open(pixels).resize({ width }).raw().toBuffer({ resolveWithObject: true }) : pixels

/** Animations stay animated, as WebP in every width. */
async function cleanMoving(bytes: Uint8Array): Promise<CleanPicture> {
  const input = { ...INPUT, animated: true }
  const { width: originalWidth } = await sharp(bytes, INPUT).metadata()
  const width = Math.min(originalWidth, PICTURE_MAX_WIDTH)
  const files: CleanPicture['files'][number][] = []
  let height = 0
  for (const each of widthsOf(width)) {
    const image = sharp(bytes, input).resize({ width: each, withoutEnlargement: true }).toColourspace('srgb')
    const { data, info } = await image.webp({ quality: 70, effort: 2 }).toBuffer({ resolveWithObject: true })
    height = info.pageHeight ?? info.height
    files.push({ width: each, format: 'webp', bytes: data })
  }
  const still = sharp(bytes, INPUT)
  const isOpaque = (await sharp(bytes, input).stats()).isOpaque
  const colours = isOpaque ? await coloursOf(still) : null
  return { width, height, format: 'webp', colours, source: null, files: largestFirst(files, { width, format: 'webp' }) }
}

const open = ({ data, info: { width, height, channels } }: Pixels) => sharp(data, { raw: { width, height, channels } })

function largestFirst(files: CleanPicture['files'], largest: { width: number; format: PictureFormat }): CleanPicture['files'] {
  const isLargest = (file: { width: number; format: PictureFormat }) => file.width === largest.width && file.format === largest.format
  return [...files.filter(isLargest), ...files.filter((file) => !isLargest(file))]
}

/** Computes the colours that pages show, blurred, until the picture has loaded. */
async function coloursOf(image: Sharp): Promise<string> {
  const { across, down } = COLOUR_GRID
  const grid = await image.resize({ width: across, height: down, fit: 'fill' }).removeAlpha().toColourspace('srgb').raw().toBuffer()
  const hex = [...grid].map((value) => Math.round(value / 17).toString(16)).join('')
  // All zeros would mean that there are no colours.
  return /^0+$/.test(hex) ? `${hex.slice(0, -1)}1` : hex
}
