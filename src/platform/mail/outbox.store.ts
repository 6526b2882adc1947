import type { ExpressionBuilder } from 'kysely'
import type { AddressMailKind, OutboxRow, Schema } from '#migrations/schema.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#platform/contract/limits.ts'
import type { Database } from '#platform/database/database.ts'
import { MAIL_PRIORITY } from './outbox.ts'

const LAST_RETRY_MS = 8 * HOUR_MS
/** Attempts of a mail to a follower, which take three days. */
export const ATTEMPTS_MAX = 17
/** Failures of the mail server count as no more: the next wait is a quarter of an hour. */
export const ATTEMPTS_OF_SERVER_MAX = 5

/** First attempts of a mail for which a person waits: they follow each other at once. */
export const QUICK_ATTEMPTS = 2

/** Wait before the next attempt, doubling to eight hours: from a minute, or from five seconds where a person waits. */
const retryDelayMs = ({ attempts, priority }: Attempt): number =>
  Math.min(LAST_RETRY_MS, (priority === MAIL_PRIORITY.awaited ? 5 * SECOND_MS : MINUTE_MS) * 2 ** Math.max(0, attempts - 1))

/** A time beyond the longest wait is past, too: the clock was set back. */
const isPast = (now: number) => (eb: ExpressionBuilder<Schema, 'outbox'>) =>
  eb.or([eb('next_attempt_at', '<=', now), eb('next_attempt_at', '>', now + LAST_RETRY_MS)])

/** Which mails a worker sends. */
export interface MailRange {
  readonly from: number
  readonly to: number
}

/** Finds the next mail that waits: the most important one, among equals the one that is due since longest. */
export const findDue = (
  db: Database,
  { from, to, now, isQuick = false }: MailRange & { readonly now: number; readonly isQuick?: boolean },
): Promise<OutboxRow | undefined> =>
  db
    .selectFrom('outbox')
    .selectAll()
    .where('state', '=', 'waiting')
    .where('priority', '>=', from)
    .where('priority', '<=', to)
    .where(isPast(now))
    .$if(isQuick, (mails) => mails.where('attempts', '<', QUICK_ATTEMPTS))
    .orderBy('priority')
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** Claims a mail that waits. No other process gets it before the lease ends. @returns undefined if another one was faster */
export const claimMail = (
  db: Database,
  { id, attempts }: Pick<OutboxRow, 'id' | 'attempts'>,
  { now, leaseMs }: { readonly now: number; readonly leaseMs: number },
): Promise<OutboxRow | undefined> =>
  db
    .updateTable('outbox')
    .set({ state: 'sending', attempts: attempts + 1, next_attempt_at: now + leaseMs })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returningAll()
    .executeTakeFirst()

/** Makes mails due again whose process has died with them. */
export async function releaseAbandoned(db: Database, now: number): Promise<void> {
  await db.updateTable('outbox').set({ state: 'waiting', next_attempt_at: now }).where('state', '=', 'sending').where(isPast(now)).execute()
}

type Attempt = Pick<OutboxRow, 'id' | 'attempts' | 'priority'>

const whereStillClaimed = (db: Database, { id, attempts }: Attempt) =>
  db.updateTable('outbox').where('id', '=', id).where('state', '=', 'sending').where('attempts', '=', attempts)

interface End {
  readonly state: 'sent' | 'failed' | 'dropped'
  readonly problem?: string | null
  readonly now: number
}

/** Records the final state. `sent` is recorded even if another process has claimed the mail meanwhile. */
export async function storeEnd(db: Database, mail: Attempt, { state, problem = null, now }: End): Promise<void> {
  const ended = state === 'sent' ? db.updateTable('outbox').where('id', '=', mail.id) : whereStillClaimed(db, mail)
  await ended.set({ state, problem, ended_at: now, refused_at: null }).execute()
}

/** Ends a mail that nobody looks up later, so that its address is not kept. */
export async function deleteMail(db: Database, { id }: Pick<OutboxRow, 'id'>): Promise<void> {
  await db.deleteFrom('outbox').where('id', '=', id).execute()
}

/** Ends the mails of a kind to an address, as what they are about was done. An attempt that is on its way is the last. */
export async function deleteMailsTo(trx: Database, { kind, email }: { kind: AddressMailKind; email: string }): Promise<void> {
  await trx.deleteFrom('outbox').where('kind', '=', kind).where('email', '=', email).execute()
}

interface Postponement extends Pick<OutboxRow, 'problem' | 'refused_at'> {
  readonly now: number
  /** `long`: the address was refused. `server`: the mail waits for the mail server to accept any mail. */
  readonly wait: 'later' | 'long' | 'server'
}

/** Schedules the next attempt. */
export async function postponeMail(db: Database, mail: Attempt, { now, wait, ...reason }: Postponement): Promise<void> {
  const attempts = wait === 'server' ? Math.min(mail.attempts, ATTEMPTS_OF_SERVER_MAX) : mail.attempts
  const delayMs = wait === 'long' ? LAST_RETRY_MS : retryDelayMs({ ...mail, attempts })
  await whereStillClaimed(db, mail)
    .set({ state: 'waiting', attempts, next_attempt_at: now + delayMs, ...reason })
    .execute()
}

/** Makes a mail due again whose attempt was cut off. The attempt counts, as what its first one did once was done. */
export async function takeBackMail(db: Database, mail: Attempt, now: number): Promise<void> {
  await whereStillClaimed(db, mail).set({ state: 'waiting', next_attempt_at: now }).execute()
}

/** Counts mails that wait, to addresses and to followers. */
export async function countWaitingMail(db: Database): Promise<{ readonly addresses: number; readonly followers: number }> {
  const { addresses, followers } = await db
    .selectFrom('outbox')
    .select((eb) => [eb.fn.count<number>('email').as('addresses'), eb.fn.count<number>('follower_id').as('followers')])
    .where('state', 'in', ['waiting', 'sending'])
    .executeTakeFirstOrThrow()
  return { addresses: Number(addresses), followers: Number(followers) }
}

/** Age at which mails are deleted. Digests reach back only ten days, so no post is mailed twice. */
export const MAIL_TTL_MS = 60 * DAY_MS

/** Deletes old mails, and mails to addresses whose link or code has ended. */
export async function deleteOldMail(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('outbox')
    .where('created_at', '<=', now - MAIL_TTL_MS)
    .execute()
  await db.deleteFrom('outbox').where('give_up_at', '<=', now).execute()
}
