import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import { AppError } from '#contract/errors.ts'
import type { UploadResult } from '#contract/uploads.ts'
import type { Storage } from './open-storage.ts'
import { storePicture, type PictureParts } from './store-picture.ts'
import type { Logger } from '#server/platform/logger.ts'
import { CLAIM_RENEWAL_MS, claimUpload, findUpload, markUpload, renewClaim, settleUpload, type UploadRow } from './uploads.store.ts'

export interface UploadParts extends PictureParts {
  readonly storage: Storage
  readonly logger: Logger
}

/** Uploads that are being made into pictures in this process. */
export interface Processing {
  /** Begins where nobody else has begun. */
  readonly start: (id: string) => void
  /** Waits for the end, at most `waitMs`. @throws what the picture was refused with */
  readonly result: (upload: UploadRow, waitMs: number) => Promise<UploadResult>
}

/** How often the work of another process is looked at. */
const POLL_MS = 250

/** Each has its whole picture in memory; the others wait on the disk. */
const AT_ONCE = 4

export function createProcessing(parts: UploadParts): Processing {
  const running = new Map<string, Promise<void>>()
  const limit = pLimit(AT_ONCE)

  function start(id: string): void {
    if (running.has(id)) return
    const work = limit(() => processUpload(parts, id))
      .catch((error: unknown) => parts.logger.error({ err: error, upload: id }, 'a picture could not be made'))
      .finally(() => running.delete(id))
    running.set(id, work)
  }

  async function result(asked: UploadRow, waitMs: number): Promise<UploadResult> {
    const upload = asked.state === 'receiving' ? await noteArrival(parts, asked) : asked
    const answer = resultOf(upload)
    if (answer.state !== 'processing' || waitMs <= 0) return answer
    const before = performance.now()
    start(upload.id)
    await Promise.race([running.get(upload.id), sleep(waitMs, undefined, { ref: false })])
    const now = await findUpload(parts.db, upload.id)
    if (now && resultOf(now).state === 'processing') await sleep(POLL_MS)
    return now ? result(now, waitMs - (performance.now() - before)) : answer
  }

  return { start, result }
}

/** The last byte may have arrived in the very moment in which the blog, or its database, went down. */
async function noteArrival({ db, storage }: UploadParts, upload: UploadRow): Promise<UploadRow> {
  const arrived = await storage.uploads.countBytes(upload.id)
  if (arrived !== upload.size) return upload
  await markUpload(db, upload.id, 'received')
  return (await findUpload(db, upload.id)) ?? upload
}

/** @throws bad_request for a refused picture, gone for an upload that was ended */
function resultOf({ state, message, address }: UploadRow): UploadResult {
  if (state === 'refused') throw new AppError('bad_request', message ?? undefined)
  if (state === 'ended') throw new AppError('gone')
  if (state === 'done' && address !== null) return { state, url: address }
  return { state: state === 'receiving' ? 'receiving' : 'processing' }
}

/** From the bytes as they were sent to a picture for everyone; the original goes in any case that is final. */
async function processUpload(parts: UploadParts, id: string): Promise<void> {
  const { db, storage, now } = parts
  if (!(await claimUpload(db, id, now()))) return
  const upload = await findUpload(db, id)
  if (!upload) return
  const renewal = setInterval(() => void renewClaim(db, id, now()).catch(() => {}), CLAIM_RENEWAL_MS)
  try {
    const bytes = await storage.uploads.readBytes(id)
    if (!bytes || upload.user_id === null)
      throw new AppError('bad_request', 'This upload is no longer there. Please send the picture again.')
    const address = await storePicture(parts, { bytes, kind: upload.kind, name: upload.name, userId: upload.user_id })
    await settleUpload(db, id, { state: 'done', address })
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'bad_request')) {
      await settleUpload(db, id, { state: 'received' })
      if (error instanceof AppError) return
      throw error
    }
    await settleUpload(db, id, { state: 'refused', message: error.message })
  } finally {
    clearInterval(renewal)
  }
  await storage.uploads.remove(id)
}
