import { formatsOf, readPictureAddress, type StoredPicture, variantKey, widthsOf } from '#contract/picture-address.ts'
import type { FileStore } from '#server/platform/storage/file-store.ts'

/** Parts of the blog that know its pictures. */
export interface PictureSource {
  readonly files: Pick<FileStore, 'read'>
  readonly renderPng: (order: {
    bytes: Uint8Array
    width: number
    height: number
    ground: string
    isDrawing: boolean
  }) => Promise<Uint8Array>
}

export interface Cover {
  readonly bytes: Uint8Array
  readonly type: 'image/jpeg' | 'image/png'
  /** As it is shown, in pixels. */
  readonly width: number
}

/** What a mail shows in its whole width, and at most so high. */
const SHOWN_WIDTH = 550
const SHOWN_HEIGHT_MAX = 550
/** Twice of that is enough for any screen. */
const WIDTH_MAX = 1200
/** With more a mail takes long on a phone. */
const BYTES_MAX = 150 * 1024
/** Behind what is see-through: many mail programs show that in black. */
const GROUND = '#ffffff'

/**
 * The picture of a post in a form that every mail program shows: a stored JPEG, else a PNG.
 * @returns null where there is none that is small enough, and for a drawing
 */
export async function findCover(source: PictureSource, address: string | null): Promise<Cover | null> {
  const picture = address === null ? null : readPictureAddress(address)
  if (picture === null) return null
  const { width } = shownSize(picture)
  const found = picture.format === 'jpg' ? await readJpeg(source, picture) : await renderCover(source, picture)
  return found && found.bytes.byteLength <= BYTES_MAX ? { ...found, width } : null
}

function shownSize({ width, height }: StoredPicture): { readonly width: number; readonly height: number } {
  const scale = Math.min(1, SHOWN_WIDTH / width, SHOWN_HEIGHT_MAX / height)
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

async function readJpeg({ files }: PictureSource, picture: StoredPicture): Promise<Pick<Cover, 'bytes' | 'type'> | null> {
  for (const width of widthsOf(picture.width).toReversed()) {
    if (width > WIDTH_MAX) continue
    const bytes = await files.read(variantKey(picture, width, 'jpg'))
    if (bytes && bytes.byteLength <= BYTES_MAX) return { bytes, type: 'image/jpeg' }
  }
  return null
}

async function renderCover(source: PictureSource, picture: StoredPicture): Promise<Pick<Cover, 'bytes' | 'type'> | null> {
  const width = widthsOf(picture.width).findLast((each) => each <= WIDTH_MAX)
  if (width === undefined || !formatsOf(picture.format).includes('webp')) return null
  const bytes = await source.files.read(variantKey(picture, width, 'webp'))
  if (!bytes) return null
  const size = shownSize(picture)
  return { bytes: await source.renderPng({ bytes, ...size, ground: GROUND, isDrawing: false }), type: 'image/png' }
}
