import { sql } from 'kysely'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#platform/contract/limits.ts'
import type { Database } from '#platform/database/database.ts'
import type { MailKind } from '#migrations/schema.ts'

/** Queue of mail in the database: it is sent even if the mail server, or this process, is down for a while. */
export interface Outbox {
  /** False where the blog cannot send mail; `put` does nothing then. */
  readonly isOpen: boolean
  /** Takes part in the transaction when `db` is one. @returns the id of the mail */
  readonly put: (db: Database, mail: { kind: MailKind; email: string }) => Promise<string>
}

/** The outbox of a blog without a mail server. */
export const CLOSED_OUTBOX: Outbox = { isOpen: false, put: async () => '' }

/** @param wake called when a mail was added */
export function createOutbox({ now, newId, wake }: { now: () => number; newId: () => string; wake: () => void }): Outbox {
  return {
    isOpen: true,
    async put(db, mail) {
      const id = newId()
      await db
        .insertInto('outbox')
        .values({ id, ...mail, created_at: now(), next_attempt_at: now() })
        .execute()
      wake()
      return id
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
/** Shorter than the first retry, after which another process may send the mail. */
export const SEND_MAX_MS = 45 * SECOND_MS
const LAST_RETRY_MS = HOUR_MS
/** Older mails are dropped: their links have expired. */
const GIVE_UP_MS = DAY_MS
/** Longer, because mail servers limit the number of mails per day. */
const GIVE_UP_INVITATIONS_MS = 14 * DAY_MS

/** Wait before the next attempt: 1 minute, doubling to an hour. */
export const retryDelayMs = (attempts: number): number => Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.max(0, attempts - 1))

/**
 * Claims the next mail that is due; other processes see it again only when this one does not finish in time.
 * Password resets, codes and test mails go first: their readers wait for them. Links to confirm a following, which
 * anyone can ask for, and invitations, of which there may be thousands, go last.
 */
export async function takeMail(db: Database, now: number): Promise<WaitingMail | undefined> {
  const next = await db
    .selectFrom('outbox')
    .select(['id', 'attempts'])
    // A due time beyond the longest wait: the clock was set back.
    .where((eb) => eb.or([eb('next_attempt_at', '<=', now), eb('next_attempt_at', '>', now + LAST_RETRY_MS)]))
    .orderBy(sql`case when kind in ('reset_password', 'second_step', 'test') then 0 when kind in ('follow', 'invited') then 2 else 1 end`)
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

/** Stores why the last attempt failed, in words for admins. */
export async function noteProblem(db: Database, id: string, problem: string): Promise<void> {
  await db.updateTable('outbox').set({ problem }).where('id', '=', id).execute()
}

/** Finds a test mail; undefined once it was sent. */
export const findTestMail = (db: Database, id: string): Promise<{ problem: string | null } | undefined> =>
  db.selectFrom('outbox').select('problem').where('id', '=', id).where('kind', '=', 'test').executeTakeFirst()

export interface OutboxState {
  readonly pending: number
  /** Number of pending mails whose last attempt failed. */
  readonly failed: number
  /** Why the newest of them failed. */
  readonly problem: string | null
}

export async function readOutbox(db: Database): Promise<OutboxState> {
  const { pending, failed } = await db
    .selectFrom('outbox')
    .select((eb) => [eb.fn.countAll<number>().as('pending'), eb.fn.count<number>('problem').as('failed')])
    .executeTakeFirstOrThrow()
  const newest = await db
    .selectFrom('outbox')
    .select('problem')
    .where('problem', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { pending: Number(pending), failed: Number(failed), problem: newest?.problem ?? null }
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
    .where((eb) => eb.or([eb('kind', '!=', 'invited'), eb('created_at', '<=', now - GIVE_UP_INVITATIONS_MS)]))
    .execute()
}
