import type { AddressMailKind } from '#migrations/schema.ts'
import { DAY_MS } from '#platform/contract/limits.ts'
import type { Database } from '#platform/database/database.ts'

/** A smaller number goes first. `urgent`: its reader waits for it at the screen. `newsletter`: sent at the pace of the settings. */
export const MAIL_PRIORITY = { urgent: 0, notice: 1, low: 2, newsletter: 3 } as const
export type MailPriority = keyof typeof MAIL_PRIORITY

/** Time after which a mail that could not be sent counts as failed. */
const GIVE_UP_AFTER_MS = DAY_MS

export interface NewMail {
  readonly kind: AddressMailKind
  readonly email: string
  /** Default: `notice`. */
  readonly priority?: MailPriority
  /** Default: a day. */
  readonly giveUpAfterMs?: number
}

/** Queue of mail in the database: it is sent even if the mail server, or this process, is down for a while. */
export interface Outbox {
  /** False where the blog cannot send mail; `put` does nothing then. */
  readonly isOpen: boolean
  /** Takes part in the transaction when `db` is one. @returns the id of the mail */
  readonly put: (db: Database, mail: NewMail) => Promise<string>
}

/** The outbox of a blog without a mail server. */
export const CLOSED_OUTBOX: Outbox = { isOpen: false, put: async () => '' }

/** @param wake called when a mail was added */
export function createOutbox({ now, newId, wake }: { now: () => number; newId: () => string; wake: () => void }): Outbox {
  return {
    isOpen: true,
    async put(db, { kind, email, priority = 'notice', giveUpAfterMs = GIVE_UP_AFTER_MS }) {
      const id = newId()
      const at = now()
      await db
        .insertInto('outbox')
        .values({ id, kind, email, priority: MAIL_PRIORITY[priority], next_attempt_at: at, give_up_at: at + giveUpAfterMs, created_at: at })
        .execute()
      wake()
      return id
    },
  }
}
