import { ACCOUNT_RATE_LIMITS } from '#accounts/contract/account-limits.ts'
import type { Database } from '#platform/database/database.ts'
import type { Outbox } from '#platform/mail/outbox.ts'
import { mailboxKey } from '#platform/security/mailbox-key.ts'
import { hashedKey, takeFromLimit } from '#platform/security/rate-limit.ts'
import { isKnownAddress } from '#accounts/server/sessions/sign-in-limits.ts'
import { attachMail } from './codes.store.ts'

interface MailCode {
  readonly attempt: string
  readonly email: string
  readonly now: number
  readonly outbox: Outbox
}

/** Mails a code for an admin's second step. @throws rate_limited */
export async function mailSecondStep(trx: Database, { userId, ...mail }: MailCode & { userId: string }): Promise<void> {
  await takeFromLimit(trx, ACCOUNT_RATE_LIMITS.secondStepMailsPerUser, { key: userId, now: mail.now })
  await putMail(trx, 'second_step', mail)
}

/** Mails a code to an address that anybody may have entered. What strangers request for it does not count at a known device. @throws rate_limited */
export async function mailSignInCode(trx: Database, { address, ...mail }: MailCode & { address: string }): Promise<void> {
  const { email, now } = mail
  const isKnown = await isKnownAddress(trx, { email, address, now })
  const key = isKnown ? hashedKey(mailboxKey(email), address) : mailboxKey(email)
  await takeFromLimit(trx, ACCOUNT_RATE_LIMITS.mailsPerAccount, { key, now })
  await putMail(trx, 'sign_in_code', mail)
}

async function putMail(trx: Database, kind: 'second_step' | 'sign_in_code', { attempt, email, now, outbox }: MailCode): Promise<void> {
  await attachMail(trx, { attempt, now, mailId: await outbox.put(trx, { kind, email, isAwaited: true }) })
}
