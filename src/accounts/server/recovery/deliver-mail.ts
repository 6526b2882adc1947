import { nameOfUser } from '#accounts/contract/name-of-user.ts'
import type { Database } from '#platform/database/database.ts'
import type { LinkPurpose, MailKind } from '#migrations/schema.ts'
import type { Logger } from '#platform/process/logger.ts'
import type { MailContent, Mailer } from '#platform/mail/mailer.ts'
import { describeRefusal } from '#platform/mail/mail-failure.ts'
import { deleteMail, noteProblem, takeMail, type WaitingMail } from '#platform/mail/outbox.ts'
import { writeInvitationMail } from '#accounts/server/invitations/invitation-mails.ts'
import { createMailedCode } from '#accounts/server/second-step/second-step-attempts.ts'
import { createLink, findLinkOwner } from './account-links.store.ts'
import { linkAddress } from './link-address.ts'
import { composeMail } from './mail-texts.ts'

/** Writes a mail of another module to an address; undefined if it is not needed any more. */
export type ComposeForAddress = (
  db: Database,
  facts: { readonly email: string; readonly siteName: string; readonly publicUrl: string },
) => Promise<MailContent | undefined>

export interface DeliveryDependencies {
  readonly db: Database
  readonly mailer: Mailer
  readonly logger: Logger
  readonly now: () => number
  readonly readSiteName: () => Promise<string>
  readonly publicUrl: string
  /** Kinds of mail that modules above compose. */
  readonly composers?: { readonly [Kind in MailKind]?: ComposeForAddress }
}

const isLink = (kind: MailKind): kind is LinkPurpose => kind === 'reset_password' || kind === 'verify_email'

/**
 * Sends all due mails. Links and codes are created just before sending: the outbox contains none, and their time to live
 * starts then. A mail that was not sent is tried again later.
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
      // The mail server's message often repeats the address, so only its code is logged.
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
      logger.warn({ mailId: mail.id, kind: mail.kind, attempts: mail.attempts, code }, 'mail was not sent; it will be tried again')
      await noteProblem(db, mail.id, describeRefusal(error))
      return
    }
  }
}

async function send(dependencies: DeliveryDependencies, mail: WaitingMail): Promise<void> {
  const content = await compose(dependencies, mail)
  if (content) await dependencies.mailer.send({ to: mail.email, ...content })
}

/** @returns undefined where the mail is not needed any more, or nobody has the address */
async function compose({ db, now, readSiteName, publicUrl, composers }: DeliveryDependencies, mail: WaitingMail) {
  const { email, kind } = mail
  const siteName = await readSiteName()
  if (kind === 'invited') return writeInvitationMail(db, { email, siteName, publicUrl, now: now() })
  // Without a composer the module that put it there is not part of this blog any more.
  if (kind === 'follow') return composers?.follow?.(db, { email, siteName, publicUrl })
  const owner = await findLinkOwner(db, email)
  const facts = {
    siteName,
    publicUrl,
    name: owner ? nameOfUser({ username: owner.username, displayName: owner.display_name ?? undefined }) : null,
  }
  if (!isLink(kind)) {
    const code = kind === 'second_step' ? await createMailedCode(db, mail.id, now()) : null
    // The sign-in has ended, or another code was requested.
    return code === undefined ? undefined : composeMail(kind, { ...facts, link: null, code })
  }
  // No account has this address. The response was the same, so as not to reveal that.
  if (!owner) return undefined
  const purpose = kind
  const token = await createLink(db, { owner, purpose, now: now() })
  const link = { address: linkAddress(publicUrl, purpose, token), code: token }
  return composeMail(kind, { ...facts, link, code: null })
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
