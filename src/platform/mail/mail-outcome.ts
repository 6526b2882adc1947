import type { OutboxRow } from '#migrations/schema.ts'
import { MINUTE_MS, SECOND_MS } from '#platform/contract/limits.ts'
import type { Database } from '#platform/database/database.ts'
import type { Logger } from '#platform/process/logger.ts'
import { giveBackToDay, type MailShare } from './mail-day.store.ts'
import { classifyMailFailure, describeRefusal, isSilence, type MailFailure } from './mail-failure.ts'
import type { MailEnd, MailKinds } from './mail-kinds.ts'
import { LAST_PAUSE_MS, noteServerFailure, noteServerResponse, returnServerSlot } from './mail-pace.store.ts'
import { deleteMail, endMail as storeEnd, postponeMail } from './outbox.store.ts'

export interface OutcomeParts {
  readonly db: Database
  readonly kinds: MailKinds
  readonly logger: Logger
  readonly now: () => number
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
  readonly hasServerResponded?: boolean
}

/** Records how a mail ended. */
export async function endMail({ db, kinds, now }: OutcomeParts, mail: OutboxRow, ended: Ended): Promise<void> {
  const { isKept, onEnd } = kinds[mail.kind]
  const { end: how, problem = null, hasServerResponded = false } = ended
  const isFailed = how === 'refused' || how === 'bounced'
  await db.transaction().execute(async (trx) => {
    if (isKept === 'always' || (isKept === 'when refused' && isFailed))
      await storeEnd(trx, mail, { state: how === 'sent' || how === 'dropped' ? how : 'failed', problem, now: now() })
    else await deleteMail(trx, mail)
    await onEnd?.(trx, mail, { end: how, now: now() })
    if (hasServerResponded) await noteServerResponse(trx, now())
  })
}

interface FailedMail {
  readonly mail: OutboxRow
  /** Consecutive failures of the mail server before. */
  readonly failures: number
  readonly error: unknown
  readonly use: SentUse
}

/** Ends the mail, or schedules its next attempt; pauses all mails while the mail server is unavailable. */
export async function recordFailure(parts: OutcomeParts, { mail, failures, error, use }: FailedMail): Promise<void> {
  const { db, logger, now } = parts
  const failure = failureOf(error, { mail, share: use.share })
  // A mail may have arrived although its connection broke.
  if (classifyMailFailure(error) !== 'server') await giveBackToDay(db, use)
  const problem = describeRefusal(error)
  // The mail server's own text often repeats the address, so only its code is logged.
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  logger.warn({ mailId: mail.id, kind: mail.kind, attempts: mail.attempts, failure, code, responseCode }, 'mail was not sent')
  if (isFinal(failure)) return endMail(parts, mail, { end: failure, problem, hasServerResponded: true })
  await db.transaction().execute(async (trx) => {
    const maxMs = failure === 'server' || isSilence(error) ? { maxMs: LAST_PAUSE_MS } : {}
    await postponeMail(trx, mail, { problem, now: now(), ...maxMs })
    if (failure === 'server') await noteServerFailure(trx, { failures, problem, now: now() })
    else if (isSilence(error)) await returnServerSlot(trx, { failures, now: now() })
    else await noteServerResponse(trx, now())
  })
}

/**
 * Whether a server that is silent is so about one mail or about all shows when others are sent. Only the first silence about
 * a mail pauses them, and none about one that asks, whose address a stranger chose.
 */
const failureOf = (error: unknown, { mail, share }: { mail: OutboxRow; share: MailShare }): MailFailure =>
  isSilence(error) && (share === 'asks' || mail.attempts > 1) ? 'later' : classifyMailFailure(error)

export const isFinal = (failure: MailFailure): failure is 'refused' | 'bounced' => failure === 'refused' || failure === 'bounced'

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
