import type { OutboxRow } from '#migrations/schema.ts'
import { HOUR_MS, SECOND_MS } from '#platform/contract/limits.ts'
import type { Database, DatabaseTransaction } from '#platform/database/database.ts'
import type { Logger } from '#platform/process/logger.ts'
import {
  classifyMailFailure,
  describeRefusal,
  isAboutRecipient,
  isPermanentReply,
  isReplyToRecipientOrText,
  isSilence,
} from './mail-failure.ts'
import type { MailEnd, MailKinds } from './mail-kinds.ts'
import { giveBackToDay, lockMailServer, type MailServer, noteServerFailure, noteServerWorks, saveMailServer } from './mail-server.store.ts'
import { mayHaveArrived } from './mailer.ts'
import { MAIL_PRIORITY } from './outbox.ts'
import { ATTEMPTS_MAX, ATTEMPTS_OF_SERVER_MAX, deleteMail, postponeMail, QUICK_ATTEMPTS, storeEnd, takeBackMail } from './outbox.store.ts'
import { RECORD_MAX_MS, type Turn } from './take-turn.ts'

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

/** Retries while the database is unavailable: if the outcome were lost, the mail would be sent twice. */
async function record({ db, logger, now, pause, ending }: OutcomeParts, work: (trx: DatabaseTransaction) => Promise<void>): Promise<void> {
  const until = now() + RECORD_MAX_MS
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (attempt === 1) logger.error({ err: error }, 'the outcome of a mail could not be recorded; it is tried again every second')
      if (ending.aborted || now() >= until) throw error
      await pause(SECOND_MS)
    }
  }
}

const recordWithServer = (
  parts: OutcomeParts,
  work: (trx: DatabaseTransaction, server: MailServer) => Promise<void> | void,
): Promise<void> =>
  record(parts, async (trx) => {
    const server = await lockMailServer(trx)
    await work(trx, server)
    await saveMailServer(trx, server)
  })

interface Ended {
  readonly end: MailEnd
  readonly problem?: string
}

async function endMail(
  trx: Database,
  { kinds, now }: OutcomeParts,
  { mail, end, problem }: Ended & { readonly mail: OutboxRow },
): Promise<void> {
  const { isKept, onEnd } = kinds[mail.kind]
  const state = end === 'refused' || end === 'bounced' ? 'failed' : end
  if (isKept) await storeEnd(trx, mail, { state, problem: problem ?? null, now: now() })
  else await deleteMail(trx, mail)
  await onEnd?.(trx, mail, { end, now: now() })
}

/** The end of the mail first, and alone: if the blog is killed before, it is sent again. @param begunAt when the attempt began */
export async function recordSent(parts: OutcomeParts, { mail }: Turn, begunAt: number): Promise<void> {
  await record(parts, (trx) => endMail(trx, parts, { mail, end: 'sent' }))
  await recordWithServer(parts, (_, server) => {
    const now = parts.now()
    if (begunAt > server.accepted_at || server.accepted_at > now) server.accepted_at = begunAt
    noteServerWorks(server, { begunAt, now })
  })
}

/** Nothing was sent, and the mail server was not tried: other mails may use what the turn took. */
function giveBack(server: MailServer, { share, countedAt, failures }: Turn, now: number): void {
  giveBackToDay(server, { share, now: countedAt })
  if (failures !== null && failures > 0) server.next_at = now
}

/** The mail is no longer needed, or would be empty. */
export const recordDropped = (parts: OutcomeParts, turn: Turn): Promise<void> =>
  recordWithServer(parts, async (trx, server) => {
    giveBack(server, turn, parts.now())
    await endMail(trx, parts, { mail: turn.mail, end: 'dropped' })
  })

/** The blog stops: the next process need not wait for the lease. */
export const recordCutOff = (parts: OutcomeParts, turn: Turn): Promise<void> =>
  recordWithServer(parts, async (trx, server) => {
    giveBack(server, turn, parts.now())
    await takeBackMail(trx, turn.mail, parts.now())
  })

export const recordUnwritten = (parts: OutcomeParts, turn: Turn): Promise<void> =>
  recordWithServer(parts, async (trx, server) => {
    giveBack(server, turn, parts.now())
    const problem = 'The blog could not write this mail. Its log says why.'
    if (endsWith('later', turn)) await endMail(trx, parts, { mail: turn.mail, end: 'refused', problem })
    else await postponeMail(trx, turn.mail, { problem, refused_at: null, now: parts.now(), wait: 'later' })
  })

interface Failed {
  readonly error: unknown
  readonly begunAt: number
}

/** Ends the mail, or schedules its next attempt; pauses all mails while the mail server is unavailable, or refuses the blog. */
export const recordFailure = (parts: OutcomeParts, turn: Turn, { error, begunAt }: Failed): Promise<void> =>
  recordWithServer(parts, async (trx, server) => {
    const { mail, share } = turn
    const now = parts.now()
    const { failure, refusedAt = null } = await judge(trx, server, { turn, error, now })
    const isRefusedOptIn = share === 'optIns' && isReplyToRecipientOrText(error)
    // Providers count attempts to addresses that strangers entered, so the share of opt-ins bounds them, too.
    if (!mayHaveArrived(error) && !isRefusedOptIn) giveBackToDay(server, { share, now: turn.countedAt })
    const problem = describeRefusal(error, failure === 'server' ? 'blog' : 'mail')
    // The mail server's own text often repeats the address, so only its code is logged.
    const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
    parts.logger.warn({ mailId: mail.id, kind: mail.kind, attempts: mail.attempts, failure, code, responseCode }, 'mail was not sent')
    if (endsWith(failure, turn)) await endMail(trx, parts, { mail, end: isFinal(failure) ? failure : 'refused', problem })
    else {
      const wait = isRefusedOptIn && isPermanentReply(error) ? 'long' : waitAfter(failure, { error, server })
      await postponeMail(trx, mail, { problem, refused_at: refusedAt, now, wait })
    }
    noteFailure(server, { turn, failure, problem, begunAt, now })
  })

