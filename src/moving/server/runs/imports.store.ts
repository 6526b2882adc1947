import type { Selectable } from 'kysely'
import type { ImportProgress } from '#moving/contract/imports.endpoints.ts'
import type { ImportChoices } from '#moving/contract/import-choices.ts'
import type { ImportReportData } from '#moving/contract/import-report.ts'
import { IMPORT_TTL_MS, IMPORTS_MAX } from '#platform/contract/limits.ts'
import type { Database } from '#platform/database/database.ts'
import type { ImportsTable } from '#migrations/schema.ts'

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
  'choices',
  'progress',
  'message',
  'created_at',
  'started_at',
  'ended_at',
  'updated_at',
] as const
export type ImportRow = Pick<Selectable<ImportsTable>, (typeof COLUMNS)[number]>

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

type NewImport = Pick<ImportRow, 'id' | 'upload_id' | 'file_name' | 'bytes' | 'format' | 'created_at'> & { readonly user_id: string }

export async function createImport(db: Database, { choices, ...row }: NewImport & { readonly choices: ImportChoices }): Promise<void> {
  await db
    .insertInto('imports')
    .values({
      ...row,
      state: 'received',
      choices: JSON.stringify(choices),
      progress: null,
      check_report: null,
      result_report: null,
      message: null,
      started_at: null,
      ended_at: null,
      updated_at: row.created_at,
    })
    .execute()
}

export const saveChoices = (db: Database, id: string, choices: ImportChoices) =>
  db
    .updateTable('imports')
    .set({ choices: JSON.stringify(choices) })
    .where('id', '=', id)
    .where('state', 'not in', ACTIVE)
    .execute()

/** @returns false if the import is running or was deleted */
export async function markBegun(
  db: Database,
  id: string,
  { state, now }: { state: (typeof ACTIVE)[number]; now: number },
): Promise<boolean> {
  const begun = { state, is_stopping: 0 as const, message: null, progress: null, ended_at: null, updated_at: now }
  const { numUpdatedRows } = await db
    .updateTable('imports')
    .set(state === 'running' ? { ...begun, started_at: now } : begun)
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

export const requestStop = (db: Database, id: string) =>
  db.updateTable('imports').set({ is_stopping: 1 }).where('id', '=', id).where('state', 'in', ACTIVE).execute()

export const listActive = (db: Database): Promise<Pick<ImportRow, 'id' | 'state' | 'updated_at'>[]> =>
  db.selectFrom('imports').select(['id', 'state', 'updated_at']).where('state', 'in', ACTIVE).limit(IMPORTS_MAX).execute()

/** Marks the import as ended, unless its row has changed since it was read. */
export async function markDead(
  db: Database,
  { id, state, updated_at: seen }: Pick<ImportRow, 'id' | 'state' | 'updated_at'>,
): Promise<void> {
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

export const deleteImport = (db: Database, id: string) => db.deleteFrom('imports').where('id', '=', id).execute()

/** Lists the imports that have not changed for {@link IMPORT_TTL_MS}. */
export const listOldImports = (db: Database, now: number): Promise<Pick<ImportRow, 'id' | 'upload_id'>[]> =>
  db
    .selectFrom('imports')
    .select(['id', 'upload_id'])
    .where('updated_at', '<=', now - IMPORT_TTL_MS)
    .where('state', 'not in', ACTIVE)
    .limit(IMPORTS_MAX)
    .execute()
