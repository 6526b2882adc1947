import { createHash } from 'node:crypto'
import { SECOND_MS } from '#platform/contract/limits.ts'
import type { DeliveryRow, FollowerRow } from '#migrations/schema.ts'
import type { Database } from '#platform/database/database.ts'
import type { Logger } from '#platform/process/logger.ts'
import { classifyMailFailure, describeRefusal } from '#platform/mail/mail-failure.ts'
import type { Mail, Mailer } from '#platform/mail/mailer.ts'
import { MAIL_KINDS } from '#following/server/compose/compose-delivery.ts'
import type { ComposeDelivery } from '#following/server/compose/follower-mail.ts'
import { noteBounce, noteDelivered, toRecipient } from '#following/server/followers/recipients.ts'
import { getSettings } from '#site/server/index.ts'
import {
  claimDelivery,
  dropDelivery,
  endDelivery,
  findFollower,
  isDeliveryDue,
  LEASE_MS,
  postponeDelivery,
  releaseDelivery,
  SEND_MAX_MS,
} from './deliveries.store.ts'
import { noteServerFailure, noteServerResponse, returnSlot, takeSlot } from './mail-pace.store.ts'

export interface DeliveryParts {
  readonly db: Database
  readonly mailer: Pick<Mailer, 'send'>
  readonly compose: ComposeDelivery
  readonly publicUrl: string
  readonly logger: Logger
  readonly now: () => number
  /** Resolves after so many ms, or at once when `ending` is aborted. */
  readonly pause: (ms: number) => Promise<unknown>
  /** Aborted when the blog stops: the current mail is finished, and no other one is sent. */
  readonly ending: AbortSignal
}

/** Longer waits are left to the next call, because the mail server may recover or the pace change meanwhile. */
const WAIT_MAX_MS = 5 * SECOND_MS

/** Sends all due mails at the pace of the settings. */
export async function sendDeliveries(parts: DeliveryParts): Promise<void> {
  const { db, now, pause, ending } = parts
  while (!ending.aborted && (await isDeliveryDue(db, now()))) {
    const { mailsPerSecond } = await getSettings(db)
    const slot = await takeSlot(db, { now: now(), intervalMs: SECOND_MS / mailsPerSecond })
    if (slot.failures !== undefined) await useSlot(parts, slot.failures)
    else if (slot.waitMs > WAIT_MAX_MS) return
    else await pause(slot.waitMs)
  }
}

/** Sends the next due mail that is still wanted. @param failures consecutive failures of the mail server so far */
async function useSlot(parts: DeliveryParts, failures: number): Promise<void> {
  const { db, now, ending } = parts
  for (;;) {
    const delivery = await claimDelivery(db, now())
    // Another process has claimed the due mails, or none of them is wanted any more.
    if (!delivery) return returnSlot(db, { failures, now: now() })
    if (delivery.give_up_at <= now()) {
      await giveUp(parts, delivery)
      continue
    }
    const mail = await prepare(parts, delivery)
    if (mail === null) continue
    if (ending.aborted) {
      await releaseDelivery(db, delivery, now())
      return returnSlot(db, { failures, now: now() })
    }
    return send(parts, { delivery, mail, failures })
  }
}

const giveUp = ({ db, now }: DeliveryParts, delivery: DeliveryRow) =>
  endDelivery(db, delivery, {
    state: 'failed',
    problem: delivery.problem ?? 'The mail server could not be reached for three days.',
    now: now(),
  })

/** @returns null where the mail is not wanted any more, or could not be written */
async function prepare(parts: DeliveryParts, delivery: DeliveryRow): Promise<Mail | null> {
  const { db, logger, now } = parts
  try {
    const mail = await writeMail(parts, delivery)
    if (mail === null) await db.transaction().execute((trx) => dropDelivery(trx, delivery, now()))
    return mail
  } catch (error) {
    logger.error({ err: error, deliveryId: delivery.id }, 'mail to a follower could not be written; it will be tried again')
    await postponeDelivery(db, delivery, { problem: 'The blog could not write this mail. Its log says why.', now: now() })
    return null
  }
}

async function writeMail({ db, compose, publicUrl }: DeliveryParts, delivery: DeliveryRow): Promise<Mail | null> {
  const follower = await findFollower(db, delivery.follower_id)
  if (!follower || !stillWants(follower, delivery)) return null
  const recipient = await toRecipient(db, follower, { publicUrl })
  const content = recipient && (await compose(db, delivery, recipient))
  if (!content) return null
  return {
    ...content,
    to: recipient.email,
    messageId: messageIdOf(delivery.id, publicUrl),
    headers: {
      'List-Unsubscribe': `<${recipient.endUrl(MAIL_KINDS[delivery.kind].followed)}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
  }
}

/** A follower who changed the cadence still gets mails queued before, because no other mail contains their posts. */
function stillWants(follower: FollowerRow, delivery: DeliveryRow): boolean {
  const followed = MAIL_KINDS[delivery.kind].followed
  if (followed === 'posts') return follower.posts !== null
  return followed === 'replies' ? follower.replies === 1 : follower.comments !== null
}

/** The Message-ID is the same for each attempt. */
const messageIdOf = (deliveryId: string, publicUrl: string): string =>
  `<${createHash('sha256').update(deliveryId).digest('base64url').slice(0, 32)}@${new URL(publicUrl).hostname}>`

interface Sending {
  readonly delivery: DeliveryRow
  readonly mail: Mail
  readonly failures: number
}

async function send(parts: DeliveryParts, { delivery, mail, failures }: Sending): Promise<void> {
  const { db, mailer, now } = parts
  try {
    await mailer.send(mail, AbortSignal.timeout(SEND_MAX_MS))
  } catch (error) {
    return recordOutcome(parts, () => noteFailure(parts, { delivery, failures, error }))
  }
  const noteSent = () =>
    db.transaction().execute(async (trx) => {
      await endDelivery(trx, delivery, { state: 'sent', now: now() })
      await noteDelivered(trx, delivery.follower_id)
      await noteServerResponse(trx, now())
    })
  await recordOutcome(parts, noteSent)
}

async function noteFailure(
  { db, logger, now }: DeliveryParts,
  { delivery, failures, error }: { readonly delivery: DeliveryRow; readonly failures: number; readonly error: unknown },
): Promise<void> {
  const failure = classifyMailFailure(error)
  const problem = describeRefusal(error)
  // The mail server's own text often repeats the address, so only its code is logged.
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  logger.warn({ deliveryId: delivery.id, failure, code, responseCode }, 'mail to a follower was not sent')
  await db.transaction().execute(async (trx) => {
    if (failure === 'server' || failure === 'later') await postponeDelivery(trx, delivery, { problem, now: now() })
    else await endDelivery(trx, delivery, { state: 'failed', problem, now: now() })
    if (failure === 'bounced') await noteBounce(trx, delivery.follower_id, now())
    if (failure === 'server') await noteServerFailure(trx, { failures, problem, now: now() })
    else await noteServerResponse(trx, now())
  })
}

const RECORD_AGAIN_MS = SECOND_MS

/** Retries while the database is unavailable: if the outcome were lost, the mail would be sent twice. */
async function recordOutcome({ logger, now, pause, ending }: DeliveryParts, work: () => Promise<void>): Promise<void> {
  const until = now() + LEASE_MS - SEND_MAX_MS
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
