import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { RateLimit } from '#contract/limits.ts'
import type { Database } from './database/database.ts'

/** What people type has any length; PostgreSQL's index takes keys up to some 2 KB. */
const KEY_MAX_LENGTH = 256

const keyOf = (limit: RateLimit, key: string) =>
  `${limit.name}:${key.length <= KEY_MAX_LENGTH ? key : createHash('sha256').update(key).digest('base64url')}`

/**
 * Counts one more use of a limit; it lies in the database, so all processes share it.
 * A window begins with its first use, so any `max` uses within one are free.
 * @throws rate_limited with the seconds until the window ends
 */
export async function takeFromLimit(db: Database, limit: RateLimit, use: { key: string; now: number }): Promise<void> {
  const { now } = use
  const row = await db
    .insertInto('rate_limits')
    .values({ key: keyOf(limit, use.key), count: 1, window_ends_at: now + limit.windowMs })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql`case when rate_limits.window_ends_at <= ${now} then 1 else rate_limits.count + 1 end`,
        window_ends_at: sql`case when rate_limits.window_ends_at <= ${now} then ${now + limit.windowMs} else rate_limits.window_ends_at end`,
      }),
    )
    .returning(['count', 'window_ends_at'])
    .executeTakeFirstOrThrow()
  if (row.count <= limit.max) return
  const retryAfterSeconds = Math.max(1, Math.ceil((row.window_ends_at - now) / 1000))
  throw new AppError('rate_limited', undefined, { retryAfterSeconds })
}

/** Gives one use back, for limits that count failures only. */
export async function giveBackToLimit(db: Database, limit: RateLimit, key: string): Promise<void> {
  await db
    .updateTable('rate_limits')
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .where('key', '=', keyOf(limit, key))
    .where('count', '>', 0)
    .execute()
}

/** Forgets windows that have ended. */
export async function deleteEndedLimits(db: Database, now: number): Promise<void> {
  await db.deleteFrom('rate_limits').where('window_ends_at', '<=', now).execute()
}
