import type { Database } from '#platform/database/database.ts'
import type { PlaceSettings } from '#platform/process/place-settings.ts'
import type { BackupKey } from './backup-key.ts'

const NAME = 'elsewhere'

/** What is known about the store of the off-site backups. */
export interface StoredPlace {
  /** With its credentials. */
  readonly place: PlaceSettings | null
  readonly key: BackupKey | null
  /** A former version copied to another machine over SSH; no bucket has taken its place yet. */
  readonly isOverSsh: boolean
}

/** @param setting the place that the operator has set, which goes before one of the dashboard */
export async function findPlace(db: Database, setting: PlaceSettings | null): Promise<StoredPlace> {
  const row = await db.selectFrom('backup_place').selectAll().where('name', '=', NAME).executeTakeFirst()
  const stored = JSON.parse(row?.place ?? 'null') as PlaceSettings | null
  const bucket = stored !== null && 'bucket' in stored ? stored : null
  return { place: setting ?? bucket, key: keyOf(row), isOverSsh: setting === null && stored !== bucket }
}

const keyOf = (row: { recipient: string | null; key_file: string | null } | undefined): BackupKey | null =>
  row?.recipient == null || row.key_file === null ? null : { recipient: row.recipient, keyFile: row.key_file }

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
