import { formatsOf, readPictureAddress, type StoredPicture, variantKey, widthsOf } from '#media/contract/picture-address.ts'
import type { FileStore } from '#platform/storage/file-store.ts'

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
  /** Displayed width, in pixels. */
  readonly width: number
}

/** Width of a mail's content, and maximum height of its cover, in CSS pixels. */
const SHOWN_WIDTH = 550
const SHOWN_HEIGHT_MAX = 550
/** Maximum width of the file: about twice the displayed width, for high-density screens. */
const WIDTH_MAX = 1200
/** Larger mails load slowly on phones. */
const BYTES_MAX = 150 * 1024
/** Background of transparent parts, which many mail programs show in black. */
const GROUND = '#ffffff'

/**
 * Returns the cover of a post in a format that every mail program shows: a stored JPEG, else a rendered PNG.
 * @returns null if none is small enough, and for drawn covers
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
