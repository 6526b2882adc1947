import type { Database } from '#platform/database/database.ts'
import type { CommentRow } from './comments.store.ts'

interface Trigger {
  /** Id of the user who wrote or approved the comment. */
  readonly by: string
  readonly now: number
}

/** Listeners of modules above, registered in app/. Each is called within the transaction that changes the comment. */
export interface CommentEvents {
  readonly onCreated: (trx: Database, comment: CommentRow, trigger: Trigger) => Promise<void>
  /** A pending comment was approved. */
  readonly onApproved: (trx: Database, comment: CommentRow, trigger: Trigger) => Promise<void>
}
