import type { AddressMailKind } from '#migrations/schema.ts'
import { DAY_MS } from '#platform/contract/limits.ts'
import type { Database } from '#platform/database/database.ts'

/**
 * A smaller number goes first. The first two are a lane of their own: a person waits at the screen for a code, or opened an
 * account. The others follow at the pace of the settings, single mails before those about a post.
 */
export const MAIL_PRIORITY = { awaited: 0, optIn: 1, single: 2, newsletter: 3 } as const

/** Time after which a mail to an address has ended. A code has ended before, and its mail with it. */
const GIVE_UP_AFTER_MS = 3 * DAY_MS

export interface NewMail {
  readonly kind: AddressMailKind
  readonly email: string
  /** A person waits for it. */
  readonly isAwaited?: true
  /** Default: three days. */
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
    async put(db, { kind, email, isAwaited, giveUpAfterMs = GIVE_UP_AFTER_MS }) {
      const [id, at] = [newId(), now()]
      const priority = isAwaited ? MAIL_PRIORITY.awaited : MAIL_PRIORITY.single
      await db
        .insertInto('outbox')
        .values({ id, kind, email, priority, next_attempt_at: at, give_up_at: at + giveUpAfterMs, created_at: at })
        .execute()
      wake()
      return id
    },
  }
}
