import { PICTURE_WIDTHS } from './limits.ts'

/** Formats in the order in which a reader should be offered them. */
export type PictureFormat = 'avif' | 'webp' | 'jpg' | 'png'

/**
 * A picture of our own storage. Its one address says everything a page needs to show it well, so the API keeps plain
 * addresses: `/files/<folder>/<time stamp>-<name>_<width>x<height>_<colours>.<format>`.
 */
export interface StoredPicture {
  /** Random, 16 characters: what makes the address one that nobody guesses. */
  readonly folder: string
  /** Milliseconds since 1970, a hyphen, and the original name made safe. */
  readonly name: string
  /** Pixels of the largest form. */
  readonly width: number
  readonly height: number
  /** Twelve colours, four across and three down, three hex digits each; null where what is behind would shine through. */
  readonly colours: string | null
  /** `jpg` for photographs, `png` where parts are see-through, `webp` for what moves. */
  readonly format: PictureFormat
}

/** Size of the grid of colours. */
export const COLOUR_GRID = { across: 4, down: 3 } as const
const NO_COLOURS = '0'.repeat(COLOUR_GRID.across * COLOUR_GRID.down * 3)

const ADDRESS = /^\/files\/([\w-]{16})\/(\d{13}-[\w-]{1,60})_(\d{1,4})x(\d{1,5})_([0-9a-f]{36})\.(jpg|png|webp)$/

/** @returns null for any other address, one of another site or a drawing for instance */
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

/** Key of the largest form in the storage; behind `/files/` it is the address. */
export const pictureKey = ({ folder, name, width, height, colours, format }: StoredPicture): string =>
  `${folder}/${name}_${width}x${height}_${colours ?? NO_COLOURS}.${format}`

export const pictureAddress = (picture: StoredPicture): string => `/files/${pictureKey(picture)}`

/** Key of one form: a width in a format. The largest in the format of the address is the address itself. */
export const variantKey = (picture: StoredPicture, width: number, format: PictureFormat): string =>
  width === picture.width && format === picture.format ? pictureKey(picture) : `${picture.folder}/${width}.${format}`

/** Widths that a picture of this width is kept in, the largest last. */
export const widthsOf = (width: number): readonly number[] => [...PICTURE_WIDTHS.filter((each) => each < width), width]

/** Formats that a picture is kept in, by that of its address. */
export function formatsOf(format: PictureFormat): readonly PictureFormat[] {
  if (format === 'jpg') return ['avif', 'webp', 'jpg']
  return format === 'png' ? ['avif', 'webp'] : ['webp']
}

/** For `srcset`. Thumbnails are left out unless they are asked for: a page never shows a post's picture that small. */
export const srcSetOf = (picture: StoredPicture, format: PictureFormat, smallest = 320): string =>
  widthsOf(picture.width)
    .filter((width) => width >= smallest || width === picture.width)
    .map((width) => `/files/${variantKey(picture, width, format)} ${width}w`)
    .join(', ')
