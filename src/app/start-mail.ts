import { v7 as newId } from 'uuid'
import { getBlogWords } from '#site/server/index.ts'
import { createComposeFollowerMail, followerMailKinds, queueDueMails, writeFollowMail, writeWaitingMail } from '#newsletter/server/index.ts'
import { backupMailKinds } from '#operations/server/index.ts'
import type { PictureWorkers, Storage } from '#media/server/index.ts'
import type { Pages } from './pages/render-page.ts'
import { accountMailKinds, addressMail } from '#accounts/server/index.ts'
import type { Config } from '#platform/process/config.ts'
import type { Database } from '#platform/database/database.ts'
import type { Logger } from '#platform/process/logger.ts'
import { createMailer } from '#platform/mail/mailer.ts'
import { createSecretKey } from '#platform/security/tokens.ts'
import { createOutbox, type Outbox } from '#platform/mail/outbox.ts'
import type { MailKinds } from '#platform/mail/mail-kinds.ts'
import type { WhenServing } from './schedule.ts'
import { type StartedMails, startMails } from '#platform/mail/start-mails.ts'

interface MailParts {
  readonly config: Pick<Config, 'mail' | 'mailLimits' | 'site' | 'publicUrl' | 'backup' | 'databaseUrl'>
  readonly db: Database
  readonly storage: Storage
  readonly workers: PictureWorkers
  readonly pages: Pages
  readonly logger: Logger
  readonly now: () => number
  readonly whenServing: WhenServing
}

/** Dependencies of the app for sending mail. */
interface StartedMail {
  readonly outbox?: Outbox
}

/** Starts queueing and sending mail. @returns an empty object without a mail server */
export async function startMail(mailParts: MailParts): Promise<StartedMail> {
  const { config, db, logger, now, whenServing } = mailParts
  if (!config.mail) return {}
  const { mail, mailLimits: limits, publicUrl } = config
  const mailer = await createMailer({ ...mail, publicUrl })
  const kinds = mailKinds(mailParts, await createSecretKey([config.databaseUrl, mail.smtpUrl]))
  let mails: StartedMails | undefined
  whenServing(() => {
    const queue = () => queueDueMails({ db, logger, now, siteConfig: config.site, hour: limits.hour })
    const readContact = async () => (await getBlogWords(db, config.site)).contact
    mails = startMails({ db, kinds, limits, mailer, queue, logger, now, readContact })
    return mails.stop
  })
  return { outbox: createOutbox({ now, newId, wake: () => mails?.wake() }) }
}

/** All kinds of mail, as the modules register them. */
function mailKinds({ config, db, storage, workers, pages, logger, now }: MailParts, secretKey: Uint8Array): MailKinds {
  const { site, publicUrl, backup } = config
  const ofAccounts = { readSiteName: async () => (await getBlogWords(db, site)).name, publicUrl, now, secretKey }
  const pictures = { files: storage.files, renderPng: workers.renderPng }
  const compose = createComposeFollowerMail({ siteConfig: site, publicUrl, renderMail: pages.renderMail, pictures, logger })
  return {
    ...accountMailKinds(ofAccounts),
    ...backupMailKinds({ setting: backup.place, siteConfig: site }, ofAccounts),
    follow: { ...addressMail(writeFollowMail, ofAccounts), isOptIn: true },
    waiting: { ...addressMail(writeWaitingMail, ofAccounts), isKept: true },
    ...followerMailKinds({ compose, publicUrl }),
  }
}
