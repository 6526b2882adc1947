import type { OutboxRow } from '#migrations/schema.ts'
import { MINUTE_MS, SECOND_MS } from '#platform/contract/limits.ts'
import type { Database, DatabaseTransaction } from '#platform/database/database.ts'
import type { MailKinds } from './mail-kinds.ts'
import type { MailLimits } from './mail-limits.ts'
import { isPaused, lockMailServer, type MailServer, type MailShare, saveMailServer, takeFromDay } from './mail-server.store.ts'
import { BEFORE_TEXT_MS, TEXT_MAX_MS } from './mailer.ts'
import { MAIL_PRIORITY } from './outbox.ts'
import { claimMail, deleteMail, findDue, type MailRange } from './outbox.store.ts'

/** Time to record the outcome of an attempt, after which another process retries. */
export const RECORD_MAX_MS = 2 * MINUTE_MS
/** Longer than the longest dialogue: a process that has held a claimed mail for this long has died. */
export const LEASE_MS = BEFORE_TEXT_MS + TEXT_MAX_MS + RECORD_MAX_MS
/** Shorter, as a mail server that takes the text responds: others may be sent then. */
const PROBE_MS = BEFORE_TEXT_MS + RECORD_MAX_MS

/** A mail that may be sent now. */
export interface Turn {
  readonly mail: OutboxRow
  readonly share: MailShare
  /** When it was counted for the day. */
  readonly countedAt: number
  /** Consecutive failures of the mail server before; null for a mail that does not wait for its pauses. */
  readonly failures: number | null
}

interface Parts {
  readonly db: Database
  readonly kinds: MailKinds
  readonly limits: Pick<MailLimits, 'perSecond' | 'perDay'>
  readonly now: () => number
}

/** Claims the next mail of the range, if pauses, pace and daily total allow it. @returns the ms until the pace does, or null */
export async function takeTurn(parts: Parts, range: MailRange): Promise<Turn | number | null> {
  if (!(await findDue(parts.db, { ...range, now: parts.now() }))) return null
  return parts.db.transaction().execute(async (trx) => {
    const server = await lockMailServer(trx)
    const turn = await takeLocked(trx, server, { ...parts, range, time: parts.now() })
    if (turn !== null && typeof turn !== 'number') await saveMailServer(trx, server)
    return turn
  })
}

interface Taking extends Omit<Parts, 'now'> {
  readonly range: MailRange
  readonly time: number
}

async function takeLocked(trx: DatabaseTransaction, server: MailServer, parts: Taking): Promise<Turn | number | null> {
  const { limits, range, time: now } = parts
  // While the mail server fails, what a person has just requested is tried nevertheless, until its first attempts are used up.
  const isWaiting = isPaused(server, now)
  const next = await findWanted(
    trx,
    isWaiting ? { from: range.from, to: MAIL_PRIORITY.awaited, isQuick: true, now } : { ...range, now },
    parts,
  )
  if (!next) return null
  const { share } = next
  const isPaced = next.mail.priority >= MAIL_PRIORITY.single
  const waitMs = isPaced ? waitOfPace(server, { now, perSecond: limits.perSecond }) : 0
  if (waitMs > 0) return waitMs
  if (!takeFromDay(server, { share, max: limits.perDay, now })) return null
  const mail = await claimMail(trx, next.mail, { now, leaseMs: LEASE_MS })
  // It was cancelled just now: the count of this transaction is not saved.
  if (!mail) return null
  if (isPaced) server.pace_at = now + paceMs(limits.perSecond)
  if (server.failures > 0 && !isWaiting) server.next_at = now + PROBE_MS
  return { mail, share, countedAt: now, failures: isWaiting ? null : server.failures }
}

/** Finds the next mail. Those whose link or code has ended are deleted, and those that ask go behind others. */
async function findWanted(
  trx: Database,
  due: Parameters<typeof findDue>[1],
  { kinds }: Pick<Parts, 'kinds'>,
): Promise<Pick<Turn, 'mail' | 'share'> | null> {
  for (;;) {
    const mail = await findDue(trx, due)
    if (!mail) return null
    const share = await shareOf(trx, kinds, mail)
    if (mail.give_up_at !== null && mail.give_up_at <= due.now) await deleteMail(trx, mail)
    else if (share === 'optIns' && mail.priority === MAIL_PRIORITY.awaited)
      await trx.updateTable('outbox').set({ priority: MAIL_PRIORITY.optIn }).where('id', '=', mail.id).execute()
    else return { mail, share }
  }
}

async function shareOf(db: Database, kinds: MailKinds, mail: OutboxRow): Promise<MailShare> {
  const { isOptIn = false } = kinds[mail.kind]
  if (isOptIn === true || (isOptIn && (await isOptIn(db, mail)))) return 'optIns'
  return mail.priority === MAIL_PRIORITY.awaited ? 'awaited' : 'others'
}

/** Whole milliseconds, as the database stores them. */
const paceMs = (perSecond: number) => Math.ceil(SECOND_MS / perSecond)

/** A time beyond the interval is ignored: the clock was set back, or the pace was changed. */
function waitOfPace({ pace_at: at }: MailServer, { now, perSecond }: { readonly now: number; readonly perSecond: number }): number {
  return at > now && at <= now + paceMs(perSecond) ? at - now : 0
}
