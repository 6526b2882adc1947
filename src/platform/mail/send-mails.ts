import type { Database } from '#platform/database/database.ts'
import { SECOND_MS } from '#platform/contract/limits.ts'
import { isSilence } from './mail-failure.ts'
import type { MailLimits } from './mail-limits.ts'
import { BEFORE_TEXT_MS, type Mail, type Mailer, mayHaveArrived } from './mailer.ts'
import { type MailRange, releaseAbandoned } from './outbox.store.ts'
import { isQuick, type OutcomeParts, recordCutOff, recordDropped, recordFailure, recordSent, recordUnwritten } from './record-outcome.ts'
import { takeTurn, type Turn } from './take-turn.ts'

export interface SendParts extends OutcomeParts {
  readonly limits: Pick<MailLimits, 'perSecond' | 'perDay'>
  readonly mailer: Pick<Mailer, 'send'>
  /** Reads the address for replies; empty where there is none. */
  readonly readContact: (db: Database) => Promise<string>
}

/** Longest dialogue before the text of the first attempts for a mail that a person waits for: they follow each other at once. */
const QUICK_DIALOGUE_MS = 6 * SECOND_MS

/** Sends the mails of a range that are due, one after the other. */
export async function sendDueMails(parts: SendParts, range: MailRange): Promise<void> {
  const { db, now, pause, ending } = parts
  await releaseAbandoned(db, now())
  while (!ending.aborted) {
    const turn = await takeTurn(parts, range)
    if (turn === null) return
    await (typeof turn === 'number' ? pause(turn) : send(parts, turn))
  }
}

async function send(parts: SendParts, turn: Turn): Promise<void> {
  const { mailer, now, ending } = parts
  if (ending.aborted) return recordCutOff(parts, turn)
  const content = await write(parts, turn)
  if (content === null) return
  const begunAt = now()
  try {
    await mailer.send(content, { beforeTextMs: isQuick(turn.mail) ? QUICK_DIALOGUE_MS : BEFORE_TEXT_MS, signal: ending })
  } catch (error) {
    if (ending.aborted && isSilence(error) && !mayHaveArrived(error)) return recordCutOff(parts, turn)
    return recordFailure(parts, turn, { error, begunAt })
  }
  await recordSent(parts, turn, begunAt)
}

/** @returns null where the mail is no longer needed, or could not be written */
async function write(parts: SendParts, turn: Turn): Promise<Mail | null> {
  const { db, kinds, logger, readContact } = parts
  const { mail } = turn
  try {
    const content = await kinds[mail.kind].compose(db, mail)
    if (content === null) {
      await recordDropped(parts, turn)
      return null
    }
    const replyTo = await readContact(db)
    return replyTo === '' ? content : { ...content, replyTo }
  } catch (error) {
    logger.error({ err: error, mailId: mail.id, kind: mail.kind }, 'mail could not be written; it will be tried again')
    await recordUnwritten(parts, turn)
    return null
  }
}
