import { v7 as newId } from 'uuid'
import { getBlogWords, getSettings } from '#site/server/index.ts'
import { createComposeFollowerMail, followerMailKinds, startQueueing, writeFollowMail, writeWaitingMail } from '#following/server/index.ts'
import type { PictureWorkers, Storage } from '#media/server/index.ts'
import type { Pages } from './pages/render-page.ts'
import { accountMailKinds, addressMail } from '#accounts/server/index.ts'
import type { Config } from '#platform/process/config.ts'
import type { Database } from '#platform/database/database.ts'
import type { Logger } from '#platform/process/logger.ts'
import { createMailer, type Mailer } from '#platform/mail/mailer.ts'
import { createOutbox, type Outbox } from '#platform/mail/outbox.ts'
import type { MailKinds } from '#platform/mail/mail-kinds.ts'
import { startMails } from '#platform/mail/start-mails.ts'

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

/** Starts the queue of all mail, and what adds mails to followers. @returns an empty object without a mail server */
export async function startMail(mailParts: MailParts): Promise<StartedMail> {
  const { config, db, logger, now, parts } = mailParts
  if (!config.mail) return {}
  const mailers = { prompt: await createMailer(config.mail), bulk: await createMailer({ ...config.mail, isBulk: true }) }
  const readPace = () => getSettings(db)
  const mails = startMails({ db, kinds: mailKinds(mailParts), readPace, mailers, logger, now })
  parts.defer(mails.stop)
  parts.defer(startQueueing({ db, logger, now }))
  return { outbox: createOutbox({ now, newId, wake: mails.wake }), sendMail: mailers.prompt.send }
}

/** All kinds of mail, as the modules register them. */
function mailKinds({ config, db, storage, workers, pages, logger, now }: MailParts): MailKinds {
  const { site, publicUrl } = config
  const ofAccounts = { readSiteName: async () => (await getBlogWords(db, site)).name, publicUrl, now }
  const pictures = { files: storage.files, renderPng: workers.renderPng }
  const compose = createComposeFollowerMail({ siteConfig: site, publicUrl, renderMail: pages.renderMail, pictures, logger })
  return {
    ...accountMailKinds(ofAccounts),
    follow: { ...addressMail(writeFollowMail, ofAccounts), isAsk: true },
    waiting: { ...addressMail(writeWaitingMail, ofAccounts), isKept: 'always' },
    ...followerMailKinds({ compose, publicUrl }),
  }
}
