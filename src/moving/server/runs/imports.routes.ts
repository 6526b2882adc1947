import type { ImportDetail, importEndpoints, ImportProgress, ListedImport, ShownReport } from '#moving/contract/imports.endpoints.ts'
import { AppError } from '#platform/contract/errors.ts'
import { type ExportFormat, readExportHead } from '#moving/contract/export-head.ts'
import { DEFAULT_CHOICES, type ImportChoices } from '#moving/contract/import-choices.ts'
import { IMPORT_SHOWN_LINES, IMPORT_TTL_MS, IMPORTS_MAX } from '#platform/contract/limits.ts'
import { SHARED_KEYS } from '#moving/server/record/source.ts'
import { isCategory } from '#site/server/index.ts'
import type { PostEvents } from '#writing/server/index.ts'
import type { Imports } from './open-imports.ts'
import { readTakingBack, takeBack } from './taking-back.ts'
import { deleteExportUpload, type ExportUpload, findExportUpload, readUploadHead, type UploadedBytes } from './uploaded-exports.ts'
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
  readReport,
  requestStop,
  saveChoices,
} from './imports.store.ts'
import { type ImportReportData, type MissingItem, NOTE_KINDS } from '#moving/contract/import-report.ts'

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
        await createImport(trx, { ...row, choices: DEFAULT_CHOICES })
        return getImport(trx, row.id)
      })
      return toListedImport(created)
    },

    async deleteImport({ params, write }) {
      const { upload_id: uploadId } = await write(async (trx) => {
        const row = await getIdle(trx, params.import)
        await deleteImport(trx, row.id)
        await deleteExportUpload(trx, row.upload_id)
        return row
      })
      await uploads.remove(uploadId)
      return list()
    },
  }
}

function reportRoutes({
  db,
  imports,
}: Dependencies): Handlers<Pick<typeof importEndpoints, 'getImport' | 'listImportLines' | 'getMissingList'>> {
  return {
    async getImport({ params }) {
      await imports.noteDead()
      const row = await getImport(db, params.import)
      const [check, result] = await Promise.all([readReport(db, row.id, 'check'), readReport(db, row.id, 'result')])
      return toImportDetail(row, { check, result })
    },

    async listImportLines({ params, query }) {
      const { id } = await getImport(db, params.import)
      const report = await readReport(db, id, query.of)
      return { lines: report?.notes.find(({ kind }) => kind === query.kind)?.lines ?? [] }
    },

    async getMissingList({ params }) {
      const { id } = await getImport(db, params.import)
      const report = await readReport(db, id, 'result')
      if (!report) throw new AppError('conflict', 'This import has not run yet.')
      const bytes = Buffer.from(toCsv(report.missing))
      return { name: 'missing.csv', type: 'text/csv; charset=utf-8', bytes: bytes.byteLength, open: () => new Blob([bytes]).stream() }
    },
  }
}

function workRoutes({ db, imports }: Dependencies): Handlers<Pick<typeof importEndpoints, 'checkImport' | 'startImport' | 'stopImport'>> {
  return {
    async checkImport({ params, body, write }) {
      await imports.noteDead()
      await write(async (trx) => {
        const row = await getIdle(trx, params.import)
        requireSite(row, body)
        await requireCategories(trx, body)
        await saveChoices(trx, row.id, body)
      })
      await imports.begin(params.import, 'check')
      return toListedImport(await getImport(db, params.import))
    },

    async startImport({ params, write }) {
      await imports.noteDead()
      await write(async (trx) => {
        const row = await getIdle(trx, params.import)
        if (row.state === 'received') throw new AppError('conflict', 'Please look at what is in the file first.')
        requireSite(row, JSON.parse(row.choices) as ImportChoices)
      })
      await imports.begin(params.import, 'run')
      return toListedImport(await getImport(db, params.import))
    },

    async stopImport({ params, write }) {
      await write(async (trx) => {
        await requestStop(trx, (await getImport(trx, params.import)).id)
      })
      imports.stop(params.import)
      return toListedImport(await getImport(db, params.import))
    },
  }
}

function takeBackRoutes({ db, now, events }: Dependencies): Handlers<Pick<typeof importEndpoints, 'getTakingBack' | 'takeBackImport'>> {
  return {
    async getTakingBack({ params }) {
      const { id } = await getImport(db, params.import)
      const source = await findSource(db, id)
      if (source === null || source === 'shared') return { ...NOTHING_TO_TAKE_BACK, isUnknown: source === 'shared' }
      return { ...(await readTakingBack(db, source)), isUnknown: false }
    },

    async takeBackImport({ params, viewer, write }) {
      const { id } = await getIdle(db, params.import)
      const source = await findSource(db, id)
      if (source === null) throw new AppError('conflict', 'This import has brought nothing yet.')
      if (source === 'shared') throw new AppError('conflict', CHECK_AGAIN)
      const taken = await takeBack({ db, write, by: viewer.id, now: now(), events }, source)
      return { taken, ...(await readTakingBack(db, source)), isUnknown: false }
    },
  }
}

