import type { MailKind, OutboxRow } from '#migrations/schema.ts'
import { MINUTE_MS, SECOND_MS } from '#platform/contract/limits.ts'
import type { Database } from '#platform/database/database.ts'
import type { Logger } from '#platform/process/logger.ts'
import { classifyMailFailure, describeRefusal, type MailFailure } from './mail-failure.ts'
import {
  LAST_PAUSE_MS,
  noteServerFailure,
  noteServerResponse,
  returnServerSlot,
  takeNewsletterSlot,
  takeServerSlot,
} from './mail-pace.store.ts'
import type { Mail, Mailer } from './mailer.ts'
import { giveBackToDay, type MailShare, takeFromDay } from './mail-day.store.ts'
import { MAIL_PRIORITY } from './outbox.ts'
import { claimMail, deleteMail, endMail, isMailDue, postponeMail, releaseMail } from './outbox.store.ts'

/** How a mail ended. `bounced`: its address does not exist. */
type MailEnd = 'sent' | 'refused' | 'bounced' | 'dropped'

export interface EndedMail {
  readonly end: MailEnd
  readonly now: number
}

/** What a module registers for a kind of mail. */
export interface MailKindRules {
  /** Writes the mail, just before it is sent. @returns null where it is not wanted any more, or would be empty */
  readonly compose: (db: Database, mail: OutboxRow) => Promise<Mail | null>
  /** Ended mails stay in the outbox, where admins look them up. Others are deleted, so that their addresses are not kept. */
  readonly isKept?: 'always' | 'when refused'
  /** Set where anybody may enter the address: such mails use only a part of the daily total. */
  readonly isAsk?: true
  /** Called within the transaction that records the end. */
  readonly onEnd?: (trx: Database, mail: OutboxRow, ended: EndedMail) => Promise<void>
}

export type MailKinds = Readonly<Record<MailKind, MailKindRules>>

/** Mails that one worker sends, one at a time, over a connection of its own. */
export interface MailLane {
  /** Range of priorities. */
  readonly from: number
  readonly to: number
  readonly mailer: Pick<Mailer, 'send'>
  /** Longest dialogue with the mail server. Mail servers may take minutes to examine a mail; giving up early sends it twice. */
  readonly sendMaxMs: number
}

export interface SendParts {
  readonly db: Database
  readonly kinds: MailKinds
  readonly readPace: () => Promise<{ readonly mailsPerSecond: number; readonly mailsPerDay: number }>
  readonly logger: Logger
  readonly now: () => number
  /** Resolves after so many ms, or at once when `ending` is aborted. */
  readonly pause: (ms: number) => Promise<unknown>
  /** Aborted when the blog stops: the current mail is finished, and no other one is sent. */
  readonly ending: AbortSignal
}

interface LaneParts extends SendParts {
  readonly lane: MailLane
}

/** Longer waits are left to the next call, because the mail server may recover or the pace change meanwhile. */
const WAIT_MAX_MS = 5 * SECOND_MS
/** Time to record the outcome of an attempt, after which another process retries. */
const RECORD_MAX_MS = 2 * MINUTE_MS

/** Longer than the longest dialogue: a process that has held a claimed mail for this long has died. */
export const leaseMsOf = ({ sendMaxMs }: Pick<MailLane, 'sendMaxMs'>): number => sendMaxMs + RECORD_MAX_MS

/** Sends all due mails of a lane. */
export async function sendDueMails(all: SendParts, lane: MailLane): Promise<void> {
  const parts = { ...all, lane }
  const { db, now, pause, ending } = parts
  while (!ending.aborted && (await isMailDue(db, { ...lane, now: now() }))) {
    const slot = await takeServerSlot(db, { now: now(), leaseMs: leaseMsOf(lane) })
    const waitMs = slot.waitMs === 0 && slot.failures === 0 ? await waitOfPace(parts) : slot.waitMs
    if (waitMs === 0) await useSlot(parts, { failures: slot.failures })
    else if (slot.failures === 0 || !(await tryUrgentOnce(parts, slot.failures))) {
      if (waitMs > WAIT_MAX_MS) return
      await pause(waitMs)
    }
  }
}

async function waitOfPace({ db, lane, now, readPace }: LaneParts): Promise<number> {
  if (lane.to < MAIL_PRIORITY.newsletter) return 0
  return takeNewsletterSlot(db, { now: now(), intervalMs: SECOND_MS / (await readPace()).mailsPerSecond })
}

/** Tries a new urgent mail even while the mail server is unavailable: its reader waits. @returns whether there was one */
async function tryUrgentOnce(parts: LaneParts, failures: number): Promise<boolean> {
  const urgent = { from: MAIL_PRIORITY.urgent, to: MAIL_PRIORITY.urgent, isFirstAttempt: true }
  if (parts.lane.from > urgent.to || !(await isMailDue(parts.db, { ...urgent, now: parts.now() }))) return false
  await useSlot(parts, { failures, only: urgent })
  return true
}

interface Slot {
  /** Consecutive failures of the mail server so far. */
  readonly failures: number
  readonly only?: { readonly from: number; readonly to: number; readonly isFirstAttempt: boolean }
}

