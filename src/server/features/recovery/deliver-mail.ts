import type { Database } from '#server/platform/database/database.ts'
import type { MailKind } from '#server/platform/database/schema.ts'
import type { Logger } from '#server/platform/logger.ts'
import type { Mailer } from '#server/platform/mail/mailer.ts'
import { deleteMail, takeMail, type WaitingMail } from '#server/platform/mail/outbox.ts'
import { createLink, findLinkOwner } from './account-links.store.ts'
import { linkAddress } from './link-address.ts'
import { composeMail } from './mail-texts.ts'

export interface DeliveryDependencies {
  readonly db: Database
  readonly mailer: Mailer
  readonly logger: Logger
  readonly now: () => number
  readonly siteName: string
  readonly publicUrl: string
}

const isLink = (kind: MailKind) => kind === 'reset_password' || kind === 'verify_email'

/**
 * Sends all that is due. Links are made here, at the last moment: none lies in the outbox, and its hour begins now.
 * A mail server that refuses or is down is asked again later.
 */
export async function deliverMail(dependencies: DeliveryDependencies): Promise<void> {
  const { db, logger, now } = dependencies
  for (;;) {
    const mail = await takeMail(db, now())
    if (!mail) return
    try {
      await send(dependencies, mail)
      await deleteMail(db, mail.id)
    } catch (error) {
      // What a mail server says often repeats the address.
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
      logger.warn({ mailId: mail.id, kind: mail.kind, attempts: mail.attempts, code }, 'mail was not sent; it will be tried again')
      return
    }
  }
}

async function send({ db, mailer, now, siteName, publicUrl }: DeliveryDependencies, mail: WaitingMail): Promise<void> {
  const owner = await findLinkOwner(db, mail.email)
  const facts = { siteName, publicUrl, username: owner?.username ?? null }
  if (!isLink(mail.kind)) {
    await mailer.send({ to: mail.email, ...composeMail(mail.kind, { ...facts, link: null }) })
    return
  }
  // No account has this address; the response did not say so.
  if (!owner) return
  const purpose = mail.kind as 'reset_password' | 'verify_email'
  const token = await createLink(db, { owner, purpose, now: now() })
  await mailer.send({ to: mail.email, ...composeMail(mail.kind, { ...facts, link: linkAddress(publicUrl, purpose, token) }) })
}

/** Looked for so often even when nobody says that something lies there: another process may have put it. */
const EVERY_MS = 30_000
/** The transaction that put it there has nearly always ended by the first of these, and by the second on a busy machine, too. */
const LOOK_AFTER_MS = [50, 1000]

export interface MailDelivery {
  readonly wake: () => void
  readonly stop: () => Promise<void>
}

/** Sends what is put into the outbox, one mail at a time. `dependencies` are asked for when the first one is sent. */
export function startMailDelivery(dependencies: DeliveryDependencies): MailDelivery {
  let running: Promise<void> | undefined
  let isAskedAgain = false
  const run = async () => {
    do {
      isAskedAgain = false
      await deliverMail(dependencies).catch((error: unknown) => dependencies.logger.error({ err: error }, 'the outbox could not be read'))
    } while (isAskedAgain)
    running = undefined
  }
  let isStopped = false
  const look = () => {
    if (isStopped) return
    isAskedAgain = true
    running ??= run()
  }
  const wake = () => {
    for (const afterMs of LOOK_AFTER_MS) setTimeout(look, afterMs).unref()
  }
  const timer = setInterval(look, EVERY_MS)
  timer.unref()
  look()
  return {
    wake,
    async stop() {
      isStopped = true
      clearInterval(timer)
      await running
      dependencies.mailer.close()
    },
  }
}
