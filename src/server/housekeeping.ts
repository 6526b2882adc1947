import { v7 as newId } from 'uuid'
import { HOUR_MS } from '#contract/limits.ts'
import { endOldTrash } from './features/end-trash.ts'
import { removeOldUploads, removeUnusedPictures } from './features/files/remove-leftovers.ts'
import { forgetEndedDrafts } from './features/posts/drafts.store.ts'
import { deleteEndedSessions } from './features/sessions/sessions.store.ts'
import { deleteOldChanges } from './platform/cache/change-feed.ts'
import { deleteOldFlows } from './features/identity/sign-in-flows.store.ts'
import { deleteOldLinks } from './features/recovery/account-links.store.ts'
import type { Database } from './platform/database/database.ts'
import { addUpTallies } from './platform/database/tallies.ts'
import type { Logger } from './platform/logger.ts'
import { deleteOldMail } from './platform/mail/outbox.ts'
import { deleteEndedLeases, takeLease } from './platform/lease.ts'
import { deleteEndedLimits } from './platform/rate-limit.ts'
import type { Storage } from './platform/storage/storage.ts'

export interface HousekeepingParts {
  readonly db: Database
  readonly storage: Storage
  readonly logger: Logger
  readonly now: () => number
}

/** Shorter than its hour, so that whoever did it last time may do it again. */
const TURN_MS = HOUR_MS / 2

/** Once an hour forgets what has ended; of many processes one does it. @returns a function that stops it */
export function startHousekeeping(parts: HousekeepingParts): () => void {
  const { db, logger, now } = parts
  const tidy = async () => {
    try {
      if (!(await takeLease(db, { name: 'housekeeping', holder: newId(), now: now(), forMs: TURN_MS }))) return
      await deleteEndedSessions(db, now())
      await deleteEndedLimits(db, now())
      await deleteEndedLeases(db, now())
      await deleteOldChanges(db, now())
      await addUpTallies(db)
      await deleteOldFlows(db, now())
      await deleteOldLinks(db, now())
      await deleteOldMail(db, now())
      await forgetEndedDrafts(db, now())
      await endOldTrash({ db, files: parts.storage.files, logger, now })
      await removeOldUploads(parts)
      await removeUnusedPictures(parts)
    } catch (error) {
      logger.error({ err: error }, 'housekeeping failed; it will be tried again in an hour')
    }
  }
  const timer = setInterval(() => void tidy(), HOUR_MS)
  timer.unref()
  return () => clearInterval(timer)
}
