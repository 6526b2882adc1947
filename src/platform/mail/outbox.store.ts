import type { ExpressionBuilder } from 'kysely'
import type { AddressMailKind, MailState, OutboxRow, Schema } from '#migrations/schema.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/contract/limits.ts'
import type { Database } from '#platform/database/database.ts'
import { deleteOldMailHours } from './mail-day.store.ts'

const FIRST_RETRY_MS = MINUTE_MS
const LAST_RETRY_MS = HOUR_MS
/** For mails that the mail server refuses, which wait for the end of their link or code. */
export const REFUSED_RETRY_MS = 8 * HOUR_MS

/** Wait before the next attempt: a minute, doubling to an hour. */
const retryDelayMs = (attempts: number, maxMs: number): number => Math.min(maxMs, FIRST_RETRY_MS * 2 ** Math.max(0, attempts - 1))

/** Which mails are claimed. */
export interface Claim {
  /** Range of priorities. */
  readonly from: number
  readonly to: number
  /** Only mails that were never tried. */
  readonly isFirstAttempt?: boolean
  readonly now: number
}

const findDue = (db: Database, states: readonly MailState[], { from, to, isFirstAttempt = false, now }: Claim) =>
  db
    .selectFrom('outbox')
    .select(['id', 'state', 'attempts', 'next_attempt_at'])
    .where('state', 'in', states)
    .where('priority', '>=', from)
    .where('priority', '<=', to)
    // A due time beyond the longest wait: the clock was set back.
    .where((eb) => eb.or([eb('next_attempt_at', '<=', now), eb('next_attempt_at', '>', now + REFUSED_RETRY_MS)]))
    .$if(isFirstAttempt, (mails) => mails.where('attempts', '=', 0))
    .orderBy('priority')
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** Mails that were never tried first, so that no mailbox that hangs holds them up twice; then others that wait; then those of crashed processes. */
const findNext = async (db: Database, claim: Claim) =>
  (await findDue(db, ['waiting'], { ...claim, isFirstAttempt: true })) ??
  (await findDue(db, ['waiting'], claim)) ??
  (await findDue(db, ['sending'], claim))

export const isMailDue = async (db: Database, claim: Claim): Promise<boolean> =>
  (await findDue(db, ['waiting', 'sending'], claim)) !== undefined

/**
 * The deadline of a mail to a follower moves by the time in which nobody tried it: the daily total was used up, the mail
 * server refused the blog, or no process ran. A mail to an address ends with its link or code.
 */
const deadlineAfter = (waitedMs: number) => (eb: ExpressionBuilder<Schema, 'outbox'>) =>
  eb
    .case()
    .when('follower_id', 'is', null)
    .then(eb.ref('give_up_at'))
    .else(eb('give_up_at', '+', waitedMs))
    .end()

/** Claims the next due mail. No other process gets it before the lease ends. */
export async function claimMail(db: Database, claim: Claim & { readonly leaseMs: number }): Promise<OutboxRow | undefined> {
  for (;;) {
    const next = await findNext(db, claim)
    if (!next) return undefined
    const claimed = await db
      .updateTable('outbox')
      .set({
        state: 'sending',
        attempts: next.attempts + 1,
        next_attempt_at: claim.now + claim.leaseMs,
        give_up_at: deadlineAfter(Math.max(0, claim.now - next.next_attempt_at)),
      })
      .where('id', '=', next.id)
      .where('state', '=', next.state)
      .where('attempts', '=', next.attempts)
      .returningAll()
      .executeTakeFirst()
    if (claimed) return claimed
  }
}

interface End {
  readonly state: 'sent' | 'failed' | 'dropped'
  readonly problem?: string | null
  readonly now: number
}

/** Records the final state. `sent` is recorded even if another process has claimed the mail meanwhile. */
export async function endMail(db: Database, { id }: Pick<OutboxRow, 'id'>, { state, problem = null, now }: End): Promise<void> {
  const ended = db.updateTable('outbox').set({ state, problem, ended_at: now }).where('id', '=', id)
  await (state === 'sent' ? ended : ended.where('state', '=', 'sending')).execute()
}

/** Ends a mail that nobody looks up later, so that its address is not kept. */
export async function deleteMail(db: Database, { id }: Pick<OutboxRow, 'id'>): Promise<void> {
  await db.deleteFrom('outbox').where('id', '=', id).execute()
}

