import type { Selectable } from 'kysely'
import { AppError } from '#platform/contract/errors.ts'
import { DAY_MS, HOUR_MS } from '#platform/contract/limits.ts'
import { UPLOADS_AT_ONCE, UPLOADS_PER_DAY, type UploadKind } from '#media/contract/media-limits.ts'
import { type Database, lockInTransaction } from '#platform/database/database.ts'
import type { UploadsTable } from '#migrations/schema.ts'

export type UploadRow = Selectable<UploadsTable>
type NewUpload = Pick<UploadsTable, 'id' | 'name' | 'size' | 'created_at'> & { user_id: string; kind: UploadKind }

/** Backups have the kind of exports: both are read once they have arrived. */
export const storedKind = (kind: UploadKind): UploadsTable['kind'] => (kind === 'backup' ? 'import' : kind)

/** @param limits how many may be open at once @throws rate_limited when the user has too many uploads open, or sent too much within a day */
export async function createUpload(
  db: Database,
  upload: NewUpload,
  { atOnce = UPLOADS_AT_ONCE }: { atOnce?: number | undefined } = {},
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockInTransaction(trx, `uploads/${upload.user_id}`)
    await refuseTooMany(trx, upload, atOnce)
    await trx
      .insertInto('uploads')
      .values({ ...upload, kind: storedKind(upload.kind), state: 'receiving', message: null, address: null })
      .execute()
  })
}

async function refuseTooMany(db: Database, { user_id: userId, kind, size, created_at: now }: NewUpload, atOnce: number): Promise<void> {
  const { open } = await db
    .selectFrom('uploads')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .where('user_id', '=', userId)
    // An export or a backup that has arrived waits for a decision; nothing works on it.
    .where((eb) => eb.or([eb('state', '=', 'receiving'), eb.and([eb('state', '=', 'received'), eb('kind', '!=', 'import')])]))
    .where('created_at', '>', now - HOUR_MS)
    .executeTakeFirstOrThrow()
  if (open >= atOnce) {
    throw new AppError('rate_limited', 'Too many uploads at once. Please wait for the others to finish.', { retryAfterSeconds: 30 })
  }
  const day = await db
    .selectFrom('uploads')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.coalesce(eb.fn.sum<number>('size'), eb.lit(0)).as('bytes')])
    .where('user_id', '=', userId)
    .where('kind', '=', storedKind(kind))
    .where('created_at', '>', now - DAY_MS)
    .executeTakeFirstOrThrow()
  const limit = UPLOADS_PER_DAY[kind]
  if (day.count >= limit.count || Number(day.bytes) + size > limit.bytes) {
    throw new AppError('rate_limited', 'You have sent as many files as one day allows. Please go on tomorrow.', {
      retryAfterSeconds: 3600,
    })
  }
}

/** @param id any text, from an address */
export async function findUpload(db: Database, id: string): Promise<UploadRow | undefined> {
  if (!/^[0-9a-f]{32}$/.test(id)) return undefined
  return db
    .selectFrom('uploads')
    .select(['id', 'user_id', 'kind', 'name', 'size', 'state', 'message', 'address', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Changes only an upload that is still being received, so that a later state is never reverted. */
export async function markUpload(db: Database, id: string, change: { readonly state: 'received'; readonly size?: number }): Promise<void> {
  await db.updateTable('uploads').set(change).where('id', '=', id).where('state', '=', 'receiving').execute()
}

/** The upload still counts for the day, with the bytes that were written. */
export async function endUpload(db: Database, id: string, writtenBytes: number): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ state: 'ended', size: Math.max(1, writtenBytes) })
    .where('id', '=', id)
    .where('state', '=', 'receiving')
    .execute()
}

export async function hasConfirmedAddress(db: Database, userId: string): Promise<boolean> {
  const user = await db.selectFrom('users').select('email_verified').where('id', '=', userId).executeTakeFirst()
  return user?.email_verified === 1
}

type Outcome = { state: 'done'; address: string } | { state: 'refused'; message: string }

export async function settleUpload(db: Database, id: string, outcome: Outcome): Promise<void> {
  await db.updateTable('uploads').set(outcome).where('id', '=', id).where('state', '=', 'received').execute()
}

export async function listExpiredUploads(db: Database, before: number): Promise<string[]> {
  const rows = await db
    .selectFrom('uploads')
    .select('id')
    .where('created_at', '<=', before)
    // The upload of an import stays as long as the import.
    .where((eb) => eb.not(eb.exists(eb.selectFrom('imports').select('id').whereRef('imports.upload_id', '=', 'uploads.id'))))
    .orderBy('created_at')
    .limit(1000)
    .execute()
  return rows.map((row) => row.id)
}

export async function deleteUpload(db: Database, id: string): Promise<void> {
  await db.deleteFrom('uploads').where('id', '=', id).execute()
}
