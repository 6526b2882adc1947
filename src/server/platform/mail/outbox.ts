import { sql } from 'kysely'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { MailKind } from '#migrations/schema.ts'

/** Mail to be sent. It goes out even if the mail server, or this process, is down for a while. */
export interface Outbox {
  /** False where the blog cannot send mail; `put` does nothing then. */
  readonly isOpen: boolean
  /** Part of the transaction that `db` may be. */
  readonly put: (db: Database, mail: { kind: MailKind; email: string }) => Promise<void>
}

/** Where no mail is configured. */
export const CLOSED_OUTBOX: Outbox = { isOpen: false, put: async () => {} }

/** @param wake called when a mail was put in */
export function createOutbox({ now, newId, wake }: { now: () => number; newId: () => string; wake: () => void }): Outbox {
  return {
    isOpen: true,
    async put(db, mail) {
      await db
        .insertInto('outbox')
        .values({ id: newId(), ...mail, created_at: now(), next_attempt_at: now() })
        .execute()
      wake()
    },
  }
}

export interface WaitingMail {
  readonly id: string
  readonly kind: MailKind
  readonly email: string
  readonly attempts: number
  readonly created_at: number
}

const FIRST_RETRY_MS = MINUTE_MS
const LAST_RETRY_MS = HOUR_MS
/** Older mails are dropped: their links have expired. */
const GIVE_UP_MS = DAY_MS

/** Wait before the next attempt: 1 minute, doubling to an hour. */
export const retryDelayMs = (attempts: number): number => Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.max(0, attempts - 1))

/**
 * Claims the next mail that is due; other processes see it again only when this one does not finish in time.
 * Password resets go first: their readers wait for them.
 */
export async function takeMail(db: Database, now: number): Promise<WaitingMail | undefined> {
  const next = await db
    .selectFrom('outbox')
    .select(['id', 'attempts'])
    // Due later than any wait: the clock has been set back since.
    .where((eb) => eb.or([eb('next_attempt_at', '<=', now), eb('next_attempt_at', '>', now + LAST_RETRY_MS)]))
    .orderBy(sql`case kind when 'reset_password' then 0 else 1 end`)
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!next) return undefined
  const taken = await db
    .updateTable('outbox')
    .set({ attempts: next.attempts + 1, next_attempt_at: now + retryDelayMs(next.attempts + 1) })
    .where('id', '=', next.id)
    .where('attempts', '=', next.attempts)
    .returning(['id', 'kind', 'email', 'attempts', 'created_at'])
    .executeTakeFirst()
  return taken ?? takeMail(db, now)
}

export async function deleteMail(db: Database, id: string): Promise<void> {
  await db.deleteFrom('outbox').where('id', '=', id).execute()
}

export async function countWaitingMail(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('outbox')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function deleteOldMail(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('outbox')
    .where('created_at', '<=', now - GIVE_UP_MS)
    .execute()
}
