import type { Database } from '#platform/database/database.ts'
import type { ImportedItemsTable } from '#migrations/schema.ts'

type Kind = ImportedItemsTable['kind']

/** Maps ids in the source to what they became in Kindred: ids, or addresses of pictures and files. */
export interface ImportedItems {
  readonly find: (db: Database, kind: Kind, sourceId: string) => Promise<string | undefined>
  readonly save: (db: Database, item: { kind: Kind; sourceId: string; target: string }) => Promise<void>
}

export function importedItemsOf(source: string): ImportedItems {
  return {
    async find(db, kind, sourceId) {
      const row = await db
        .selectFrom('imported_items')
        .select('target')
        .where('source', '=', source)
        .where('kind', '=', kind)
        .where('source_id', '=', sourceId)
        .executeTakeFirst()
      return row?.target
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

export async function pictureExists(db: Database, address: string): Promise<boolean> {
  const folder = /^\/files\/([\w-]+)\//.exec(address)?.[1] ?? ''
  const row = await db.selectFrom('pictures').select('folder').where('folder', '=', folder).executeTakeFirst()
  return row !== undefined
}

const OWN_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** @returns the wanted id, of another Kindred blog, if it is valid and free; otherwise a new one */
export async function freeId(
  { db, table, newId }: { db: Database; table: 'posts' | 'comments'; newId: () => string },
  wanted: string | null,
): Promise<string> {
  if (wanted === null || !OWN_ID.test(wanted)) return newId()
  const taken = await db.selectFrom(table).select('id').where('id', '=', wanted).executeTakeFirst()
  return taken ? newId() : wanted
}
