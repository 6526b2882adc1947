import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { AppError } from '#platform/contract/errors.ts'
import type { RateLimit } from '#platform/contract/limits.ts'
import type { Database } from '#platform/database/database.ts'
import { prepareQuery } from '#platform/database/prepared-query.ts'

/** Keys contain user input of any length; PostgreSQL's index takes keys up to some 2 KB. */
const KEY_MAX_LENGTH = 256

const keyOf = (limit: RateLimit, key: string) => `${limit.name}:${key.length <= KEY_MAX_LENGTH ? key : hashedKey(key)}`

/** A key that does not reveal the email or address it is made of. */
export const hashedKey = (...parts: readonly string[]): string => createHash('sha256').update(parts.join('\n')).digest('base64url')

interface Use {
  readonly key: string
  /** Milliseconds since 1970. */
  readonly now: number
}

/**
 * Counts one more use of a limit in the database, which all processes share.
 * A window begins with its first use. A refused use counts nothing and writes nothing.
 * @throws rate_limited with the seconds until the window ends
 */
export async function takeFromLimit(db: Database, limit: RateLimit, use: Use): Promise<void> {
  const waitMs = await tryTakeFromLimit(db, limit, use)
  if (waitMs !== null) throw rateLimited(waitMs)
}

/** Like {@link takeFromLimit}, without throwing. @returns null if the use was counted, else the ms until the window ends */
export async function tryTakeFromLimit(db: Database, limit: RateLimit, { key, now }: Use): Promise<number | null> {
  const [taken] = await takeOne(db, { key: keyOf(limit, key), now, endsAt: now + limit.windowMs, max: limit.max })
  if (taken) return null
  const row = await db.selectFrom('rate_limits').select('window_ends_at').where('key', '=', keyOf(limit, key)).executeTakeFirst()
  return row ? row.window_ends_at - now : 0
}

/** Counts nothing. @returns null if another use is allowed, else the ms until the window ends */
export async function findLimitWait(db: Database, limit: RateLimit, { key, now }: Use): Promise<number | null> {
  const row = await db
    .selectFrom('rate_limits')
    .select(['count', 'window_ends_at'])
    .where('key', '=', keyOf(limit, key))
    .where('window_ends_at', '>', now)
    .where('window_ends_at', '<=', now + limit.windowMs)
    .executeTakeFirst()
  return row && row.count >= limit.max ? row.window_ends_at - now : null
}

export const rateLimited = (waitMs: number) =>
  new AppError('rate_limited', undefined, { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) })

/** A window that ends later than one beginning now began before the clock was set back; it counts as ended. */
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

/** Gives one use back, for limits that count failures only. */
export async function giveBackToLimit(db: Database, limit: RateLimit, key: string): Promise<void> {
  await db
    .updateTable('rate_limits')
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .where('key', '=', keyOf(limit, key))
    .where('count', '>', 0)
    .execute()
}

/** Ends a window early: counting begins again. */
export async function clearLimit(db: Database, limit: RateLimit, key: string): Promise<void> {
  await db.deleteFrom('rate_limits').where('key', '=', keyOf(limit, key)).execute()
}

export async function deleteEndedLimits(db: Database, now: number): Promise<void> {
  await db.deleteFrom('rate_limits').where('window_ends_at', '<=', now).execute()
}
