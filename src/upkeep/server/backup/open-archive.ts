import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { z } from 'zod'
import { AppError } from '#platform/contract/errors.ts'
import { findUsedFolders } from '#media/server/index.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { isKnownMigration, isMigrationOf01, migrate, migrateTo, newerSchemaMessage } from '#platform/database/migrate.ts'
import { type BackupHead, backupHead, type BackupManifest, backupManifest, FORMAT_VERSION } from './archive-format.ts'
import { type ArchiveMember, brokenArchive, type LargeMember, readArchive } from './archive-reader.ts'
import { sha256 } from './archive-writer.ts'
import { insertRows } from './insert-rows.ts'
import { unpackRows } from './pack-rows.ts'
import { readShapes, type TableShape } from './read-rows.ts'

/** A backup, read completely. */
export interface OpenedArchive {
  readonly manifest: BackupManifest
  /** A temporary SQLite database with the rows; migrated to the schema of this version if there are no problems. */
  readonly rows: Database
  /** SHA-256 of every file, by its key. */
  readonly files: ReadonlyMap<string, string>
  /** Missing pictures that a post or a profile shows. */
  readonly missingPictures: readonly string[]
  /** Problems of the backup, a line each; empty for a good one. */
  readonly problems: readonly string[]
  /** Deletes the unpacked rows. */
  readonly close: () => Promise<void>
}

/**
 * Reads a backup and checks all of it without touching the blog: inserts the rows into the tables, keys and checks of the
 * schema they were written with.
 * @param scratch an existing folder with room for the rows
 * @throws bad_request when the rest cannot be read, conflict for a backup of a newer version
 */
export async function openArchive(path: string, scratch: string): Promise<OpenedArchive> {
  const folder = await mkdtemp(join(scratch, SCRATCH_PREFIX))
  const rows = await openDatabase(`sqlite:${join(folder, 'rows.sqlite')}`)
  const close = async () => {
    await rows.destroy()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const reading = new Reading(rows)
    // The database is temporary. Foreign keys are checked at the end, so the order of rows does not matter.
    await sql`pragma synchronous = off`.execute(rows)
    await sql`pragma foreign_keys = off`.execute(rows)
    for await (const member of readArchive(path)) await reading.take(member)
    const manifest = await reading.finish()
    await sql`pragma foreign_keys = on`.execute(rows)
    if (reading.problems.length === 0) await migrate(rows)
    const missingPictures = reading.problems.length === 0 ? await findMissingPictures(rows, manifest) : []
    return { manifest, rows, files: reading.files, missingPictures, problems: reading.problems, close }
  } catch (error) {
    await close()
    if (error instanceof AppError) throw error
    throw new AppError('unavailable', `The backup could not be read, and nothing was changed: ${(error as Error).message}`)
  }
}

/** A killed restore may leave folders of this prefix in the data folder. */
export const SCRATCH_PREFIX = '.kindred-reading-'

/** Further problems are only counted, to keep the list readable. */
const PROBLEMS_SHOWN = 20

const NO_HEAD = 'It is no backup of Kindred: it does not begin like one.'
const OF_0_1 =
  'This backup was made by version 0.1. Nothing was changed. Please restore it with that version, and then start this one on its data folder.'
const AFTER_SUMS = 'Something comes after its checksums.'

class Reading {
  readonly problems: string[] = []
  readonly files = new Map<string, string>()
  readonly #rows: Database
  readonly #sums = new Map<string, string>()
  readonly #counts = new Map<string, number>()
  #head: BackupHead | undefined
  #tables: TableShape[] = []
  #statedSums: { text: string; hash: string } | undefined
  #manifest: BackupManifest | undefined
  #fileBytes = 0

  constructor(rows: Database) {
    this.#rows = rows
  }

