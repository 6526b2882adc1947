import { v7 as newId } from 'uuid'
import { getBlogWords } from './features/blog-words.ts'
import { startDelivery } from './features/delivery/start-delivery.ts'
import type { Storage } from './features/files/open-storage.ts'
import type { PictureWorkers } from './features/files/picture-workers.ts'
import { createComposeDelivery } from './features/mails/compose-delivery.ts'
import type { Pages } from './features/pages/render-page.ts'
import { startMailDelivery } from './features/recovery/deliver-mail.ts'
import type { Config } from './platform/config.ts'
import type { Database } from './platform/database/database.ts'
import type { Logger } from './platform/logger.ts'
import { createMailer, type Mailer } from './platform/mail/mailer.ts'
import { createOutbox, type Outbox } from './platform/mail/outbox.ts'

interface MailParts {
  readonly config: Pick<Config, 'mail' | 'site' | 'publicUrl'>
  readonly db: Database
  readonly storage: Storage
  readonly workers: PictureWorkers
  readonly pages: Pages
  readonly logger: Logger
  readonly now: () => number
  /** What is started here registers its end. */
  readonly parts: AsyncDisposableStack
}

/** What the app sends mail with. */
interface StartedMail {
  readonly outbox?: Outbox
  readonly sendMail?: Mailer['send']
}

/**
 * The two ways of mail, each with a connection of its own, so that a mail that a person waits for never waits for
 * mails to followers. @returns nothing where no mail is configured
 */
export async function startMail({ config, db, storage, workers, pages, logger, now, parts }: MailParts): Promise<StartedMail> {
  const { mail, site, publicUrl } = config
  if (!mail) return {}
  const mailer = await createMailer(mail)
  const readSiteName = async () => (await getBlogWords(db, site)).name
  const shared = { db, logger, now, publicUrl }
  const delivery = startMailDelivery({ ...shared, mailer, readSiteName })
  parts.defer(delivery.stop)
  const pictures = { files: storage.files, renderPng: workers.renderPng }
  const compose = createComposeDelivery({ siteConfig: site, publicUrl, renderMail: pages.renderMail, pictures, logger })
  parts.defer(startDelivery({ ...shared, mailer: await createMailer({ ...mail, isBulk: true }), compose }))
  return { outbox: createOutbox({ now, newId, wake: delivery.wake }), sendMail: mailer.send }
}
