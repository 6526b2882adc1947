import type { ImportDetail, importEndpoints, ImportProgress, ListedImport } from '#import-export/contract/imports.endpoints.ts'
import { AppError } from '#platform/contract/errors.ts'
import { type ExportFormat, readExportHead } from '#import-export/contract/export-head.ts'
import type { ImportReportData } from '#import-export/contract/import-report.ts'
import { IMPORT_SHOWN_MISSING, IMPORT_TTL_MS, IMPORTS_MAX } from '#import-export/contract/import-export-limits.ts'
import { countWaiting, mailWaiting } from '#newsletter/server/index.ts'
import { deleteUpload } from '#media/server/index.ts'
import type { PostEvents } from '#writing/server/index.ts'
import type { Imports } from './open-imports.ts'
import { readRollback, takeBack } from './rollback.ts'
import { type ExportUpload, findExportUpload, readUploadHead, type UploadedBytes } from './uploaded-exports.ts'
import { type Database, lockInTransaction } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import {
  createImport,
  deleteImport,
  findImport,
  findImportOf,
  type ImportRow,
  isActive,
  listImports,
  markTakenBack,
  readReport,
  requestStop,
} from './imports.store.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly newId: () => string
  readonly uploads: UploadedBytes
  readonly imports: Imports
  readonly events?: PostEvents | undefined
}

/** Imports of the exports of other blogs. */
export function importRoutes(dependencies: Dependencies): Handlers<typeof importEndpoints> {
  return { ...fileRoutes(dependencies), ...reportRoutes(dependencies), ...workRoutes(dependencies), ...takeBackRoutes(dependencies) }
}

function fileRoutes({
  db,
  now,
  newId,
  uploads,
  imports,
}: Dependencies): Handlers<Pick<typeof importEndpoints, 'listImports' | 'createImport' | 'deleteImport'>> {
  const list = async () => ({ imports: (await listImports(db)).map(toListedImport) })
  return {
    async listImports() {
      await imports.noteDead()
      return list()
    },

    async createImport({ body, viewer, write }) {
      const upload = await findExportUpload(db, body.upload, viewer.id)
      if (!upload) throw new AppError('not_found', 'This upload is not there.')
      const format = await readFormat({ db, uploads }, upload)
      const created = await write(async (trx) => {
        await lockInTransaction(trx, 'imports')
        const known = await findImportOf(trx, upload.id)
        if (known) return known
        if ((await listImports(trx)).length >= IMPORTS_MAX)
          throw new AppError('conflict', 'Please delete one of the earlier exports first.')
        const { id, name, size } = upload
        const row = { id: newId(), upload_id: id, user_id: viewer.id, file_name: name, bytes: size, format, created_at: now() }
        await createImport(trx, row)
        return getImport(trx, row.id)
      })
      return toListedImport(created)
    },

    async deleteImport({ params, write }) {
      const { upload_id: uploadId } = await write(async (trx) => {
        const row = await getIdle(trx, params.import)
        await deleteImport(trx, row.id)
        if (row.upload_id !== null) await deleteUpload(trx, row.upload_id)
        return row
      })
      if (uploadId !== null) await uploads.remove(uploadId)
      return list()
    },
  }
}

function reportRoutes({ db, imports }: Dependencies): Handlers<Pick<typeof importEndpoints, 'getImport'>> {
  return {
    async getImport({ params }) {
      await imports.noteDead()
      const row = await getImport(db, params.import)
      const [check, result] = await Promise.all([readReport(db, row.id, 'check'), readReport(db, row.id, 'result')])
      return {
        ...toListedImport(row),
        check: withFirstMissing(check),
        result: withFirstMissing(result),
        waitingFollowers: await countWaiting(db, row.id),
      } satisfies ImportDetail
    },
  }
}

