import type { SourceEntry, SourcePost } from '#import-export/server/record/source.ts'
import { commentsTag, POSTS_TAG, SITE_TAG } from '#platform/cache/cache-tags.ts'
import { announceChanges } from '#platform/database/change-feed.ts'
import { type Database, lockInTransaction } from '#platform/database/database.ts'
import { visibleText } from '#posts/contract/body-text.ts'
import { indexPost, oldAddressKey } from '#posts/server/index.ts'
import { isImportedDraft } from '#writing/contract/imported-drafts.ts'
import type { Run } from './import-run.ts'

type Kind = 'post' | 'page'

/** A post, draft or page that an import has brought. */
export interface ImportedText {
  readonly id: string
  readonly importId: string | null
  readonly lacks: boolean
  /** What people have done with its text since; null if nothing. */
  readonly change: string | null
}

interface Known {
  readonly kind: Kind
  readonly post: SourcePost
  readonly entry: SourceEntry
}

/** @returns 'deleted' if it was imported, and was deleted here since; undefined if it is new */
export async function findImportedText(
  { parts: { db }, importedItems }: Pick<Run, 'parts' | 'importedItems'>,
  { kind, post, entry }: Known,
): Promise<ImportedText | 'deleted' | undefined> {
  const item = await importedItems.find(db, kind, post.id)
  const id = item?.target ?? post.ownId ?? (kind === 'post' ? await findByAddress(db, post, entry) : undefined)
  if (id === undefined) return undefined
  const row = await selectText(db).where('posts.id', '=', id).where('state', '!=', 'trashed').executeTakeFirst()
  if (row) return { id, importId: row.import_id, lacks: item?.lacks === true, change: changeOf(row) }
  return item ? 'deleted' : undefined
}

/** What version 0.1 imported, or was restored from the trash after its import was taken back: same address there, date and title. */
async function findByAddress(
  db: Database,
  { title, createdAt }: SourcePost,
  { addresses: [address] }: SourceEntry,
): Promise<string | undefined> {
  const path = address === undefined ? null : oldAddressKey(address)
  if (path === null) return undefined
  const row = await db
    .selectFrom('old_addresses')
    .innerJoin('posts', 'posts.id', 'old_addresses.post_id')
    .select('posts.id')
    .where('path', '=', path)
    .where('title', '=', title.replace(/\s+/gu, ' ').trim())
    .where('created_at', '=', createdAt)
    .executeTakeFirst()
  return row?.id
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

interface Completed {
  readonly id: string
  readonly kind: Kind
  readonly sourceId: string
  readonly words: { readonly content: string; readonly image_url: string | null }
  readonly lacks: boolean
}

/** Stores the text again, with what it lacked, unless it has changed meanwhile. It is no version of its own. */
export async function completeText(
  { parts, importedItems }: Pick<Run, 'parts' | 'importedItems'>,
  { id, kind, sourceId, words, lacks }: Completed,
): Promise<void> {
  await parts.db.transaction().execute(async (trx) => {
    await lockInTransaction(trx, 'post slugs')
    const here = await selectText(trx).where('posts.id', '=', id).executeTakeFirst()
    if (!here || changeOf(here) !== null) return
    const update = trx.updateTable('posts').set(words).where('id', '=', id).returning(['seq', 'title', 'content'])
    const row = await update.executeTakeFirstOrThrow()
    if (kind === 'post' && here.state === 'published') await indexPost(trx, { ...row, text: visibleText(row.content) })
    await importedItems.save(trx, { kind, sourceId, target: id, lacks })
    await announceChanges(trx, kind === 'page' ? [SITE_TAG] : [POSTS_TAG, commentsTag(id)], parts.now())
  })
}
