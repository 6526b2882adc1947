import type { OutboxRow } from '#migrations/schema.ts'
import { SECOND_MS } from '#platform/contract/limits.ts'
import { classifyMailFailure, isSilence } from './mail-failure.ts'
import { returnServerSlot, takeNewsletterSlot, takeServerSlot } from './mail-pace.store.ts'
import type { MailLimits } from './mail-limits.ts'
import { endMail, type OutcomeParts, RECORD_MAX_MS, recordFailure, recordOutcome, type SentUse } from './mail-outcome.ts'
import { type Mail, type Mailer, mayHaveArrived, TEXT_MAX_MS } from './mailer.ts'
import { giveBackToDay, type MailShare, takeFromDay } from './mail-day.store.ts'
import { MAIL_PRIORITY } from './outbox.ts'
import { claimMail, demoteMail, isMailDue, postponeMail, releaseMail, takeBackMail } from './outbox.store.ts'

/** Mails that a worker sends, one at a time, over a connection of its own. */
export interface MailLane {
  /** Range of priorities. */
  readonly from: number
  readonly to: number
  readonly mailer: Pick<Mailer, 'send'>
  /** Longest dialogue with the mail server until it takes the text. */
  readonly beforeTextMs: number
  /** Default: 1. */
  readonly workers?: number
}

export interface SendParts extends OutcomeParts {
  readonly limits: Pick<MailLimits, 'perSecond' | 'perDay'>
}

interface LaneParts extends SendParts {
  readonly lane: MailLane
}

/**
 * Longest dialogues before the text of the first attempts for an urgent mail, whose reader waits: they follow each other at
 * once. A further one takes as long as that of other mails.
 */
const URGENT_DIALOGUES_MS = [6 * SECOND_MS, 6 * SECOND_MS]
const URGENT_AGAIN_MS = SECOND_MS / 2

/** Longer waits are left to the next call, because the mail server may recover meanwhile. */
const WAIT_MAX_MS = 5 * SECOND_MS

type Timed = Pick<MailLane, 'beforeTextMs'>

/** Longer than the longest dialogue: a process that has held a claimed mail for this long has died. */
export const leaseMsOf = ({ beforeTextMs }: Timed): number => beforeTextMs + TEXT_MAX_MS + RECORD_MAX_MS

/** Shorter, as a mail server that takes the text responds: others may be sent then. */
const slotLeaseMsOf = ({ beforeTextMs }: Timed): number => beforeTextMs + RECORD_MAX_MS

/** Sends all due mails of a lane. */
export async function sendDueMails(all: SendParts, lane: MailLane): Promise<void> {
  const parts = { ...all, lane }
  const { db, now, pause, ending } = parts
  while (!ending.aborted && (await isMailDue(db, { ...lane, now: now() }))) {
    const slot = await takeServerSlot(db, { now: now(), leaseMs: slotLeaseMsOf(lane) })
    const waitMs = slot.waitMs === 0 && slot.failures === 0 ? await waitOfPace(parts) : slot.waitMs
    if (waitMs === 0) await useSlot(parts, { failures: slot.failures })
    else if (slot.failures === 0 || !(await tryUrgentOnce(parts, slot.failures))) {
      if (waitMs > WAIT_MAX_MS) return
      await pause(waitMs)
    }
  }
}

