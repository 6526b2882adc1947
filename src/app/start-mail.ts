import { v7 as newId } from 'uuid'
import { getBlogWords } from '#site/server/index.ts'
import { createComposeDelivery, startDelivery, writeFollowMail } from '#following/server/index.ts'
import type { PictureWorkers, Storage } from '#media/server/index.ts'
import type { Pages } from './pages/render-page.ts'
import { startMailDelivery } from '#accounts/server/index.ts'
import type { Config } from '#platform/process/config.ts'
import type { Database } from '#platform/database/database.ts'
import type { Logger } from '#platform/process/logger.ts'
import { createMailer, type Mailer } from '#platform/mail/mailer.ts'
import { createOutbox, type Outbox } from '#platform/mail/outbox.ts'

interface MailParts {
  readonly config: Pick<Config, 'mail' | 'site' | 'publicUrl'>
  readonly db: Database
  readonly storage: Storage
  readonly workers: PictureWorkers
  readonly pages: Pages
  readonly logger: Logger
  readonly now: () => number
  /** Registers the stop of the started services. */
  readonly parts: AsyncDisposableStack
}

/** Dependencies of the app for sending mail. */
interface StartedMail {
  readonly outbox?: Outbox
  readonly sendMail?: Mailer['send']
}

/**
 * Starts the outbox and the delivery to followers, each with its own connection, so that a mail that a person waits for is
 * not queued behind mails to followers. @returns an empty object without a mail server
 */
export async function startMail({ config, db, storage, workers, pages, logger, now, parts }: MailParts): Promise<StartedMail> {
  const { mail, site, publicUrl } = config
  if (!mail) return {}
  const mailer = await createMailer(mail)
  const readSiteName = async () => (await getBlogWords(db, site)).name
  const shared = { db, logger, now, publicUrl }
  const delivery = startMailDelivery({ ...shared, mailer, readSiteName, furtherMails: { follow: writeFollowMail } })
  parts.defer(delivery.stop)
  const pictures = { files: storage.files, renderPng: workers.renderPng }
  const compose = createComposeDelivery({ siteConfig: site, publicUrl, renderMail: pages.renderMail, pictures, logger })
  parts.defer(startDelivery({ ...shared, mailer: await createMailer({ ...mail, isBulk: true }), compose }))
  return { outbox: createOutbox({ now, newId, wake: delivery.wake }), sendMail: mailer.send }
}
