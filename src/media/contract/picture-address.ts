import { PICTURE_MAX_WIDTH, PICTURE_WIDTHS } from '#media/contract/media-limits.ts'

/** Formats in order of preference for `<source>` elements. */
export type PictureFormat = 'avif' | 'webp' | 'jpg' | 'png'

/**
 * A stored picture. Its address contains everything that a page needs to show it, so the API has plain
 * addresses: `/files/<folder>/<time stamp>-<name>_<width>x<height>_<colours>.<format>`.
 */
export interface StoredPicture {
  /** 16 random characters, which make the address impossible to guess. */
  readonly folder: string
  /** Milliseconds since 1970, a hyphen, and the sanitised original name. */
  readonly name: string
  /** Size of the largest variant in pixels. */
  readonly width: number
  readonly height: number
  /** Twelve placeholder colours, four across and three down, three hex digits each; null for transparent pictures. */
  readonly colours: string | null
  /** `jpg` for photographs, `png` for transparent pictures, `webp` for animations. */
  readonly format: PictureFormat
}

export const COLOUR_GRID = { across: 4, down: 3 } as const
const NO_COLOURS = '0'.repeat(COLOUR_GRID.across * COLOUR_GRID.down * 3)

const ADDRESS = /^\/files\/([\w-]{16})\/(\d{13}-[\w-]{1,60})_(\d{1,4})x(\d{1,5})_([0-9a-f]{36})\.(jpg|png|webp)$/

/** @returns null for any other address, for instance that of another site or of a drawing */
export function readPictureAddress(address: string): StoredPicture | null {
  const [, folder, name, width, height, colours, format] = ADDRESS.exec(address) ?? []
  if (folder === undefined || name === undefined || colours === undefined) return null
  return {
    folder,
    name,
    width: Number(width),
    height: Number(height),
    colours: colours === NO_COLOURS ? null : colours,
    format: format as PictureFormat,
  }
}

/** Storage key of the largest variant. The address is `/files/` followed by this key. */
export const pictureKey = ({ folder, name, width, height, colours, format }: StoredPicture): string =>
  `${folder}/${name}_${width}x${height}_${colours ?? NO_COLOURS}.${format}`

export const pictureAddress = (picture: StoredPicture): string => `/files/${pictureKey(picture)}`

/** Storage key of a variant. The largest in the original format has the key of the picture. */
export const variantKey = (picture: StoredPicture, width: number, format: PictureFormat): string =>
  width === picture.width && format === picture.format ? pictureKey(picture) : `${picture.folder}/${width}.${format}`

/**
 * Name of the file from which all sizes of a photo were made, in print size. No client is ever sent it (send-file.ts). The
 * print copies of version 0.1 have this name, too.
 */
export const SOURCE_NAME = 'print.jpeg'
export const sourceKey = (folder: string): string => `${folder}/${SOURCE_NAME}`

/** Longer side of a picture that browsers send and the blog keeps: 26 centimetres at 200 dots per inch, as books are printed. */
const PICTURE_SOURCE_SIDE = 2048

/** Scales a picture to the size that is sent and kept: that of print, and at least as wide as readers see it. */
export const sourceScale = (width: number, height: number): number =>
  Math.min(1, Math.max(PICTURE_SOURCE_SIDE / Math.max(width, height), PICTURE_MAX_WIDTH / width))

/** Widths in which a picture of this width is stored, the largest last. */
export const widthsOf = (width: number): readonly number[] => [...PICTURE_WIDTHS.filter((each) => each < width), width]

/** Formats in which a picture is stored, by the format of its address. */
export function formatsOf(format: PictureFormat): readonly PictureFormat[] {
  if (format === 'jpg') return ['avif', 'webp', 'jpg']
  return format === 'png' ? ['avif', 'webp'] : ['webp']
}

/** Value of a `srcset` attribute. By default without thumbnails: pages never show a post's picture that small. */
export const srcSetOf = (picture: StoredPicture, format: PictureFormat, smallest = 320): string =>
  widthsOf(picture.width)
    .filter((width) => width >= smallest || width === picture.width)
    .map((width) => `/files/${variantKey(picture, width, format)} ${width}w`)
    .join(', ')
