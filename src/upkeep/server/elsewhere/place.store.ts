import type { Database } from '#platform/database/database.ts'
import type { PlaceSettings } from '#platform/process/place-settings.ts'
import type { BackupKey } from './backup-key.ts'

const NAME = 'elsewhere'

/** What is stored about the other place. */
export interface StoredPlace {
  /** With its credentials; null unless an admin entered one. */
  readonly place: PlaceSettings | null
  readonly key: BackupKey | null
}

export async function readStoredPlace(db: Database): Promise<StoredPlace> {
  const row = await db.selectFrom('backup_place').selectAll().where('name', '=', NAME).executeTakeFirst()
  const { place = null, recipient = null, key_file: keyFile = null } = row ?? {}
  return {
    place: place === null ? null : (JSON.parse(place) as PlaceSettings),
    key: recipient === null || keyFile === null ? null : { recipient, keyFile },
  }
}

/** Replaces the place, or the key. */
export async function storePlace(
  db: Database,
  change: { readonly place: PlaceSettings | null } | { readonly key: BackupKey },
): Promise<void> {
  const columns =
    'key' in change
      ? { recipient: change.key.recipient, key_file: change.key.keyFile }
      : { place: change.place === null ? null : JSON.stringify(change.place) }
  await db
    .insertInto('backup_place')
    .values({ name: NAME, place: null, recipient: null, key_file: null, ...columns })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(columns))
    .execute()
}
