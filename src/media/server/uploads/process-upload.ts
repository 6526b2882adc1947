import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '#platform/contract/errors.ts'
import type { PictureKind } from '#media/contract/media-limits.ts'
import type { Viewer } from '#platform/contract/permissions.ts'
import { mediaFactsOf } from '#media/contract/file-address.ts'
import type { UploadResult } from '#media/contract/uploads.ts'
import type { Locks } from '#platform/database/lock.ts'
import { FairQueue } from '#media/server/uploads/fair-queue.ts'
import type { Logger } from '#platform/process/logger.ts'
import { isOutage } from '#platform/process/outage.ts'
import { PICTURE_WORKERS_MAX } from '#media/server/files/picture-workers.ts'
import type { Storage } from '#media/server/files/open-storage.ts'
import { type FileParts, storeFile } from '#media/server/files/store-file.ts'
import { type PictureParts, storePicture } from '#media/server/files/store-picture.ts'
import { findUpload, markUpload, settleUpload, type UploadRow } from './uploads.store.ts'

interface UploadParts extends PictureParts {
  readonly workers: PictureParts['workers'] & FileParts['workers']
  readonly storage: Storage
  readonly locks: Pick<Locks, 'withLock'>
  readonly logger: Logger
  readonly retryMs?: number
}

/** Turns received uploads into pictures, videos, audio files and documents. */
interface Processing {
  /** Does nothing where this or another process is already processing the upload. */
  readonly start: (upload: Pick<UploadRow, 'id' | 'kind'>, viewer: Viewer) => void
  /** Waits until the upload is processed, at most `waitMs`. @throws gone */
  readonly result: (upload: UploadRow, options: { viewer: Viewer; waitMs: number }) => Promise<UploadResult>
}

/** How often the database is read while another process works on an upload. */
const POLL_MS = 250
/** Copied one at a time; one that is converted for hours holds up no other. */
const MEDIA_AT_ONCE = 3

const ATTEMPTS_MAX = 3
/** Until the second attempt; each further one waits longer. */
const RETRY_MS = 5000
const RETRY_FACTOR = 5

interface Failed {
  readonly attempts: number
  readonly retryAt: number
}

export function createProcessing({ retryMs = RETRY_MS, ...parts }: UploadParts): Processing {
  const running = new Map<string, Promise<unknown>>()
  const failed = new Map<string, Failed>()
  const converting = new Set<string>()
  const queues = { pictures: new FairQueue(PICTURE_WORKERS_MAX), media: new FairQueue(MEDIA_AT_ONCE) }

  function start({ id, kind }: Pick<UploadRow, 'id' | 'kind'>, viewer: Viewer): void {
    const { attempts, retryAt } = failed.get(id) ?? { attempts: 0, retryAt: 0 }
    if (running.has(id) || kind === 'import' || performance.now() < retryAt) return
    const queue = kind === 'media' ? queues.media : queues.pictures
    const onConvert = () => converting.add(id)
    // The lock ends with the process that holds it, so another one can take over at once.
    const work = queue
      .run({ owner: viewer.id, isFirst: viewer.isAdmin }, () =>
        parts.locks.withLock(`upload-${id}`, () => processUpload(parts, id, { onConvert, isLastAttempt: attempts + 1 >= ATTEMPTS_MAX })),
      )
      .then(
        () => failed.delete(id),
        (error: unknown) => {
          parts.logger.error({ err: error, upload: id, attempts }, 'processing an upload failed')
          const delayMs = retryMs * RETRY_FACTOR ** attempts
          failed.set(id, { attempts: isAway(error) ? attempts : attempts + 1, retryAt: performance.now() + delayMs })
        },
      )
      .finally(() => {
        running.delete(id)
        converting.delete(id)
      })
    running.set(id, work)
  }

  const result: Processing['result'] = async (requested, { viewer, waitMs }) => {
    const deadline = performance.now() + waitMs
    let upload = requested.state === 'receiving' ? await markIfComplete(parts, requested) : requested
    while (upload.kind !== 'import' && upload.state === 'received' && performance.now() < deadline) {
      start(upload, viewer)
      await Promise.race([running.get(upload.id), sleep(deadline - performance.now(), undefined, { ref: false })])
      upload = await getUpload(parts, upload.id)
      if (upload.state === 'received') await sleep(POLL_MS)
    }
    return resultOf(upload, converting.has(upload.id))
  }

  return { start, result }
}

