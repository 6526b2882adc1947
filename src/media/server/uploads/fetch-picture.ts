import { randomBytes } from 'node:crypto'
import { AppError } from '#platform/contract/errors.ts'
import { FETCHES_AT_ONCE, FETCHES_PER_USER_AT_ONCE, type PictureKind, UPLOAD_MAX_BYTES } from '#media/contract/media-limits.ts'
import type { RequestPlace } from '#platform/http/request-context.ts'
import { FairQueue } from '#media/server/uploads/fair-queue.ts'
import type { Storage } from '#media/server/files/open-storage.ts'
import { type PictureParts, safeFileName, storePicture } from '#media/server/files/store-picture.ts'
import { requireUploader } from './require-uploader.ts'
import { createUpload, endUpload, markUpload, settleUpload } from './uploads.store.ts'

/**
 * Fetches a picture of another site, cleans and stores it. It counts as an upload of its user, before it begins.
 * @returns its path on this blog
 * @throws bad_request that names the field; forbidden and rate_limited as for uploads
 */
export type FetchPicture = (address: string, options: FetchPictureOptions) => Promise<string>

export interface FetchPictureOptions extends Pick<RequestPlace, 'outside'> {
  /** Owner of the stored picture. */
  readonly user: { readonly id: string; readonly isAdmin: boolean }
  readonly kind: PictureKind
  /** Field of the request that named the address. */
  readonly field: string
}

/** @returns the bytes, or why there are none */
type Download = (address: string) => Promise<{ readonly bytes: Uint8Array } | { readonly reason: string }>

interface Parts extends Omit<PictureParts, 'files'> {
  readonly storage: Pick<Storage, 'files' | 'freeBytes'>
  /** Where it is, users confirm their address before they upload. */
  readonly isMailSetUp: boolean
  readonly download: Download
}

export function createPictureFetcher(parts: Parts): FetchPicture {
  // Readers' pictures do not hold up those of posts.
  const queues = { profile: new FairQueue(FETCHES_AT_ONCE), post: new FairQueue(FETCHES_AT_ONCE) }
  return async (address, { user, kind, field, outside }) => {
    if (!user.isAdmin) await requireUploader(parts, user.id)
    const id = randomBytes(16).toString('hex')
    const name = new URL(address).pathname.split('/').at(-1) ?? ''
    const upload = { id, user_id: user.id, kind, name: safeFileName(name), size: UPLOAD_MAX_BYTES[kind] }
    await createUpload(parts.db, { ...upload, created_at: parts.now() }, { atOnce: user.isAdmin ? undefined : FETCHES_PER_USER_AT_ONCE })
    try {
      return await outside(() =>
        queues[kind].run({ owner: user.id, isFirst: user.isAdmin }, () => fetchAndStore(parts, { ...upload, userId: user.id, address })),
      )
    } catch (error) {
      await endUpload(parts.db, id, 0)
      throw error instanceof AppError && error.code === 'bad_request' ? new AppError('bad_request', error.message, { field }) : error
    }
  }
}

interface Fetching {
  readonly id: string
  readonly kind: PictureKind
  readonly name: string
  readonly userId: string
  readonly address: string
}

/** @throws bad_request */
async function fetchAndStore({ db, storage, workers, now, download }: Parts, { id, address, kind, name, userId }: Fetching) {
  const fetched = await download(address)
  if ('reason' in fetched) throw new AppError('bad_request', `The picture could not be fetched: ${fetched.reason}.`)
  const { bytes } = fetched
  if (bytes.byteLength > UPLOAD_MAX_BYTES[kind])
    throw new AppError('bad_request', `The picture could not be fetched: it is larger than ${UPLOAD_MAX_BYTES[kind] / 1024 / 1024} MB.`)
  const path = await storePicture({ db, files: storage.files, workers, now }, { bytes, kind, name, userId })
  await markUpload(db, id, { state: 'received', size: bytes.byteLength })
  await settleUpload(db, id, { state: 'done', address: path })
  return path
}