  async take(member: ArchiveMember | LargeMember): Promise<void> {
    if (this.#manifest) throw brokenArchive('Something comes after its end.')
    if ('stream' in member) await this.#takeLarge(member)
    else await this.#takeSmall(member)
  }

  async #takeLarge({ name, is, size, stream }: LargeMember): Promise<void> {
    if (!this.#head) throw brokenArchive(NO_HEAD)
    if (this.#statedSums) throw brokenArchive(AFTER_SUMS)
    const hash = createHash('sha256')
    for await (const chunk of stream) hash.update(chunk)
    this.#sums.set(name, hash.digest('hex'))
    this.files.set(is.key, this.#sums.get(name) ?? '')
    this.#fileBytes += size
  }

  async #takeSmall(member: ArchiveMember): Promise<void> {
    const { name, is, bytes } = member
    if (!this.#head && is.kind !== 'head') throw brokenArchive(NO_HEAD)
    if (is.kind === 'manifest') {
      this.#manifest = parseJson(bytes, backupManifest, 'manifest')
      return
    }
    if (is.kind === 'sums') {
      this.#statedSums = { text: bytes.toString('utf8'), hash: sha256(bytes) }
      return
    }
    if (this.#statedSums) throw brokenArchive(AFTER_SUMS)
    this.#sums.set(name, sha256(bytes))
    if (is.kind === 'head') await this.#takeHead(bytes)
    else if (is.kind === 'part') await this.#takePart(is.table, member)
    else {
      this.files.set(is.key, this.#sums.get(name) ?? '')
      this.#fileBytes += bytes.byteLength
    }
  }

  /** Creates the schema before the first row is read. */
  async #takeHead(bytes: Buffer): Promise<void> {
    const head = parseJson(bytes, backupHead, 'beginning')
    const isOf01 = head.blogVersion.startsWith('0.1.') && isMigrationOf01(head.schema)
    if (isOf01) throw new AppError('conflict', OF_0_1)
    if (head.formatVersion > FORMAT_VERSION || !isKnownMigration(head.schema)) {
      throw new AppError('conflict', newerSchemaMessage('This backup', head.schema))
    }
    this.#head = head
    await migrateTo(this.#rows, head.schema)
    this.#tables = await readShapes(this.#rows)
  }

  async #takePart(name: string, member: ArchiveMember): Promise<void> {
    const table = this.#tables.find((known) => known.name === name)
    if (!table) throw brokenArchive(`It has rows of a table '${name}' that its version of the blog does not have.`)
    try {
      const rows = await unpackRows(member.bytes, table.columns)
      await this.#rows.transaction().execute((trx) => insertRows(trx, table, rows))
      this.#counts.set(name, (this.#counts.get(name) ?? 0) + rows.length)
    } catch (error) {
      this.#add(`${member.name} ${(error as Error).message}.`)
    }
  }

  async finish(): Promise<BackupManifest> {
    const manifest = this.#manifest
    if (!manifest || !this.#statedSums || !this.#head) throw brokenArchive('It ends too early: the file was cut off, or was never whole.')
    if (manifest.schema !== this.#head.schema) throw brokenArchive('Its beginning and its end name different schemas.')
    this.#compareSums(manifest, this.#statedSums)
    this.#compareCounts(manifest)
    await this.#checkKeys()
    if (manifest.files) await this.#comparePictures(manifest.files.missing)
    if (this.problems.length > PROBLEMS_SHOWN) {
      const more = this.problems.splice(PROBLEMS_SHOWN).length
      this.problems.push(`… and ${more} more.`)
    }
    return manifest
  }

  #add(problem: string): void {
    this.problems.push(problem)
  }

  #compareSums(manifest: BackupManifest, stated: { text: string; hash: string }): void {
    if (stated.hash !== manifest.sums) this.#add('The list of checksums was changed since the backup was made.')
    const lines = new Map(
      stated.text.split('\n').flatMap((line): [string, string][] => (line === '' ? [] : [[line.slice(66), line.slice(0, 64)]])),
    )
    for (const [name, hash] of lines) {
      const found = this.#sums.get(name)
      if (found === undefined) this.#add(`${name} is missing.`)
      else if (found !== hash) this.#add(`${name} was changed since the backup was made: its checksum is wrong.`)
    }
    for (const name of this.#sums.keys()) if (!lines.has(name)) this.#add(`${name} was put in later: it has no checksum.`)
  }

  #compareCounts({ tables, files }: BackupManifest): void {
    for (const { name, columns } of this.#tables) {
      const stated = tables[name]
      const found = this.#counts.get(name) ?? 0
      if (!stated) this.#add(`The table ${name} is missing.`)
      else if (stated.rows !== found) this.#add(`${name} has ${found} rows; there were ${stated.rows}.`)
      const names = columns.map((column) => column.name)
      if (stated && stated.columns.toSorted().join() !== names.join())
        this.#add(`${name} has other columns than its schema: ${stated.columns.join(', ')}.`)
    }
    const unknown = Object.keys(tables).filter((name) => !this.#tables.some((table) => table.name === name))
    if (unknown.length > 0) this.#add(`Its manifest names tables that its schema does not have: ${unknown.join(', ')}.`)
    const stated = files ?? { count: 0, bytes: 0 }
    if (stated.count !== this.files.size || stated.bytes !== this.#fileBytes) {
      this.#add(`It has ${this.files.size} files of ${this.#fileBytes} bytes; there were ${stated.count} of ${stated.bytes}.`)
    }
  }

  async #checkKeys(): Promise<void> {
    const { rows } = await sql<{ table: string; parent: string; count: number }>`
      select "table", parent, count(*) as count from pragma_foreign_key_check group by 1, 2`.execute(this.#rows)
    for (const { table, parent, count } of rows) this.#add(`${table}: ${count} rows name rows of ${parent} that are not in the backup.`)
  }

  async #comparePictures(missing: readonly string[]): Promise<void> {
    const hasPictures = this.#tables.some((table) => table.name === 'pictures')
    const rows = hasPictures ? await this.#rows.selectFrom('pictures').select('folder').execute() : []
    const folders = new Set(rows.map((row) => row.folder))
    const withFiles = new Set([...this.files.keys()].map((key) => key.slice(0, key.indexOf('/'))))
    for (const folder of withFiles) if (!folders.has(folder)) this.#add(`files/${folder} belongs to no picture.`)
    for (const folder of folders) {
      if (!withFiles.has(folder) && !missing.includes(folder)) this.#add(`The picture files/${folder} is missing.`)
    }
  }
}

function parseJson<T>(bytes: Buffer, form: z.ZodType<T>, what: string): T {
  try {
    return form.parse(JSON.parse(bytes.toString('utf8')))
  } catch {
    throw brokenArchive(`Its ${what} is not that of a backup of Kindred.`)
  }
}

/** Limited, since each folder is a parameter of the query. */
const FOLDERS_AT_ONCE = 500

async function findMissingPictures(rows: Database, { files }: BackupManifest): Promise<string[]> {
  const missing = files?.missing ?? []
  const used: string[] = []
  for (let index = 0; index < missing.length; index += FOLDERS_AT_ONCE) {
    used.push(...(await findUsedFolders(rows, missing.slice(index, index + FOLDERS_AT_ONCE))))
  }
  return used.toSorted()
}