/** @throws gone */
async function getUpload({ db }: UploadParts, id: string): Promise<UploadRow> {
  const upload = await findUpload(db, id)
  if (!upload) throw new AppError('gone')
  return upload
}

/** Marks a complete upload as received, if the blog or its database went down after the last byte. */
async function markIfComplete(parts: UploadParts, upload: UploadRow): Promise<UploadRow> {
  if ((await parts.storage.uploads.countBytes(upload.id)) !== upload.size) return upload
  await markUpload(parts.db, upload.id, { state: 'received' })
  return getUpload(parts, upload.id)
}

/** @throws gone for an upload that was deleted */
function resultOf({ id, kind, state, message, address }: UploadRow, isConverting: boolean): UploadResult {
  if (state === 'ended') throw new AppError('gone')
  if (state === 'receiving') return { state }
  // Other endpoints report the progress of an import.
  if (kind === 'import') return { state: 'done', url: `/files/uploads/${id}` }
  if (state === 'received') return { state: 'working', ...(isConverting ? { isConverting } : {}) }
  if (state === 'refused' || address === null) return { state: 'failed', message: message ?? FAILED }
  const media = mediaFactsOf(address)
  return { state: 'done', url: address, ...(media === null ? {} : { media }) }
}

interface Attempt {
  readonly onConvert: () => void
  readonly isLastAttempt: boolean
}

/** Stores the file, or why it was refused, and deletes the upload's bytes. @throws an error after which the next attempt can succeed */
async function processUpload(parts: UploadParts, id: string, { onConvert, isLastAttempt }: Attempt): Promise<void> {
  const { db, storage } = parts
  const upload = await findUpload(db, id)
  if (upload?.state !== 'received' || upload.kind === 'import') return
  try {
    const { user_id: userId } = upload
    if (userId === null) throw new AppError('bad_request', NOT_THERE)
    const process = upload.kind === 'media' ? processMedia : processPicture
    const address = await process(parts, { ...upload, userId }, onConvert)
    await settleUpload(db, id, { state: 'done', address })
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') return
    await settleUpload(db, id, { state: 'refused', message: refusalOf(error, isLastAttempt) })
  }
  await storage.uploads.remove(id)
}

/** @throws the error itself if the next attempt can succeed */
function refusalOf(error: unknown, isLastAttempt: boolean): string {
  if (error instanceof AppError && error.code === 'bad_request') return toSentence(error.message)
  if (isLastAttempt && !isAway(error)) return FAILED
  throw error
}

/** Whether the database or the storage cannot be reached, so that the upload waits for it. A disk may stay full. */
const isAway = (error: unknown) =>
  isOutage(error) && !(error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT'))

const FAILED = 'The blog could not store this file, although it tried several times. Please try again later, or send another file.'
const NOT_THERE = 'This upload is no longer there. Please send the file again.'

/** Reasons for reports of an import are parts of sentences. */
const toSentence = (reason: string) => (/^[a-z]/.test(reason) ? `This was not taken: ${reason}.` : reason)

type OwnedUpload = UploadRow & { readonly userId: string }

async function processPicture({ storage, ...parts }: UploadParts, { id, kind, name, userId }: OwnedUpload): Promise<string> {
  const bytes = await storage.uploads.readBytes(id)
  if (!bytes) throw new AppError('bad_request', NOT_THERE)
  return storePicture(parts, { bytes, kind: kind as PictureKind, name, userId })
}

async function processMedia(
  { storage, ...parts }: UploadParts,
  { id, size, name, userId }: OwnedUpload,
  onConvert: () => void,
): Promise<string> {
  if ((await storage.uploads.countBytes(id)) !== size) throw new AppError('bad_request', NOT_THERE)
  return storeFile(parts, { from: { chunks: storage.uploads.readParts(id), size }, name, userId, onConvert })
}
