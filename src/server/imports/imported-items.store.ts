import type { Database } from '#server/platform/database/database.ts'
import type { ImportedItemsTable } from '#server/platform/database/schema.ts'

type Kind = ImportedItemsTable['kind']

/** What a source's things became here. */
export interface ItemMemory {
  readonly find: (db: Database, kind: Kind, sourceId: string) => Promise<string | undefined>
  readonly keep: (db: Database, item: { kind: Kind; sourceId: string; target: string }) => Promise<void>
}

export function rememberItemsOf(source: string): ItemMemory {
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

    async keep(db, { kind, sourceId, target }) {
      await db
        .insertInto('imported_items')
        .values({ source, kind, source_id: sourceId, target })
        // A picture whose file was tidied away is fetched again; a post or comment is never there twice.
        .$if(kind === 'picture', (query) =>
          query.onConflict((conflict) => conflict.columns(['source', 'kind', 'source_id']).doUpdateSet({ target })),
        )
        .execute()
    },
  }
}

export async function isPictureThere(db: Database, address: string): Promise<boolean> {
  const folder = /^\/files\/([\w-]+)\//.exec(address)?.[1] ?? ''
  const row = await db.selectFrom('pictures').select('folder').where('folder', '=', folder).executeTakeFirst()
  return row !== undefined
}
