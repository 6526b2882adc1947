import type { Database } from '#platform/database/database.ts'
import type { MailKind } from '#migrations/schema.ts'
import type { Logger } from '#platform/process/logger.ts'
import type { Mailer } from '#platform/mail/mailer.ts'
import { classifyMailFailure, describeRefusal } from '#platform/mail/mail-failure.ts'
import { deleteMail, noteProblem, SEND_MAX_MS, takeMail, type WaitingMail } from '#platform/mail/outbox.ts'
import { accountMails, type ComposeMail } from './account-mails.ts'

export interface DeliveryDependencies {
  readonly db: Database
  readonly mailer: Mailer
  readonly logger: Logger
  readonly now: () => number
  readonly readSiteName: () => Promise<string>
  readonly publicUrl: string
  /** Composers of the kinds of mail that modules above put into the outbox; registered in app/. */
  readonly furtherMails: Readonly<Record<Exclude<MailKind, keyof typeof accountMails>, ComposeMail>>
}

/**
 * Sends all due mails. Only a problem of the mail server itself, which the next mail would meet, too, ends the loop. A mail
 * that its recipient's server refuses for good is deleted, unless an admin looks up its failure.
 */
export async function deliverMail(dependencies: DeliveryDependencies): Promise<void> {
  const { db, now } = dependencies
  for (;;) {
    const mail = await takeMail(db, now())
    if (!mail) return
    try {
      await send(dependencies, mail)
      await deleteMail(db, mail.id)
    } catch (error) {
      if (await recordFailure(dependencies, mail, error)) return
    }
  }
}

/** Mails whose failure admins look up: in the settings, and in the list of invitations. */
const LOOKED_UP: ReadonlySet<MailKind> = new Set(['test', 'invited'])

/** @returns whether the mail server itself failed */
async function recordFailure({ db, logger }: DeliveryDependencies, { id, kind, attempts }: WaitingMail, error: unknown): Promise<boolean> {
  const failure = classifyMailFailure(error)
  const isOver = (failure === 'refused' || failure === 'bounced') && !LOOKED_UP.has(kind)
  // The mail server's message often repeats the address, so only its code is logged.
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  logger.warn(
    { mailId: id, kind, attempts, failure, code },
    isOver ? 'mail was refused for good' : 'mail was not sent; it will be tried again',
  )
  await (isOver ? deleteMail(db, id) : noteProblem(db, id, describeRefusal(error)))
  return failure === 'server'
}

async function send(dependencies: DeliveryDependencies, { id: mailId, kind, email }: WaitingMail): Promise<void> {
  const { db, mailer, now, readSiteName, publicUrl, furtherMails } = dependencies
  const composers: Readonly<Record<MailKind, ComposeMail>> = { ...accountMails, ...furtherMails }
  const content = await composers[kind](db, { mailId, email, siteName: await readSiteName(), publicUrl, now: now() })
  if (content) await mailer.send({ to: email, ...content }, AbortSignal.timeout(SEND_MAX_MS))
}

/** Interval of reading the outbox, as another process may have added a mail. */
const EVERY_MS = 30_000
/** Delays after a wake-up. The transaction has nearly always ended by the first, on a busy machine by the second. */
const READ_AFTER_MS = [50, 1000]

export interface MailDelivery {
  readonly wake: () => void
  readonly stop: () => Promise<void>
}

/** Sends the mails in the outbox, one at a time. */
export function startMailDelivery(dependencies: DeliveryDependencies): MailDelivery {
  let running: Promise<void> | undefined
  let isWokenAgain = false
  const run = async () => {
    do {
      isWokenAgain = false
      await deliverMail(dependencies).catch((error: unknown) => dependencies.logger.error({ err: error }, 'reading the outbox failed'))
    } while (isWokenAgain)
    running = undefined
  }
  let isStopped = false
  const read = () => {
    if (isStopped) return
    isWokenAgain = true
    running ??= run()
  }
  const wake = () => {
    for (const afterMs of READ_AFTER_MS) setTimeout(read, afterMs).unref()
  }
  const timer = setInterval(read, EVERY_MS)
  timer.unref()
  read()
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