/** Sends the next due mail that is still wanted. */
async function useSlot(parts: LaneParts, { failures, only }: Slot): Promise<void> {
  const { db, lane, now, ending, readPace } = parts
  const giveBack = () => (only ? Promise.resolve() : returnServerSlot(db, { failures, now: now() }))
  for (;;) {
    const mail = await claimMail(db, { ...(only ?? lane), now: now(), leaseMs: leaseMsOf(lane) })
    // Another process has claimed the due mails, or none of them is wanted any more.
    if (!mail) return giveBack()
    if (mail.give_up_at <= now()) {
      await end(parts, mail, { end: 'refused', problem: mail.problem ?? 'The mail server could not be reached in time.' })
      continue
    }
    if (ending.aborted) {
      await releaseMail(db, mail, now())
      return giveBack()
    }
    const use = { share: shareOf(parts, mail), now: now() }
    const waitMs = await takeFromDay(db, { ...use, max: (await readPace()).mailsPerDay })
    if (waitMs > 0) {
      await releaseMail(db, mail, now() + waitMs)
      continue
    }
    const content = await prepare(parts, mail)
    if (content !== null) return send(parts, { mail, content, failures, use })
    await giveBackToDay(db, use)
  }
}

const shareOf = ({ kinds }: LaneParts, { kind, priority }: OutboxRow): MailShare =>
  priority === MAIL_PRIORITY.urgent ? 'urgent' : kinds[kind].isAsk ? 'asks' : 'others'

/** @returns null where the mail is not wanted any more, or could not be written */
async function prepare(parts: LaneParts, mail: OutboxRow): Promise<Mail | null> {
  const { db, kinds, logger, now } = parts
  try {
    const content = await kinds[mail.kind].compose(db, mail)
    if (content === null) await end(parts, mail, { end: 'dropped' })
    return content
  } catch (error) {
    logger.error({ err: error, mailId: mail.id, kind: mail.kind }, 'mail could not be written; it will be tried again')
    await postponeMail(db, mail, { problem: 'The blog could not write this mail. Its log says why.', now: now() })
    return null
  }
}

interface Sending {
  readonly mail: OutboxRow
  readonly content: Mail
  readonly failures: number
  /** How it was counted for the day. */
  readonly use: { readonly share: MailShare; readonly now: number }
}

async function send(parts: LaneParts, { mail, content, failures, use }: Sending): Promise<void> {
  const { lane } = parts
  try {
    await lane.mailer.send(content, AbortSignal.timeout(lane.sendMaxMs))
  } catch (error) {
    return recordOutcome(parts, () => recordFailure(parts, { mail, failures, error, use }))
  }
  await recordOutcome(parts, () => end(parts, mail, { end: 'sent', hasServerResponded: true }))
}

interface Ended {
  readonly end: MailEnd
  readonly problem?: string
  readonly hasServerResponded?: boolean
}

async function end({ db, kinds, now }: LaneParts, mail: OutboxRow, ended: Ended): Promise<void> {
  const { isKept, onEnd } = kinds[mail.kind]
  const { end: how, problem = null, hasServerResponded = false } = ended
  const isFailed = how === 'refused' || how === 'bounced'
  await db.transaction().execute(async (trx) => {
    if (isKept === 'always' || (isKept === 'when refused' && isFailed))
      await endMail(trx, mail, { state: how === 'sent' || how === 'dropped' ? how : 'failed', problem, now: now() })
    else await deleteMail(trx, mail)
    await onEnd?.(trx, mail, { end: how, now: now() })
    if (hasServerResponded) await noteServerResponse(trx, now())
  })
}

async function recordFailure(
  parts: LaneParts,
  { mail, failures, error, use }: Omit<Sending, 'content'> & { readonly error: unknown },
): Promise<void> {
  const { db, logger, now } = parts
  const failure = classifyMailFailure(error)
  // A mail may have arrived although its connection broke.
  if (failure !== 'server') await giveBackToDay(db, use)
  const problem = describeRefusal(error)
  // The mail server's own text often repeats the address, so only its code is logged.
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  logger.warn({ mailId: mail.id, kind: mail.kind, attempts: mail.attempts, failure, code, responseCode }, 'mail was not sent')
  if (isFinal(failure)) return end(parts, mail, { end: failure, problem, hasServerResponded: true })
  await db.transaction().execute(async (trx) => {
    const maxMs = failure === 'server' ? { maxMs: LAST_PAUSE_MS } : {}
    await postponeMail(trx, mail, { problem, now: now(), ...maxMs })
    if (failure === 'server') await noteServerFailure(trx, { failures, problem, now: now() })
    else await noteServerResponse(trx, now())
  })
}

const isFinal = (failure: MailFailure): failure is 'refused' | 'bounced' => failure === 'refused' || failure === 'bounced'

const RECORD_AGAIN_MS = SECOND_MS

/** Retries while the database is unavailable: if the outcome were lost, the mail would be sent twice. */
async function recordOutcome({ logger, now, pause, ending }: LaneParts, work: () => Promise<void>): Promise<void> {
  const until = now() + RECORD_MAX_MS
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === 1) logger.error({ err: error }, 'the outcome of a mail could not be recorded; it is tried again every second')
      if (ending.aborted || now() >= until) throw error
      await pause(RECORD_AGAIN_MS)
    }
  }
}
