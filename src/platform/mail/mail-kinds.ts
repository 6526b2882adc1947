import type { MailKind, OutboxRow } from '#migrations/schema.ts'
import type { Database } from '#platform/database/database.ts'
import type { Mail } from './mailer.ts'

/** How a mail ended. `bounced`: its address does not exist. */
export type MailEnd = 'sent' | 'refused' | 'bounced' | 'dropped'

export interface EndedMail {
  readonly end: MailEnd
  readonly now: number
}

/** What a module registers for a kind of mail. */
export interface MailKindRules {
  /** Writes the mail, just before it is sent. @returns null where it is no longer needed, or would be empty */
  readonly compose: (db: Database, mail: OutboxRow) => Promise<Mail | null>
  /** Ended mails stay in the outbox, where admins look them up. Others are deleted, so that their addresses are not kept. */
  readonly isKept?: true
  /** Whether anybody may have entered the address: such mails go behind others, and use only a part of the daily total. */
  readonly isOptIn?: true | ((db: Database, mail: OutboxRow) => Promise<boolean>)
  /** Called within the transaction that records the end. */
  readonly onEnd?: (trx: Database, mail: OutboxRow, ended: EndedMail) => Promise<void>
}

export type MailKinds = Readonly<Record<MailKind, MailKindRules>>
