import type { Database } from '#platform/database/database.ts'
import type { ImportedItemsTable } from '#migrations/schema.ts'
import { isImportedDraft } from '#writing/contract/imported-drafts.ts'
import { NEW_TEXT_ID } from '#writing/contract/writing.endpoints.ts'

type Kind = ImportedItemsTable['kind']

interface Item {
  readonly kind: Kind
  readonly sourceId: string
  readonly target: string
  /** Whether pictures or files of its text are missing. */
  readonly lacks?: boolean
}

/** Maps items of old blogs to what they became here: ids, or addresses of pictures and files. */
export interface ImportedItems {
  readonly find: (db: Database, kind: Kind, sourceId: string) => Promise<{ target: string; lacks: boolean } | undefined>
  readonly save: (db: Database, item: Item) => Promise<void>
}

export function importedItemsOf(importId: string): ImportedItems {
  // A whole address and a hash are one thing in every blog; a path is a picture or file of this file alone.
  const keyOf = (kind: Kind, sourceId: string) =>
    (kind !== 'picture' && kind !== 'file') || /^(?:https?|sha256):/.test(sourceId) ? sourceId : `${importId} ${sourceId}`
  return {
    async find(db, kind, sourceId) {
      const query = db.selectFrom('imported_items').select(['target', 'lacks']).where('kind', '=', kind)
      const row = await query.where('source_id', '=', keyOf(kind, sourceId)).executeTakeFirst()
      return row && { target: row.target, lacks: row.lacks === 1 }
    },

    async save(db, { kind, sourceId, target, lacks = false }) {
      const row = { target, lacks: lacks ? (1 as const) : (0 as const) }
      await db
        .insertInto('imported_items')
        .values({ kind, source_id: keyOf(kind, sourceId), ...row })
        .onConflict((conflict) => conflict.columns(['kind', 'source_id']).doUpdateSet(row))
        .execute()
    },
  }
}

/** Then another import brings them as new ones. @param targets ids here */
export async function deleteItems(trx: Database, targets: readonly string[]): Promise<void> {
  if (targets.length > 0) await trx.deleteFrom('imported_items').where('target', 'in', targets).execute()
}

/** Folder of a stored picture or file. */
export const folderOf = (address: string): string | undefined => /^\/files\/([\w-]+)\//.exec(address)?.[1]

export async function pictureExists(db: Database, address: string): Promise<boolean> {
  const folder = folderOf(address) ?? ''
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
