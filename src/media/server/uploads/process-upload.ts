import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '#platform/contract/errors.ts'
import type { PictureKind } from '#platform/contract/limits.ts'
import type { Viewer } from '#platform/contract/permissions.ts'
import type { UploadResult } from '#media/contract/uploads.ts'
import type { Locks } from '#platform/database/lock.ts'
import { FairQueue } from '#platform/process/fair-queue.ts'
import type { Logger } from '#platform/process/logger.ts'
import { PICTURE_WORKERS_MAX } from '#media/server/files/picture-workers.ts'
import type { Storage } from '#media/server/files/open-storage.ts'
import { type PictureParts, storePicture } from '#media/server/files/store-picture.ts'
import { findUpload, markUpload, settleUpload, type UploadRow } from './uploads.store.ts'

interface UploadParts extends PictureParts {
  readonly storage: Storage
  readonly locks: Pick<Locks, 'withLock'>
  readonly logger: Logger
}

/** Turns received uploads into pictures. */
interface Processing {
  /** Does nothing where this or another process is already processing the upload. */
  readonly start: (id: string, viewer: Viewer) => void
  /** Waits until the upload is processed, at most `waitMs`. @throws the error with which the picture was refused */
  readonly result: (upload: UploadRow, options: { viewer: Viewer; waitMs: number }) => Promise<UploadResult>
}

/** How often the database is read while another process works on an upload. */
const POLL_MS = 250

export function createProcessing(parts: UploadParts): Processing {
  const running = new Map<string, Promise<unknown>>()
  const queue = new FairQueue(PICTURE_WORKERS_MAX)

  function start(id: string, viewer: Viewer): void {
    if (running.has(id)) return
    // The lock ends with the process that holds it, so another one can take over at once.
    const work = queue
      .run({ owner: viewer.id, isFirst: viewer.isAdmin }, () => parts.locks.withLock(`upload-${id}`, () => processUpload(parts, id)))
      .catch((error: unknown) => parts.logger.error({ err: error, upload: id }, 'processing a picture failed'))
      .finally(() => running.delete(id))
    running.set(id, work)
  }

  const result: Processing['result'] = async (requested, { viewer, waitMs }) => {
    const deadline = performance.now() + waitMs
    let upload = requested.state === 'receiving' ? await markIfComplete(parts, requested) : requested
    while (isForPictures(upload) && upload.state === 'received' && performance.now() < deadline) {
      start(upload.id, viewer)
      await Promise.race([running.get(upload.id), sleep(deadline - performance.now(), undefined, { ref: false })])
      upload = await getUpload(parts, upload.id)
      if (upload.state === 'received') await sleep(POLL_MS)
    }
    return resultOf(upload)
  }

  return { start, result }
}

type PictureUpload = UploadRow & { readonly kind: PictureKind }
const isForPictures = (upload: UploadRow): upload is PictureUpload => upload.kind === 'profile' || upload.kind === 'post'

/** @throws gone */
async function getUpload({ db }: UploadParts, id: string): Promise<UploadRow> {
  const upload = await findUpload(db, id)
  if (!upload) throw new AppError('gone')
  return upload
}

/** Marks a complete upload as received, if the blog or its database went down after the last byte. */
async function markIfComplete(parts: UploadParts, upload: UploadRow): Promise<UploadRow> {
  if ((await parts.storage.uploads.countBytes(upload.id)) !== upload.size) return upload
  await markUpload(parts.db, upload.id, 'received')
  return getUpload(parts, upload.id)
}

/** @throws bad_request for a refused picture, gone for an upload that was deleted */
function resultOf({ id, kind, state, message, address }: UploadRow): UploadResult {
  // Other endpoints report the progress of an import.
  if (kind === 'import' && state === 'received') return { state: 'done', url: `/files/uploads/${id}` }
  if (state === 'refused') throw new AppError('bad_request', message ?? undefined)
  if (state === 'ended') throw new AppError('gone')
  if (state === 'done' && address !== null) return { state, url: address }
  return { state: state === 'receiving' ? 'receiving' : 'processing' }
}

/** Stores the picture, or why it was refused, and deletes the upload's bytes. After any other error the next attempt can succeed. */
async function processUpload({ db, storage, ...parts }: UploadParts, id: string): Promise<void> {
  const upload = await findUpload(db, id)
  if (upload?.state !== 'received' || !isForPictures(upload)) return
  try {
    const bytes = await storage.uploads.readBytes(id)
    if (!bytes || upload.user_id === null)
      throw new AppError('bad_request', 'This upload is no longer there. Please send the picture again.')
    const picture = { bytes, kind: upload.kind, name: upload.name, userId: upload.user_id }
    await settleUpload(db, id, { state: 'done', address: await storePicture({ db, ...parts }, picture) })
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') return
    if (!(error instanceof AppError && error.code === 'bad_request')) throw error
    await settleUpload(db, id, { state: 'refused', message: error.message })
  }
  await storage.uploads.remove(id)
}