function workRoutes({ db, imports }: Dependencies): Handlers<Pick<typeof importEndpoints, 'startImport' | 'stopImport'>> {
  return {
    async startImport({ params, body, write }) {
      await imports.noteDead()
      const row = await write((trx) => getFile(trx, params.import))
      const check = await readReport(db, row.id, 'check')
      const site = body.site ?? row.site
      if (check?.asksForSite && site === null && body.fetchesPictures) throw new AppError('bad_request', SITE_NEEDED, { field: 'site' })
      await imports.begin(row.id, check === null ? undefined : { site, fetchesPictures: body.fetchesPictures })
      return toListedImport(await getImport(db, row.id))
    },

    async stopImport({ params, write }) {
      await write(async (trx) => {
        await requestStop(trx, (await getImport(trx, params.import)).id)
      })
      return toListedImport(await getImport(db, params.import))
    },
  }
}

const SITE_NEEDED = 'This file does not say where the old blog is. Please write its address, or go without pictures.'

function takeBackRoutes({
  db,
  now,
  events,
}: Dependencies): Handlers<Pick<typeof importEndpoints, 'getRollback' | 'takeBackImport' | 'mailImportedFollowers'>> {
  return {
    async getRollback({ params }) {
      return readRollback(db, await getImport(db, params.import))
    },

    async takeBackImport({ params, viewer, write }) {
      const row = await getIdle(db, params.import)
      const taken = await takeBack({ db, write, by: viewer.id, now: now(), events }, row)
      const left = await readRollback(db, row)
      if (left.going === 0) await write((trx) => markTakenBack(trx, row.id))
      return { taken, ...left }
    },

    async mailImportedFollowers({ params, write }) {
      return write(async (trx) => ({ followers: await mailWaiting(trx, (await getIdle(trx, params.import)).id, now()) }))
    },
  }
}

/** @throws not_found */
async function getImport(db: Database, id: string): Promise<ImportRow> {
  const row = await findImport(db, id)
  if (!row) throw new AppError('not_found', 'This export is not here any more.')
  return row
}

/** @throws not_found; conflict while it runs */
async function getIdle(db: Database, id: string): Promise<ImportRow> {
  const row = await getImport(db, id)
  if (isActive(row)) throw new AppError('conflict', 'This import is running. Please stop it first, or wait for its end.')
  return row
}

/** An export whose file is here. @throws not_found; conflict while it runs, or for one of the command line */
async function getFile(db: Database, id: string): Promise<ImportRow> {
  const row = await getIdle(db, id)
  if (row.upload_id === null) throw new AppError('conflict', 'This came by the command line. Please run the same command again to go on.')
  return row
}

/** Deletes an upload that is not an export. @throws bad_request that says what the file is; conflict while bytes are missing */
async function readFormat({ db, uploads }: Pick<Dependencies, 'db' | 'uploads'>, upload: ExportUpload): Promise<ExportFormat> {
  const head = await readUploadHead(uploads, upload)
  if (head === null) throw new AppError('conflict', 'This upload has not arrived yet.')
  const found = readExportHead(head)
  if ('format' in found) return found.format
  await uploads.remove(upload.id)
  await deleteUpload(db, upload.id)
  throw new AppError('bad_request', found.problem)
}

/** File extensions; the stored name of an upload has none. */
const ENDINGS = { wordpress: '.xml', ghost: '.json', kindred: '.zip', markdown: '' } as const

const toDate = (at: number) => new Date(at).toISOString()

const toListedImport = (row: ImportRow): ListedImport => ({
  _id: row.id,
  fileName: row.upload_id === null ? row.file_name : `${row.file_name}${ENDINGS[row.format]}`,
  bytes: row.bytes,
  format: row.format,
  hasFile: row.upload_id !== null,
  state: row.state,
  isStopping: row.is_stopping === 1,
  site: row.site,
  fetchesPictures: row.fetches_pictures === 1,
  progress: row.progress === null ? null : (JSON.parse(row.progress) as ImportProgress),
  message: row.message,
  createdAt: toDate(row.created_at),
  startedAt: row.started_at === null ? null : toDate(row.started_at),
  endedAt: row.ended_at === null ? null : toDate(row.ended_at),
  deletedAt: toDate(row.updated_at + IMPORT_TTL_MS),
})

const withFirstMissing = (report: ImportReportData | null) =>
  report && { ...report, missing: report.missing.slice(0, IMPORT_SHOWN_MISSING) }
