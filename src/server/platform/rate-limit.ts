import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { RateLimit } from '#contract/limits.ts'
import type { Database } from './database/database.ts'
import { prepareQuery } from './database/prepared-query.ts'

/** What people type has any length; PostgreSQL's index takes keys up to some 2 KB. */
const KEY_MAX_LENGTH = 256

const keyOf = (limit: RateLimit, key: string) => `${limit.name}:${key.length <= KEY_MAX_LENGTH ? key : hashedKey(key)}`

/** A key that tells nothing about the people it is made of. */
export const hashedKey = (...parts: readonly string[]): string => createHash('sha256').update(parts.join('\n')).digest('base64url')

/**
 * Counts one more use of a limit; it lies in the database, so all processes share it.
 * A window begins with its first use, so any `max` uses within one are free. What is refused counts nothing.
 * @throws rate_limited with the seconds until the window ends, or the delay is over
 */
export async function takeFromLimit(db: Database, limit: RateLimit, use: { key: string; now: number }): Promise<void> {
  const { now } = use
  if (limit.growingDelay) return takeWithGrowingDelay(db, { ...limit, growingDelay: limit.growingDelay }, use)
  const [taken] = await takeOne(db, { key: keyOf(limit, use.key), now, endsAt: now + limit.windowMs, max: limit.max })
  if (taken) return
  const row = await db.selectFrom('rate_limits').select('window_ends_at').where('key', '=', keyOf(limit, use.key)).executeTakeFirst()
  throw rateLimited(row ? row.window_ends_at - now : 0)
}

/** One that ends later than any that begins now was begun by a clock that has been set back since. */
const windowHasEnded = ({ now, endsAt }: { now: number; endsAt: number }) =>
  sql<boolean>`(rate_limits.window_ends_at <= ${now} or rate_limits.window_ends_at > ${endsAt})`

const takeOne = prepareQuery<{ key: string; now: number; endsAt: number; max: number }, { count: number }>((db, value) => {
  const hasEnded = windowHasEnded({ now: value('now'), endsAt: value('endsAt') })
  return db
    .insertInto('rate_limits')
    .values({ key: value('key'), count: 1, window_ends_at: value('endsAt') })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          count: sql`case when ${hasEnded} then 1 else rate_limits.count + 1 end`,
          window_ends_at: sql`case when ${hasEnded} then ${value('endsAt')} else rate_limits.window_ends_at end`,
        })
        .where(sql<boolean>`(${hasEnded} or rate_limits.count < ${value('max')})`),
    )
    .returning('count')
})

const rateLimited = (waitMs: number) =>
  new AppError('rate_limited', undefined, { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) })

/**
 * From the `max`th use on, each use that is let through closes the limit for twice as long as the one before.
 * What is refused counts nothing, so nobody can keep a limit closed by knocking at it.
 */
async function takeWithGrowingDelay(
  db: Database,
  limit: RateLimit & { readonly growingDelay: NonNullable<RateLimit['growingDelay']> },
  { key, now }: { key: string; now: number },
): Promise<void> {
  const { max, windowMs, growingDelay } = limit
  const hasEnded = windowHasEnded({ now, endsAt: now + limit.windowMs })
  const steps = sql<number>`(rate_limits.count + 1 - cast(${max} as integer))`
  const delay = sql<number>`case when ${steps} > 15 or (cast(${growingDelay.firstMs} as bigint) << ${steps}) > ${growingDelay.maxMs}
    then ${growingDelay.maxMs} else (cast(${growingDelay.firstMs} as bigint) << ${steps}) end`
  const taken = await db
    .insertInto('rate_limits')
    .values({ key: keyOf(limit, key), count: 1, window_ends_at: now + windowMs })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          count: sql`case when ${hasEnded} then 1 else rate_limits.count + 1 end`,
          open_at: sql`case when ${hasEnded} or ${steps} < 0 then 0 else cast(${now} as bigint) + ${delay} end`,
          window_ends_at: sql`case when ${hasEnded} then ${now + windowMs} else rate_limits.window_ends_at end`,
        })
        .where(sql<boolean>`(${hasEnded} or rate_limits.open_at <= ${now})`),
    )
    .returning('count')
    .executeTakeFirst()
  if (taken) return
  const row = await db
    .selectFrom('rate_limits')
    .select(['open_at', 'window_ends_at'])
    .where('key', '=', keyOf(limit, key))
    .executeTakeFirst()
  throw rateLimited(row ? Math.min(row.open_at, row.window_ends_at) - now : 0)
}

/** Gives one use back, for limits that count failures only. */
export async function giveBackToLimit(db: Database, limit: RateLimit, key: string): Promise<void> {
  await db
    .updateTable('rate_limits')
    .set((eb) => ({ count: eb('count', '-', 1), open_at: 0 }))
    .where('key', '=', keyOf(limit, key))
    .where('count', '>', 0)
    .execute()
}

/** Forgets windows that have ended. */
export async function deleteEndedLimits(db: Database, now: number): Promise<void> {
  await db.deleteFrom('rate_limits').where('window_ends_at', '<=', now).execute()
}
