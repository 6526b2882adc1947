import type { Database } from '#platform/database/database.ts'

interface Publication {
  readonly postId: string
  readonly publishedAt: number
  readonly now: number
}

/** Listeners of modules above, registered in app/. Each is called within the transaction that changes the post. */
export interface PostEvents {
  /** The writer chose whether the post is mailed; called when it is written and before `onPublished`, also for planned posts. */
  readonly onMailChosen: (
    trx: Database,
    choice: { readonly postId: string; readonly isMailed: boolean; readonly now: number },
  ) => Promise<void>
  /** Also called for posts whose publication date is in the past. */
  readonly onPublished: (trx: Database, publication: Publication) => Promise<void>
  /** The date of a published post was changed. */
  readonly onDateChanged: (trx: Database, publication: Publication) => Promise<void>
  /** More people than before may read a published post. */
  readonly onAudienceWidened: (trx: Database, publication: Publication) => Promise<void>
  /** A published or planned post was moved to the trash. Nothing is called when it is restored. */
  readonly onTrashed: (trx: Database, post: Omit<Publication, 'publishedAt'>) => Promise<void>
}
