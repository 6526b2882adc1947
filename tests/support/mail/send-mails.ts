import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { accountMailKinds, addressMail } from '#accounts/server/index.ts'
import type { ComposeFollowerMail } from '#newsletter/server/compose/follower-mail.ts'
import { followerMailKinds, writeFollowMail, writeWaitingMail } from '#newsletter/server/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Mailer } from '#platform/mail/mailer.ts'
import type { MailKinds } from '#platform/mail/mail-kinds.ts'
import { sendDueMails } from '#platform/mail/send-mails.ts'
import { MAIL_WORKERS } from '#platform/mail/start-mails.ts'
import type { Logger } from '#platform/process/logger.ts'
import { DEFAULT_MAIL_LIMITS, type MailLimits } from '#platform/mail/mail-limits.ts'
import { backupMailKinds } from '#operations/server/index.ts'
import { TEST_ORIGIN, TEST_SITE } from '#tests/support/test-app.ts'

const TEST_KEY = randomBytes(32)

interface Parts {
  readonly db: Database
  readonly mailer: Pick<Mailer, 'send'>
  readonly logger: Logger
  readonly now: () => number
  readonly publicUrl?: string
  readonly readSiteName?: () => Promise<string>
  readonly readContact?: () => Promise<string>
  readonly composeForFollower?: ComposeFollowerMail
  readonly pause?: (ms: number) => Promise<unknown>
  readonly limits?: Pick<MailLimits, 'perSecond' | 'perDay'>
  /** Default: that of the tests, as in a process that runs on. */
  readonly secretKey?: Uint8Array
}

/** What modules register, with texts of the test for followers. */
export function testMailKinds(parts: Pick<Parts, 'now' | 'publicUrl' | 'readSiteName' | 'composeForFollower' | 'secretKey'>): MailKinds {
  const {
    now,
    publicUrl = TEST_ORIGIN,
    readSiteName = async () => 'Kindred',
    composeForFollower = async () => null,
    secretKey = TEST_KEY,
  } = parts
  const ofAccounts = { readSiteName, publicUrl, now, secretKey }
  return {
    ...accountMailKinds(ofAccounts),
    ...backupMailKinds({ setting: null, siteConfig: TEST_SITE }, ofAccounts),
    follow: { ...addressMail(writeFollowMail, ofAccounts), isOptIn: true },
    waiting: { ...addressMail(writeWaitingMail, ofAccounts), isKept: true },
    ...followerMailKinds({ compose: composeForFollower, publicUrl }),
  }
}

/** Sends all due mails, as the workers of a process do, one after the other. */
export async function sendMails(parts: Parts): Promise<void> {
  const { db, mailer, logger, now, pause = sleep, readContact = async () => '' } = parts
  // A clock that stands still never reaches the next turn of the pace.
  const { limits = parts.pause ? DEFAULT_MAIL_LIMITS : { ...DEFAULT_MAIL_LIMITS, perSecond: Infinity } } = parts
  const kinds = testMailKinds(parts)
  const ending = new AbortController().signal
  for (const range of MAIL_WORKERS) await sendDueMails({ db, kinds, limits, mailer, readContact, logger, now, pause, ending }, range)
}
