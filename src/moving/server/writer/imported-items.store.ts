import type { Database } from '#platform/database/database.ts'
import type { Source } from '#moving/server/record/source.ts'
import type { ImportedItemsTable } from '#migrations/schema.ts'
import { isImportedDraft } from '#writing/contract/imported-drafts.ts'
import { NEW_TEXT_ID } from '#writing/contract/writing.endpoints.ts'

type Kind = ImportedItemsTable['kind']

/** Maps ids in the source to what they became in Kindred: ids, or addresses of pictures and files. */
export interface ImportedItems {
  readonly find: (db: Database, kind: Kind, sourceId: string) => Promise<string | undefined>
  readonly save: (db: Database, item: { kind: Kind; sourceId: string; target: string }) => Promise<void>
}

export function importedItemsOf({ key: source, formerKey }: Pick<Source, 'key' | 'formerKey'>): ImportedItems {
  return {
    async find(db, kind, sourceId) {
      // People, pictures by their whole address, and bytes are the same in every blog.
      const isOfAnyBlog = formerKey !== undefined && (kind === 'person' || /^(?:https?|sha256):/.test(sourceId))
      const row = await db
        .selectFrom('imported_items')
        .select('target')
        .where('source', 'in', isOfAnyBlog ? [source, formerKey] : [source])
        .where('kind', '=', kind)
        .where('source_id', '=', sourceId)
        // The blog's own key is the longer one.
        .orderBy('source', 'desc')
        .executeTakeFirst()
      if (row || formerKey === undefined || kind !== 'comment') return row?.target
      return findDeletedComment(db, { source, formerKey, sourceId })
    },

    async save(db, { kind, sourceId, target }) {
      await db
        .insertInto('imported_items')
        .values({ source, kind, source_id: sourceId, target })
        // A picture or file that housekeeping deleted is fetched again; posts and comments are imported once.
        .$if(kind === 'picture' || kind === 'file', (query) =>
          query.onConflict((conflict) => conflict.columns(['source', 'kind', 'source_id']).doUpdateSet({ target })),
        )
        .execute()
    },
  }
}

/**
 * Finds a comment that an earlier version imported and that was deleted here. It belongs to no post, so `adoptItems` could
 * not move it, and its blog is unknown; publishing it again would be worse than leaving out one of another blog.
 */
async function findDeletedComment(
  db: Database,
  { source, formerKey, sourceId }: { readonly source: string; readonly formerKey: string; readonly sourceId: string },
): Promise<string | undefined> {
  const query = db.selectFrom('imported_items').select('target')
  const own = query.where('source', '=', source).where('kind', '=', 'post')
  const row = await query
    .where('source', '=', formerKey)
    .where('kind', '=', 'comment')
    .where('source_id', '=', sourceId)
    .where((eb) => {
      const ofOthers = eb.selectFrom('comments').select('id').whereRef('id', '=', 'target').where('post_id', 'not in', own)
      return eb.not(eb.exists(ofOthers))
    })
    .executeTakeFirst()
  return row?.target
}

export async function pictureExists(db: Database, address: string): Promise<boolean> {
  const folder = /^\/files\/([\w-]+)\//.exec(address)?.[1] ?? ''
  const row = await db.selectFrom('pictures').select('folder').where('folder', '=', folder).executeTakeFirst()
  return row !== undefined
}

/** Whether an id was given by a Kindred blog, so that no other blog has it. */
export const isOwnId = (id: string | undefined): id is string =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id ?? '') || NEW_TEXT_ID.test(id ?? '')

/** @returns the wanted id, of another Kindred blog, if it is valid and free; otherwise a new one, also for what was a draft imported there */
export async function freeId(
  { db, table, newId }: { db: Database; table: 'posts' | 'comments'; newId: () => string },
  wanted: string | null,
): Promise<string> {
  if (wanted === null || !isOwnId(wanted) || isImportedDraft(wanted)) return newId()
  const taken = await db.selectFrom(table).select('id').where('id', '=', wanted).executeTakeFirst()
  return taken ? newId() : wanted
}
