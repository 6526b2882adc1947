import { randomBytes } from 'node:crypto'
import anyAscii from 'any-ascii'
import type { PictureKind } from '#media/contract/media-limits.ts'
import { pictureAddress, sourceKey, type StoredPicture, variantKey } from '#media/contract/picture-address.ts'
import type { Database } from '#platform/database/database.ts'
import type { FileStore } from '#platform/storage/file-store.ts'
import type { CleanPicture } from './clean-picture.ts'
import { createPicture, deletePicture } from './pictures.store.ts'
import type { PictureWorkers } from './picture-workers.ts'

export interface PictureParts {
  readonly db: Database
  readonly files: FileStore
  readonly workers: Pick<PictureWorkers, 'clean'>
  readonly now: () => number
}

/** An uploaded file. */
export interface NewPicture {
  readonly bytes: Uint8Array
  readonly kind: PictureKind
  /** Original name: any text. */
  readonly name: string
  readonly userId: string
}

/**
 * Cleans a picture and stores it in all its widths and formats. Until something shows it, only its user and admins can open it.
 * @returns the address
 * @throws bad_request with the reason when it is no picture the blog can show; unavailable when too many are queued
 */
export async function storePicture({ db, files, workers, now }: PictureParts, sent: NewPicture): Promise<string> {
  const clean = await workers.clean(sent.bytes, sent.kind)
  const at = now()
  const { width, height, colours, format } = clean
  const picture: StoredPicture = {
    folder: randomBytes(12).toString('base64url'),
    name: `${at}-${safeFileName(sent.name)}`,
    width,
    height,
    colours,
    format,
  }
  const bytes = clean.files.reduce((sum, file) => sum + file.bytes.byteLength, clean.source?.byteLength ?? 0)
  const row = { folder: picture.folder, user_id: sent.userId, kind: sent.kind, address: pictureAddress(picture) }
  await createPicture(db, { ...row, bytes, created_at: at })
  try {
    await writeAll(files, picture, clean)
  } catch (error) {
    await files.removeFolder(picture.folder)
    await deletePicture(db, picture.folder)
    throw error
  }
  return row.address
}

/** Writes the file that the address names last: once it exists, all others do. */
async function writeAll(files: FileStore, picture: StoredPicture, clean: CleanPicture): Promise<void> {
  if (clean.source) await files.write(sourceKey(picture.folder), clean.source)
  for (const { width, format, bytes } of clean.files.toReversed()) await files.write(variantKey(picture, width, format), bytes)
}

/** The part of a name that is safe in an address: `../Über uns.JPG` becomes `Uber-uns`. */
export function safeFileName(name: string, otherwise = 'picture'): string {
  const stem = anyAscii(name.toWellFormed().slice(0, 300))
    .replace(/\.[^.]{0,10}$/, '')
    .replace(/[^a-zA-Z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
  return stem === '' ? otherwise : stem
}