/** While the server accepts no mail, its silence is not held against one. */
function waitAfter(failure: Failure, { error, server }: { error: unknown; server: MailServer }): 'later' | 'long' | 'server' {
  if (isFinal(failure)) return 'long'
  return isSilence(error) && server.failures > 0 ? 'server' : failure
}

interface Noted {
  readonly turn: Turn
  readonly failure: Failure
  readonly problem: string
  readonly begunAt: number
  readonly now: number
}

function noteFailure(server: MailServer, { turn: { failures }, failure, problem, begunAt, now }: Noted): void {
  // Concurrent reports count once.
  if (failure === 'server') return server.failures === failures ? noteServerFailure(server, { problem, now }) : undefined
  if (isFinal(failure)) noteServerWorks(server, { begunAt, now })
  // It tried the mail server, and learned nothing: the next mail may.
  if (failures !== null && failures > 0) server.next_at = now
}

const isFinal = (failure: Failure): failure is 'refused' | 'bounced' => failure === 'refused' || failure === 'bounced'

type Failure = 'server' | 'later' | 'refused' | 'bounced'

/**
 * A mail to the address of an account ends with its link or code, whatever the mail server says. One that anybody may
 * have caused ends when its address does not exist: providers stop senders that go on.
 */
function endsWith(failure: Failure, { mail, share }: Turn): boolean {
  if (mail.follower_id === null) return failure === 'bounced' && share === 'optIns'
  return isFinal(failure) || (failure === 'later' && mail.attempts >= ATTEMPTS_MAX)
}

/** First attempts of a mail for which a person waits: a connection that breaks is tried again at once. */
export const isQuick = ({ priority, attempts }: Pick<OutboxRow, 'priority' | 'attempts'>): boolean =>
  priority === MAIL_PRIORITY.awaited && attempts <= QUICK_ATTEMPTS

interface Judgement {
  readonly failure: Failure
  /** The mail is marked as refused since then: what becomes of others tells what the reply was about. */
  readonly refusedAt?: number
}

interface Judged {
  readonly turn: Turn
  readonly error: unknown
  readonly now: number
}

/** Decides what a failure is about: this mail, or the mail server and so all mails. */
async function judge(trx: Database, server: MailServer, judged: Judged): Promise<Judgement> {
  const { turn, error } = judged
  const failure = classifyMailFailure(error)
  if (failure === 'blog' || failure === 'unclear' || failure === 'server') {
    // A stranger chose the address, and so the server that replies or is silent.
    if (turn.share === 'optIns') return { failure: isSilence(error) || isReplyToRecipientOrText(error) ? 'later' : 'server' }
    if (failure === 'blog') return { failure: isLimitOfMail(turn, server) ? 'later' : 'server' }
    if (failure === 'unclear') return judgeUnclear(trx, server, judged)
    return { failure: isOfMail(turn, error) ? 'later' : 'server' }
  }
  return { failure }
}

/** A mail about which the server is silent again is silent alone, if others are sent. */
const isOfMail = ({ mail }: Turn, error: unknown): boolean => isQuick(mail) || (isSilence(error) && mail.attempts > 1)

/** A reply that names a limit pauses all mails, unless the server has accepted others after each of many attempts. */
const isLimitOfMail = ({ mail }: Turn, { failures }: MailServer): boolean => failures === 0 && mail.attempts > ATTEMPTS_OF_SERVER_MAX

/** An unclear refusal is about one mail if others were accepted since the one before. */
async function judgeUnclear(trx: Database, server: MailServer, { turn: { mail }, error, now }: Judged): Promise<Judgement> {
  const refusedAt = mail.refused_at ?? now
  const isAlone = server.failures === 0 && mail.refused_at !== null && mail.refused_at <= server.accepted_at
  if (isAlone) return { failure: isAboutRecipient(error) ? 'bounced' : 'refused' }
  if (server.failures > 0 || (await isRefusedInRow(trx, server, { mail, now }))) return { failure: 'server' }
  return { failure: 'later', refusedAt }
}

/** Number of refusals in a row, of different mails or of few mails repeatedly, from which the server refuses the blog. */
const IN_A_ROW = 3

/** Whether the server refuses one mail after the other. One that is refused soon after others were accepted may go to a dead mailbox. */
async function isRefusedInRow(
  trx: Database,
  { accepted_at: since }: MailServer,
  { mail, now }: { mail: OutboxRow; now: number },
): Promise<boolean> {
  const inRow = () => trx.selectFrom('outbox').where('refused_at', '>', since)
  const others = await inRow().select(['id', 'attempts', 'refused_at']).where('id', '!=', mail.id).limit(IN_A_ROW).execute()
  if (others.length === 0 && (mail.refused_at ?? now) - since < HOUR_MS) return false
  if ([mail, ...others].reduce((sum, { attempts }) => sum + attempts, 0) < IN_A_ROW) return false
  await trx.updateTable('outbox').set({ refused_at: null }).where('refused_at', '>', since).execute()
  return true
}