async function waitOfPace({ db, lane, now, limits }: LaneParts): Promise<number> {
  if (lane.to < MAIL_PRIORITY.newsletter) return 0
  // Whole milliseconds, as the database stores them.
  return takeNewsletterSlot(db, { now: now(), intervalMs: Math.ceil(SECOND_MS / limits.perSecond) })
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

/** While the mail server is unavailable the next mail of any lane tries it, so that none that failed before is first. */
const rangeOf = (lane: MailLane, failures: number): Pick<MailLane, 'from' | 'to'> =>
  failures > 0 && lane.to < MAIL_PRIORITY.newsletter ? { from: MAIL_PRIORITY.urgent, to: MAIL_PRIORITY.low } : lane

/** Sends the next due mail that is still wanted. */
async function useSlot(parts: LaneParts, { failures, only }: Slot): Promise<void> {
  const { db, lane, now, ending, limits } = parts
  const giveBack = () => (only ? Promise.resolve() : returnServerSlot(db, { failures, now: now() }))
  for (;;) {
    const mail = await claimMail(db, { ...(only ?? rangeOf(lane, failures)), now: now(), leaseMs: leaseMsOf(lane) })
    // Another process has claimed the due mails, or none of them is wanted any more.
    if (!mail) return giveBack()
    if (mail.give_up_at <= now()) {
      await endMail(parts, mail, { end: 'refused', problem: mail.problem ?? 'Its time was over before it could be sent.' })
      continue
    }
    if (ending.aborted) {
      await releaseMail(db, mail, { now: now() })
      return giveBack()
    }
    const share = await shareOf(parts, mail)
    if (share === 'asks' && mail.priority === MAIL_PRIORITY.urgent) {
      await demoteMail(db, mail, { priority: MAIL_PRIORITY.low, now: now() })
      continue
    }
    const use = { share, now: now() }
    const waitMs = await takeFromDay(db, { ...use, max: limits.perDay })
    if (waitMs > 0) {
      await releaseMail(db, mail, { now: now(), waitMs })
      continue
    }
    const content = await prepare(parts, mail)
    if (content !== null) return send(parts, { mail, content, failures, use })
    await giveBackToDay(db, use)
  }
}

async function shareOf({ db, kinds }: LaneParts, mail: OutboxRow): Promise<MailShare> {
  const { isAsk = false } = kinds[mail.kind]
  if (isAsk === true || (isAsk && (await isAsk(db, mail)))) return 'asks'
  return mail.priority === MAIL_PRIORITY.urgent ? 'urgent' : 'others'
}

/** @returns null where the mail is not wanted any more, or could not be written */
async function prepare(parts: LaneParts, mail: OutboxRow): Promise<Mail | null> {
  const { db, kinds, logger, now } = parts
  try {
    const content = await kinds[mail.kind].compose(db, mail)
    if (content === null) await endMail(parts, mail, { end: 'dropped' })
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
  readonly use: SentUse
}

async function send(parts: LaneParts, { mail, content, failures, use }: Sending): Promise<void> {
  const { lane, now, ending, refusals } = parts
  const begunAt = now()
  for (let attempt = 0; ; attempt += 1) {
    const shortMs = use.share === 'urgent' && mail.attempts <= 1 ? URGENT_DIALOGUES_MS[attempt] : undefined
    try {
      await lane.mailer.send(content, { beforeTextMs: shortMs ?? lane.beforeTextMs, signal: ending })
      break
    } catch (error) {
      if (ending.aborted && isSilence(error) && !mayHaveArrived(error)) return takeBack(parts, { mail, failures, use })
      if (shortMs !== undefined && (await maySendAgain(parts, { error, use }))) continue
      return recordOutcome(parts, () => recordFailure(parts, { mail, failures, error, use }))
    }
  }
  refusals.noteAccepted(begunAt, now())
  await recordOutcome(parts, () => endMail(parts, mail, { end: 'sent' }))
}

/** The blog stops, and nothing of the mail was sent: the next process need not wait for the lease. */
async function takeBack({ db, now }: LaneParts, { mail, failures, use }: Omit<Sending, 'content'>): Promise<void> {
  await giveBackToDay(db, use)
  await takeBackMail(db, mail, now())
  await returnServerSlot(db, { failures, now: now() })
}

interface FailedAttempt {
  readonly error: unknown
  readonly use: SentUse
}

/** Waits a moment and counts a further attempt, unless the mail is refused, may have arrived, the day is used up or the blog stops. */
async function maySendAgain({ db, now, pause, ending, limits }: LaneParts, { error, use }: FailedAttempt): Promise<boolean> {
  const failure = classifyMailFailure(error)
  if ((failure !== 'later' && failure !== 'server') || (isSilence(error) && mayHaveArrived(error)) || ending.aborted) return false
  await pause(URGENT_AGAIN_MS)
  // What the server did not take is not counted; a mail whose connection broke may have arrived.
  if (!mayHaveArrived(error)) return true
  return (await takeFromDay(db, { share: use.share, now: now(), max: limits.perDay })) === 0
}
