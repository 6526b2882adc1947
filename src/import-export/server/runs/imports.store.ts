import type { Selectable } from 'kysely'
import type { ImportProgress } from '#import-export/contract/imports.endpoints.ts'
import type { ImportReportData } from '#import-export/contract/import-report.ts'
import { IMPORT_TTL_MS, IMPORTS_MAX } from '#import-export/contract/import-export-limits.ts'
import type { Database } from '#platform/database/database.ts'
import { deleteWaiting } from '#newsletter/server/index.ts'
import type { ImportsTable } from '#migrations/schema.ts'
import { deleteItems } from '#import-export/server/writer/imported-items.store.ts'

/** All but the reports, which may be megabytes. */
const COLUMNS = [
  'id',
  'upload_id',
  'user_id',
  'file_name',
  'bytes',
  'format',
  'state',
  'is_stopping',
  'site',
  'fetches_pictures',
  'progress',
  'message',
  'created_at',
  'started_at',
  'ended_at',
  'updated_at',
] as const
export type ImportRow = Pick<Selectable<ImportsTable>, (typeof COLUMNS)[number]>

/** Held while an export is read or imported, by any process. */
export const IMPORT_LOCK = 'import'

const ACTIVE = ['checking', 'running'] as const
export const isActive = ({ state }: Pick<ImportRow, 'state'>): boolean => (ACTIVE as readonly string[]).includes(state)

export const listImports = (db: Database): Promise<ImportRow[]> =>
  db
    .selectFrom('imports')
    .select(COLUMNS)
    .where('created_at', '>', 0)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(IMPORTS_MAX)
    .execute()

export const findImport = (db: Database, id: string): Promise<ImportRow | undefined> =>
  db.selectFrom('imports').select(COLUMNS).where('id', '=', id).executeTakeFirst()

export const findImportOf = (db: Database, uploadId: string): Promise<ImportRow | undefined> =>
  db.selectFrom('imports').select(COLUMNS).where('upload_id', '=', uploadId).executeTakeFirst()

type NewImport = Pick<ImportRow, 'id' | 'upload_id' | 'user_id' | 'file_name' | 'bytes' | 'format' | 'created_at'>

/** Does nothing for one that is there already: an import of the command line has the id of its file. */
export async function createImport(db: Database, row: NewImport): Promise<void> {
  const empty = { site: null, progress: null, check_report: null, result_report: null, message: null, started_at: null, ended_at: null }
  await db
    .insertInto('imports')
    .values({ ...row, ...empty, state: 'received', updated_at: row.created_at })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** What a run needs to know beside the file. */
export interface StartChoices {
  readonly site: string | null
  readonly fetchesPictures: boolean
}

interface Begun {
  readonly state: (typeof ACTIVE)[number]
  readonly now: number
  readonly choices?: StartChoices | undefined
}

/** @returns false if the import is running or was deleted */
export async function markBegun(db: Database, id: string, { state, now, choices }: Begun): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('imports')
    .set({
      state,
      is_stopping: 0,
      message: null,
      progress: null,
      ended_at: null,
      updated_at: now,
      ...(state === 'running' && { started_at: now }),
      ...(choices && { site: choices.site, fetches_pictures: choices.fetchesPictures ? 1 : 0 }),
    })
    .where('id', '=', id)
    .where('state', 'not in', ACTIVE)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** @returns false if the import should stop */
export async function saveProgress(
  db: Database,
  id: string,
  { progress, now }: { progress: ImportProgress | null; now: number },
): Promise<boolean> {
  const row = await db
    .updateTable('imports')
    .set({ updated_at: now, ...(progress && { progress: JSON.stringify(progress) }) })
    .where('id', '=', id)
    .where('state', 'in', ACTIVE)
    .returning('is_stopping')
    .executeTakeFirst()
  return row?.is_stopping === 0
}

export interface Ending {
  readonly state: Exclude<ImportRow['state'], (typeof ACTIVE)[number]>
  readonly message: string | null
  readonly progress: ImportProgress | null
  readonly check?: ImportReportData | undefined
  readonly result?: ImportReportData | undefined
}

export async function markEnded(db: Database, id: string, { check, result, now, ...ending }: Ending & { now: number }): Promise<void> {
  await db
    .updateTable('imports')
    .set({
      state: ending.state,
      message: ending.message,
      is_stopping: 0,
      ended_at: now,
      updated_at: now,
      ...(ending.progress && { progress: JSON.stringify(ending.progress) }),
      ...(check && { check_report: JSON.stringify(check) }),
      ...(result && { result_report: JSON.stringify(result) }),
    })
    .where('id', '=', id)
    .execute()
}

/** What was taken back can be started again. */
export const markTakenBack = (db: Database, id: string) =>
  db.updateTable('imports').set({ state: 'checked', result_report: null, message: null, progress: null }).where('id', '=', id).execute()

export const requestStop = (db: Database, id: string) =>
  db.updateTable('imports').set({ is_stopping: 1 }).where('id', '=', id).where('state', 'in', ACTIVE).execute()

export async function hasActive(db: Database): Promise<boolean> {
  return (await db.selectFrom('imports').select('id').where('state', 'in', ACTIVE).limit(1).executeTakeFirst()) !== undefined
}

/** Marks imports as ended whose process has died. Only for the holder of the lock. */
export async function noteDead(db: Database): Promise<void> {
  const rows = await db.selectFrom('imports').select(['id', 'state', 'updated_at']).where('state', 'in', ACTIVE).execute()
  for (const { id, state, updated_at: seen } of rows)
    await db
      .updateTable('imports')
      .set({ state: state === 'checking' ? 'received' : 'stopped', message: DIED, is_stopping: 0, ended_at: seen })
      .where('id', '=', id)
      .where('state', '=', state)
      .where('updated_at', '=', seen)
      .execute()
}

export const DIED = 'The blog was stopped meanwhile. What had been brought over is here; you can go on.'

/** Returns null before the first check or run. */
export async function readReport(db: Database, id: string, of: 'check' | 'result'): Promise<ImportReportData | null> {
  const row = await db
    .selectFrom('imports')
    .select(of === 'check' ? 'check_report as report' : 'result_report as report')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.report ? (JSON.parse(row.report) as ImportReportData) : null
}

/** Followers who still wait go with it, since nobody could let them in any more. */
export async function deleteImport(trx: Database, id: string): Promise<void> {
  await deleteItems(trx, await deleteWaiting(trx, id))
  await trx.deleteFrom('imports').where('id', '=', id).execute()
}

/** Lists the imports that have not changed for {@link IMPORT_TTL_MS}. */
export const listOldImports = (db: Database, now: number): Promise<Pick<ImportRow, 'id' | 'upload_id'>[]> =>
  db
    .selectFrom('imports')
    .select(['id', 'upload_id'])
    .where('updated_at', '<=', now - IMPORT_TTL_MS)
    .where('state', 'not in', ACTIVE)
    .limit(IMPORTS_MAX)
    .execute()
