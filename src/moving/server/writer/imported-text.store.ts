import { commentsTag, POSTS_TAG, SITE_TAG } from '#platform/cache/cache-tags.ts'
import { announceChanges } from '#platform/cache/change-feed.ts'
import { type Database, lockInTransaction } from '#platform/database/database.ts'
import { visibleText } from '#posts/contract/body-text.ts'
import { indexPost } from '#posts/server/index.ts'
import { isImportedDraft } from '#writing/contract/imported-drafts.ts'
import type { ImportedItems } from './imported-items.store.ts'

/** A post or page that an import has brought. */
export interface ImportedText {
  readonly id: string
  readonly kind: 'post' | 'page'
  readonly importId: string | null
  readonly lacks: boolean
  /** What people have done with its text since; null if nothing. */
  readonly change: string | null
}

/** @returns 'deleted' if it came, and was deleted here since; undefined if it is new */
export async function findImportedText(
  db: Database,
  importedItems: ImportedItems,
  { kind, sourceId, ownId }: { readonly kind: 'post' | 'page'; readonly sourceId: string; readonly ownId: string | null },
): Promise<ImportedText | 'deleted' | undefined> {
  const item = await importedItems.find(db, kind, sourceId)
  const id = item?.target ?? ownId
  if (id === null) return undefined
  const row = await selectText(db).where('posts.id', '=', id).where('state', '!=', 'trashed').executeTakeFirst()
  if (row) return { id, kind, importId: row.import_id, lacks: item?.lacks === true, change: changeOf(row) }
  return item ? 'deleted' : undefined
}

/** What {@link changeOf} needs. */
export const selectText = (db: Database) =>
  db
    .selectFrom('posts')
    .select(['posts.id', 'posts.title', 'posts.state', 'posts.revision', 'posts.sequence', 'posts.import_id'])
    .select((eb) =>
      eb
        .exists(eb.selectFrom('post_edits').select('post_id').whereRef('post_id', '=', 'posts.id').where('is_empty', '=', 0))
        .as('isEdited'),
    )

type TextRow = NonNullable<Awaited<ReturnType<ReturnType<typeof selectText>['executeTakeFirst']>>>

export function changeOf({ id, state, revision, sequence, isEdited }: Omit<TextRow, 'title' | 'import_id'>): string | null {
  if (isImportedDraft(id) && state !== 'draft') return 'it was published here'
  if (revision > 1 || sequence > 1) return 'it was edited here'
  return isEdited ? 'an edit of it was begun' : null
}

interface Words {
  readonly content: string
  readonly image_url: string | null
  readonly lacks: boolean
}

/** Stores the text again, with what it lacked, unless it has changed meanwhile. It is no version of its own. */
export async function completeText(
  parts: { readonly db: Database; readonly importedItems: ImportedItems; readonly now: () => number },
  { id, kind }: ImportedText,
  { sourceId, lacks, ...words }: Words & { readonly sourceId: string },
): Promise<void> {
  await parts.db.transaction().execute(async (trx) => {
    await lockInTransaction(trx, 'post slugs')
    const here = await selectText(trx).where('posts.id', '=', id).executeTakeFirst()
    if (!here || changeOf(here) !== null) return
    const row = await trx
      .updateTable('posts')
      .set(words)
      .where('id', '=', id)
      .returning(['seq', 'title', 'content'])
      .executeTakeFirstOrThrow()
    if (kind === 'post' && here.state === 'published') await indexPost(trx, { ...row, text: visibleText(row.content) })
    await parts.importedItems.save(trx, { kind, sourceId, target: id, lacks })
    await announceChanges(trx, kind === 'page' ? [SITE_TAG] : [POSTS_TAG, commentsTag(id)], parts.now())
  })
}
