import type { OutboxRow } from '#migrations/schema.ts'
import { MINUTE_MS, SECOND_MS } from '#platform/contract/limits.ts'
import type { Database } from '#platform/database/database.ts'
import type { Logger } from '#platform/process/logger.ts'
import { giveBackToDay, type MailShare } from './mail-day.store.ts'
import {
  classifyMailFailure,
  describeRefusal,
  isAboutRecipient,
  isPermanentReply,
  isReplyToRecipientOrText,
  isSilence,
  type MailFailure,
} from './mail-failure.ts'
import type { MailEnd, MailKinds } from './mail-kinds.ts'
import { LAST_PAUSE_MS, noteServerFailure, noteServerResponse, returnServerSlot } from './mail-pace.store.ts'
import { mayHaveArrived } from './mailer.ts'
import { deleteMail, endMail as storeEnd, postponeMail, REFUSED_RETRY_MS } from './outbox.store.ts'
import type { Refusals } from './refusals.ts'

export interface OutcomeParts {
  readonly db: Database
  readonly kinds: MailKinds
  readonly logger: Logger
  readonly now: () => number
  readonly refusals: Refusals
  /** Resolves after so many ms, or at once when `ending` is aborted. */
  readonly pause: (ms: number) => Promise<unknown>
  /** Aborted when the blog stops: the current mail is finished, and no other one is sent. */
  readonly ending: AbortSignal
}

/** How a mail was counted for the day. */
export interface SentUse {
  readonly share: MailShare
  readonly now: number
}

/** Time to record the outcome of an attempt, after which another process retries. */
export const RECORD_MAX_MS = 2 * MINUTE_MS

interface Ended {
  readonly end: MailEnd
  readonly problem?: string
}

/** Records how a mail ended. */
export const endMail = (parts: OutcomeParts, mail: OutboxRow, ended: Ended): Promise<void> =>
  parts.db.transaction().execute(async (trx) => {
    await endWithin(trx, parts, { mail, ended })
    // A mail that was accepted late says nothing about a limit that began meanwhile.
    if (ended.end === 'sent' && !parts.refusals.isRefusing()) await noteServerResponse(trx, parts.now())
  })

async function endWithin(
  trx: Database,
  { kinds, now }: OutcomeParts,
  { mail, ended: { end, problem } }: { readonly mail: OutboxRow; readonly ended: Ended },
): Promise<void> {
  const { isKept, onEnd } = kinds[mail.kind]
  const isFailed = isFinal(end)
  if (isKept) await storeEnd(trx, mail, { state: isFailed ? 'failed' : end, problem: problem ?? null, now: now() })
  else await deleteMail(trx, mail)
  await onEnd?.(trx, mail, { end, now: now() })
}

interface FailedMail {
  readonly mail: OutboxRow
  /** Consecutive failures of the mail server before. */
  readonly failures: number
  readonly error: unknown
  readonly use: SentUse
}

/** Ends the mail, or schedules its next attempt; pauses all mails while the mail server is unavailable, or refuses the blog. */
export async function recordFailure(parts: OutcomeParts, { mail, failures, error, use }: FailedMail): Promise<void> {
  const { db, logger, now, refusals } = parts
  const failure = judge(parts, { mail, failures, error, use })
  const isAskRefused = use.share === 'asks' && isReplyToRecipientOrText(error)
  // Providers count attempts to addresses that strangers entered, so the share for asks bounds them, too.
  if (!mayHaveArrived(error) && !isAskRefused) await giveBackToDay(db, use)
  const problem = describeRefusal(error, failure === 'server' ? 'blog' : 'mail')
  // The mail server's own text often repeats the address, so only its code is logged.
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  logger.warn({ mailId: mail.id, kind: mail.kind, attempts: mail.attempts, failure, code, responseCode }, 'mail was not sent')
  await db.transaction().execute(async (trx) => {
    if (isFinal(failure) && endsAtOnce({ mail, failure, use })) await endWithin(trx, parts, { mail, ended: { end: failure, problem } })
    else {
      const waits = isAskRefused ? waitsOfAsk(error) : longestWaitOf(failure, error)
      await postponeMail(trx, mail, { problem, now: now(), isAboutServer: failure === 'server', ...waits })
    }
    if (failure === 'server') await noteServerFailure(trx, { failures, problem, now: now() })
    else if (isSilence(error) || refusals.isRefusing() || (isAskRefused && failure !== classifyMailFailure(error)))
      await returnServerSlot(trx, { failures, now: now() })
    else await noteServerResponse(trx, now())
  })
}

interface FinallyRefused {
  readonly mail: OutboxRow
  readonly failure: MailFailure
  readonly use: SentUse
}

/**
 * A mail to the address of an account ends with its link or code, whatever the mail server says. One that anybody may
 * have caused ends when its address does not exist: providers stop senders that go on.
 */
function endsAtOnce({ mail, failure, use }: FinallyRefused): boolean {
  if (mail.follower_id !== null) return true
  return failure === 'bounced' && use.share === 'asks'
}

type Judged = ReturnType<Refusals['judge']>

/** An ask that is refused without a reason waits long at once. */
function waitsOfAsk(error: unknown): { readonly minMs?: number; readonly maxMs?: number } {
  if (classifyMailFailure(error) === 'unclear') return { minMs: REFUSED_RETRY_MS, maxMs: REFUSED_RETRY_MS }
  return isPermanentReply(error) ? { maxMs: REFUSED_RETRY_MS } : {}
}

function longestWaitOf(failure: Judged, error: unknown): { readonly maxMs?: number } {
  if (isFinal(failure)) return { maxMs: REFUSED_RETRY_MS }
  return failure === 'server' || isSilence(error) ? { maxMs: LAST_PAUSE_MS } : {}
}

/**
 * Whether a server that is silent is so about one mail or about all shows when others are sent. Only the first silence about
 * a mail pauses them, and none about one that asks, whose address a stranger chose. The same holds for refusals.
 */
function judge({ refusals, now }: OutcomeParts, { mail, error, use }: FailedMail): Judged {
  const isAsk = use.share === 'asks'
  if (isSilence(error) && (isAsk || mail.attempts > 1)) return 'later'
  const failure = classifyMailFailure(error)
  if (failure === 'server' && isAsk && isReplyToRecipientOrText(error)) return 'later'
  return refusals.judge(failure, { id: mail.id, isAsk, isAboutRecipient: isAboutRecipient(error), now: now() })
}

const isFinal = (failure: MailFailure | MailEnd): failure is 'refused' | 'bounced' => failure === 'refused' || failure === 'bounced'

const RECORD_AGAIN_MS = SECOND_MS

/** Retries while the database is unavailable: if the outcome were lost, the mail would be sent twice. */
export async function recordOutcome({ logger, now, pause, ending }: OutcomeParts, work: () => Promise<void>): Promise<void> {
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