/** Ends the mails of a kind to an address, as what they are about was done. An attempt that is on its way is the last. */
export async function deleteMailsTo(trx: Database, { kind, email }: { kind: AddressMailKind; email: string }): Promise<void> {
  await trx.deleteFrom('outbox').where('kind', '=', kind).where('email', '=', email).execute()
}

type Attempt = Pick<OutboxRow, 'id' | 'attempts'>

const whereStillClaimed = (db: Database, { id, attempts }: Attempt) =>
  db.updateTable('outbox').where('id', '=', id).where('state', '=', 'sending').where('attempts', '=', attempts)

interface Postponement {
  readonly problem: string
  readonly now: number
  /** Shortest wait. Default: a minute, doubling. */
  readonly minMs?: number
  /** Longest wait. Default: an hour. */
  readonly maxMs?: number
  /** Whether the mail waits for the mail server to accept any mail. */
  readonly isAboutServer?: boolean
}

/** Schedules the next attempt. */
export async function postponeMail(
  db: Database,
  attempt: Attempt,
  { problem, now, minMs = 0, maxMs = LAST_RETRY_MS, isAboutServer = false }: Postponement,
): Promise<void> {
  const delayMs = Math.max(minMs, retryDelayMs(attempt.attempts, maxMs))
  await whereStillClaimed(db, attempt)
    .set({ state: 'waiting', problem, next_attempt_at: now + delayMs, give_up_at: deadlineAfter(isAboutServer ? delayMs : 0) })
    .execute()
}

interface Release {
  readonly now: number
  /** Time until the mail is due again. */
  readonly waitMs?: number
}

/** Undoes a claim whose mail was not composed. */
export async function releaseMail(db: Database, attempt: Attempt, { now, waitMs = 0 }: Release): Promise<void> {
  await whereStillClaimed(db, attempt)
    .set({ state: 'waiting', attempts: attempt.attempts - 1, next_attempt_at: now + waitMs, give_up_at: deadlineAfter(waitMs) })
    .execute()
}

/** Makes a mail due again whose attempt was cut off. The attempt counts, as what its first one did once was done. */
export async function takeBackMail(db: Database, attempt: Attempt, now: number): Promise<void> {
  await whereStillClaimed(db, attempt).set({ state: 'waiting', next_attempt_at: now }).execute()
}

/** Undoes a claim, and puts the mail behind more important ones. */
export async function demoteMail(db: Database, attempt: Attempt, { priority, now }: { priority: number; now: number }): Promise<void> {
  await whereStillClaimed(db, attempt)
    .set({ state: 'waiting', attempts: attempt.attempts - 1, next_attempt_at: now, priority })
    .execute()
}

/** Finds a test mail; undefined once it was sent. */
export const findTestMail = (db: Database, id: string): Promise<{ problem: string | null } | undefined> =>
  db.selectFrom('outbox').select('problem').where('id', '=', id).where('kind', '=', 'test').executeTakeFirst()

export interface OutboxState {
  readonly pending: number
  /** Number of mails whose last attempt failed. */
  readonly failed: number
  /** Why the newest of them failed. */
  readonly problem: string | null
}

/** Returns the state of mails to addresses. What followers are mailed has an overview of its own. */
export async function readOutbox(db: Database): Promise<OutboxState> {
  const { pending, failed } = await db
    .selectFrom('outbox')
    .select((eb) => [eb.fn.countAll<number>().as('pending'), eb.fn.count<number>('problem').as('failed')])
    .where('email', 'is not', null)
    .executeTakeFirstOrThrow()
  const newest = await db
    .selectFrom('outbox')
    .select('problem')
    .where('email', 'is not', null)
    .where('problem', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { pending: Number(pending), failed: Number(failed), problem: newest?.problem ?? null }
}

/** Returns when the oldest mail was queued that is neither sent nor ended; null if there is none. */
export async function findOldestWaiting(db: Database): Promise<number | null> {
  const { since } = await db
    .selectFrom('outbox')
    .select((eb) => eb.fn.min<number | null>('created_at').as('since'))
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return since === null ? null : Number(since)
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

/** Deletes old mails, and failed mails to addresses, whose failure was shown until their deadline. */
export async function deleteOldMail(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('outbox')
    .where('created_at', '<=', now - MAIL_TTL_MS)
    .execute()
  await db.deleteFrom('outbox').where('email', 'is not', null).where('give_up_at', '<=', now).execute()
  await deleteOldMailHours(db, now)
}
