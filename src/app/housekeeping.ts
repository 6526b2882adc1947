import { HOUR_MS } from '#platform/contract/limits.ts'
import { deleteOldDeletions, deleteOldRemovals } from '#comments/server/index.ts'
import { deleteOldFollowers } from '#newsletter/server/index.ts'
import { endOldTrash } from '#writing/server/index.ts'
import { removeOldUploads, removeUnusedPictures, type Storage } from '#media/server/index.ts'
import { removeOldImports } from '#import-export/server/index.ts'
import { EXPIRED_ACCOUNT_ROWS } from '#accounts/server/index.ts'
import { type ChangeFeed, deleteOldChanges } from '#platform/database/change-feed.ts'
import type { Database } from '#platform/database/database.ts'
import type { Locks } from '#platform/database/lock.ts'
import type { Logger } from '#platform/process/logger.ts'
import { dropTablesOf01 } from '#platform/database/migrate.ts'
import { deleteOldMail } from '#platform/mail/outbox.store.ts'
import { deleteEndedLimits } from '#platform/security/rate-limit.ts'

export interface HousekeepingParts {
  readonly db: Database
  readonly write: ChangeFeed['write']
  readonly locks: Locks
  readonly storage: Storage
  readonly logger: Logger
  readonly now: () => number
}

interface Step {
  readonly name: string
  readonly run: (parts: HousekeepingParts) => Promise<unknown>
}

export const HOUSEKEEPING_STEPS: readonly Step[] = [
  ...EXPIRED_ACCOUNT_ROWS.map(({ name, deleteOld }): Step => ({ name, run: ({ db, now }) => deleteOld(db, now()) })),
  { name: 'rate limits', run: ({ db, now }) => deleteEndedLimits(db, now()) },
  { name: 'change feed', run: ({ db, now }) => deleteOldChanges(db, now()) },
  { name: 'followers', run: ({ db, now }) => deleteOldFollowers(db, now()) },
  { name: 'outbox', run: ({ db, now }) => deleteOldMail(db, now()) },
  { name: 'deleted comments', run: ({ write, now }) => write((trx) => deleteOldDeletions(trx, now())) },
  { name: 'removed accounts', run: ({ write, now }) => write((trx) => deleteOldRemovals(trx, now())) },
  { name: 'trash', run: ({ db, storage, logger, now }) => endOldTrash({ db, files: storage.files, logger, now }) },
  { name: 'tables of version 0.1', run: ({ db, now }) => dropTablesOf01(db, now()) },
  { name: 'exports of other blogs', run: removeOldImports },
  { name: 'uploads', run: removeOldUploads },
  { name: 'unused pictures', run: removeUnusedPictures },
]

const JOB = 'housekeeping'
/** Several processes check once an hour each, at different minutes; one run an hour is enough. */
const PAUSE_MS = HOUR_MS / 2

/** Deletes expired rows and files, once an hour. @returns a function that stops it */
export function startHousekeeping(parts: HousekeepingParts): () => void {
  const timer = setInterval(() => void runHousekeeping(parts), HOUR_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** Runs every step, unless another process is running them or just did. A failing step does not stop the others. Never throws. */
export async function runHousekeeping(parts: HousekeepingParts): Promise<void> {
  const { db, locks, logger, now } = parts
  try {
    await locks.withLock(JOB, async () => {
      if (await ranRecently(db, now())) return
      for (const { name, run } of HOUSEKEEPING_STEPS) {
        await run(parts).catch((error: unknown) =>
          logger.error({ err: error, step: name }, 'a housekeeping step failed; it runs again in an hour'),
        )
      }
      await storeRun(db, now())
    })
  } catch (error) {
    logger.error({ err: error }, 'housekeeping failed; it runs again in an hour')
  }
}

async function ranRecently(db: Database, now: number): Promise<boolean> {
  const job = await db.selectFrom('jobs').select('succeeded_at').where('name', '=', JOB).executeTakeFirst()
  // A time ahead of the clock was stored with a wrong clock.
  return job?.succeeded_at != null && job.succeeded_at <= now && now - job.succeeded_at < PAUSE_MS
}

async function storeRun(db: Database, now: number): Promise<void> {
  const outcome = { succeeded_at: now, result: null, failed_at: null, problem: null }
  await db
    .insertInto('jobs')
    .values({ name: JOB, ...outcome })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(outcome))
    .execute()
}