const NOTHING_TO_TAKE_BACK = { going: 0, titles: [], staying: [], stayingCount: 0 }

const CHECK_AGAIN = 'An earlier version brought this over. Please run it again first, so that only posts of this file are taken back.'

/** Null before the first run, and for a run of a version that did not store it; 'shared' for a key that several blogs may have. */
async function findSource(db: Database, id: string): Promise<string | null> {
  const source = (await readReport(db, id, 'result'))?.source ?? null
  if (!isShared(source)) return source
  const checked = (await readReport(db, id, 'check'))?.source ?? null
  return checked === null || isShared(checked) ? 'shared' : checked
}

const isShared = (source: string | null): boolean => SHARED_KEYS.some((key) => key === source)

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

/** Deletes an upload that is not an export. @throws bad_request that says what the file is; conflict while bytes are missing */
async function readFormat({ db, uploads }: Pick<Dependencies, 'db' | 'uploads'>, upload: ExportUpload): Promise<ExportFormat> {
  const head = await readUploadHead(uploads, upload)
  if (head === null) throw new AppError('conflict', 'This upload has not arrived yet.')
  const found = readExportHead(head)
  if ('format' in found) return found.format
  await uploads.remove(upload.id)
  await deleteExportUpload(db, upload.id)
  throw new AppError('bad_request', found.problem)
}

/** @throws bad_request */
async function requireCategories(db: Database, { categories }: ImportChoices): Promise<void> {
  for (const ours of new Set(categories.map((category) => category.ours))) {
    if (ours !== 'uncategorized' && !(await isCategory(db, ours)))
      throw new AppError('bad_request', 'Please choose one of the categories of this blog.', { field: 'categories' })
  }
}

/** @throws bad_request */
function requireSite({ format }: ImportRow, { site, fetchesPictures }: ImportChoices): void {
  if (format === 'ghost' && site === null && fetchesPictures)
    throw new AppError(
      'bad_request',
      'An export of Ghost does not say where the old blog is. Please write its address, or go without pictures.',
      {
        field: 'site',
      },
    )
}

const COLUMNS = ['what', 'post', 'address', 'why'] as const

/** Spreadsheets treat text with such a first character as a formula, and the text comes from an untrusted file. */
const FORMULA = /^[=+\-@\t\r]/

const cell = (text: string): string => {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Returns the items that an import could not fetch or convert as CSV (RFC 4180). */
export const toMissingList = (missing: readonly MissingItem[]): string =>
  [COLUMNS, ...missing.map((item) => COLUMNS.map((column) => item[column] ?? ''))].map((row) => `${row.map(cell).join(',')}\r\n`).join('')

/** File extensions; the stored name of an upload has none. */
const ENDINGS = { wordpress: 'xml', ghost: 'json', kindred: 'zip' } as const

const toDate = (at: number) => new Date(at).toISOString()

const toListedImport = (row: ImportRow): ListedImport => ({
  _id: row.id,
  fileName: `${row.file_name}.${ENDINGS[row.format]}`,
  bytes: row.bytes,
  format: row.format,
  state: row.state,
  isStopping: row.is_stopping === 1,
  choices: JSON.parse(row.choices) as ImportChoices,
  progress: row.progress === null ? null : (JSON.parse(row.progress) as ImportProgress),
  message: row.message,
  createdAt: toDate(row.created_at),
  startedAt: row.started_at === null ? null : toDate(row.started_at),
  endedAt: row.ended_at === null ? null : toDate(row.ended_at),
  deletedAt: toDate(row.updated_at + IMPORT_TTL_MS),
})

interface Reports {
  readonly check: ImportReportData | null
  readonly result: ImportReportData | null
}

const toImportDetail = (row: ImportRow, { check, result }: Reports): ImportDetail => ({
  ...toListedImport(row),
  check: check && withFirstLines(check),
  result: result && withFirstLines(result),
})

const withFirstLines = (report: ImportReportData): ShownReport => ({
  ...report,
  notes: report.notes.map(({ kind, count, lines }) => ({
    kind,
    heading: NOTE_KINDS[kind],
    count,
    lines: lines.slice(0, IMPORT_SHOWN_LINES),
  })),
  missing: report.missing.slice(0, IMPORT_SHOWN_LINES),
})

/** Starts with a byte order mark, by which spreadsheets recognise UTF-8. */
const toCsv = (missing: readonly MissingItem[]): string => `\uFEFF${toMissingList(missing)}`
