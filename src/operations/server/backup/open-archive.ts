import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import { AppError } from '#platform/contract/errors.ts'
import { type Database, NAMELESS_DATABASE, openDatabase } from '#platform/database/database.ts'
import { isKnownMigration, isMigrationOf01, migrate, migrateTo, newerSchemaMessage } from '#platform/database/migrate.ts'
import { explainFullDisk } from '#platform/process/explain-full-disk.ts'
import { type BackupHead, backupHead, type BackupManifest, backupManifest, FORMAT_VERSION, rowsMaxBytes } from './archive-format.ts'
import { type ArchiveMember, brokenArchive, CUT_OFF, isCutOff, readArchive } from './archive-reader.ts'
import type { ArchiveSource } from './archive-source.ts'
import { sha256 } from './archive-writer.ts'
import { cleanRow } from './clean-row.ts'
import { insertRows } from './insert-rows.ts'
import { parseRows, unpackPart } from './pack-rows.ts'
import { readShapes, type TableShape } from './read-rows.ts'

/** A backup, read completely and found whole. */
export interface OpenedArchive {
  readonly source: ArchiveSource
  readonly manifest: BackupManifest
  /** A temporary SQLite database with the rows, cleaned and migrated to the schema of this version. */
  readonly rows: Database
  /** Whole files by their key. */
  readonly files: ReadonlyMap<string, ArchivedFile>
  /** Keys of files that are damaged or of no picture, and are left out, and of pictures that lack a file. */
  readonly leftOut: readonly string[]
  readonly close: () => Promise<void>
}

export interface ArchivedFile {
  readonly size: number
  /** SHA-256 */
  readonly sum: string
}

export interface OpenOptions {
  /** Of this blog: bodies are cleaned as if they were written here. */
  readonly publicUrl: string
  /** Folder of the temporary database. */
  readonly dataDir: string
}

/**
 * Reads a backup and checks all of it without touching the blog: inserts the rows into the tables, keys and checks of the
 * schema they were written with.
 * @throws bad_request for a damaged one, conflict for one of a newer version
 */
export async function openArchive(source: ArchiveSource, options: OpenOptions): Promise<OpenedArchive> {
  const rows = await openDatabase(NAMELESS_DATABASE)
  const close = () => rows.destroy()
  try {
    const reading = new Reading(rows, options)
    // Foreign keys are checked at the end, so the order of rows does not matter.
    await sql`pragma synchronous = off`.execute(rows)
    await sql`pragma foreign_keys = off`.execute(rows)
    for await (const member of readArchive(source)) await reading.take(member)
    const { manifest, problems } = await reading.finish()
    if (problems.length > 0) throw damaged(source, problems)
    await sql`pragma foreign_keys = on`.execute(rows)
    await migrate(rows)
    const leftOut = reading.leaveOut(await listPictures(rows), manifest)
    return { source, manifest, rows, files: reading.files, leftOut, close }
  } catch (error) {
    await close()
    if (error instanceof AppError) throw error
    if (isCutOff(error)) throw brokenArchive(CUT_OFF)
    const why = explainFullDisk(error, options.dataDir) ?? (error as Error).message
    throw new AppError('unavailable', `The backup could not be read, and nothing was changed: ${why}`)
  }
}

/** Further problems are only counted, to keep the list readable. */
const PROBLEMS_SHOWN = 20

function damaged({ name }: ArchiveSource, problems: readonly string[]): AppError {
  const more = problems.length - PROBLEMS_SHOWN
  const lines = [...problems.slice(0, PROBLEMS_SHOWN), ...(more > 0 ? [`… and ${more} more.`] : [])]
  return brokenArchive([`${name} is damaged; nothing was changed:`, ...lines.map((line) => `  ${line}`)].join('\n'))
}

const NO_HEAD = 'It is no backup of Kindred: it does not begin like one.'
const OF_0_1 =
  'This backup was made by version 0.1. Nothing was changed. Please restore it with that version, and then start this one on its data folder.'
const TOO_MUCH = 'It unpacks to far more than any blog that is packed so well. Nothing was changed.'

class Reading {
  readonly files = new Map<string, ArchivedFile>()
  readonly #problems: string[] = []
  readonly #leftOut = new Set<string>()
  readonly #rows: Database
  readonly #options: OpenOptions
  /** SHA-256 of each member. */
  readonly #sums = new Map<string, string>()
  #head: BackupHead | undefined
  #tables: TableShape[] = []
  #statedSums: { text: string; hash: string } | undefined
  #manifest: BackupManifest | undefined
  #packedBytes = 0
  #unpackedBytes = 0

  constructor(rows: Database, options: OpenOptions) {
    this.#rows = rows
    this.#options = options
  }

  async take(member: ArchiveMember): Promise<void> {
    const { name, is } = member
    if (this.#manifest) throw brokenArchive('Something comes after its end.')
    if (!this.#head && is.kind !== 'head') throw brokenArchive(NO_HEAD)
    if (this.#statedSums && is.kind !== 'manifest') throw brokenArchive('Something comes after its checksums.')
    if (is.kind === 'file') return this.#takeFile(name, is.key, member)
    const bytes = await member.bytes()
    if (is.kind === 'manifest') this.#manifest = parseJson(bytes, backupManifest, 'manifest')
    else if (is.kind === 'sums') this.#statedSums = { text: bytes.toString('utf8'), hash: sha256(bytes) }
    else {
      this.#sums.set(name, sha256(bytes))
      await (is.kind === 'head' ? this.#takeHead(bytes) : this.#takePart(is.table, name, bytes))
    }
  }

  async #takeFile(name: string, key: string, { size, stream }: ArchiveMember): Promise<void> {
    const hash = createHash('sha256')
    for await (const chunk of stream) hash.update(chunk)
    const sum = hash.digest('hex')
    this.#sums.set(name, sum)
    this.files.set(key, { size, sum })
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

  async #takePart(name: string, memberName: string, bytes: Buffer): Promise<void> {
    const table = this.#tables.find((known) => known.name === name)
    if (!table) throw brokenArchive(`It has rows of a table '${name}' that its version of the blog does not have.`)
    try {
      const part = await unpackPart(bytes)
      this.#packedBytes += bytes.byteLength
      this.#unpackedBytes += part.byteLength
      const rows = parseRows(part, table.columns).map((row) => cleanRow(name, row, this.#options.publicUrl))
      if (this.#unpackedBytes <= rowsMaxBytes(this.#packedBytes))
        await this.#rows.transaction().execute((trx) => insertRows(trx, table, rows))
    } catch (error) {
      if (explainFullDisk(error, this.#options.dataDir) !== undefined) throw error
      this.#problems.push(`${memberName} ${(error as Error).message}.`)
    }
    if (this.#unpackedBytes > rowsMaxBytes(this.#packedBytes)) throw brokenArchive(TOO_MUCH)
  }

  async finish(): Promise<{ manifest: BackupManifest; problems: readonly string[] }> {
    const manifest = this.#manifest
    if (!manifest || !this.#statedSums || !this.#head) throw brokenArchive(CUT_OFF)
    if (manifest.schema !== this.#head.schema) throw brokenArchive('Its beginning and its end name different schemas.')
    this.#compareSums(manifest, this.#statedSums)
    await this.#checkKeys()
    return { manifest, problems: this.#problems }
  }

  /** The checksums tell whether anything was changed, added or taken away. One file is no reason to give up all others. */
  #compareSums(manifest: BackupManifest, stated: { text: string; hash: string }): void {
    if (stated.hash !== manifest.sums) this.#problems.push('The list of checksums was changed since the backup was made.')
    const lines = new Map(
      stated.text.split('\n').flatMap((line): [string, string][] => (line === '' ? [] : [[line.slice(66), line.slice(0, 64)]])),
    )
    for (const name of new Set([...lines.keys(), ...this.#sums.keys()])) {
      const [listed, found] = [lines.get(name), this.#sums.get(name)]
      if (listed === found) continue
      if (name.startsWith('files/')) this.#leaveOut(name.slice('files/'.length))
      else if (found === undefined) this.#problems.push(`${name} is missing.`)
      else if (listed === undefined) this.#problems.push(`${name} was put in later: it has no checksum.`)
      else this.#problems.push(`${name} was changed since the backup was made: its checksum is wrong.`)
    }
  }

  /**
   * @param pictures by their folder
   * @returns the keys of all files that are left out, also of those that belong to no picture, and of pictures that lack a file
   */
  leaveOut(pictures: ReadonlyMap<string, Picture>, { files }: BackupManifest): readonly string[] {
    for (const key of this.files.keys()) if (!pictures.has(folderOf(key))) this.#leaveOut(key)
    const named = new Set(Array.from(this.#leftOut, folderOf))
    const present = new Map<string, number>()
    for (const [key, { size }] of this.files) present.set(folderOf(key), (present.get(folderOf(key)) ?? 0) + size)
    for (const [folder, { key, bytes }] of files === null ? [] : pictures)
      if ((present.get(folder) ?? 0) < bytes && !named.has(folder)) this.#leftOut.add(key)
    return [...this.#leftOut].toSorted()
  }

  #leaveOut(key: string): void {
    this.files.delete(key)
    this.#leftOut.add(key)
  }

  async #checkKeys(): Promise<void> {
    const { rows } = await sql<{ table: string; parent: string; count: number }>`
      select "table", parent, count(*) as count from pragma_foreign_key_check group by 1, 2`.execute(this.#rows)
    for (const { table, parent, count } of rows)
      this.#problems.push(`${table}: ${count} rows name rows of ${parent} that are not in the backup.`)
  }
}

export const folderOf = (key: string): string => key.slice(0, key.indexOf('/'))

interface Picture {
  /** Of the file that its address names. */
  readonly key: string
  /** Of all its files together. */
  readonly bytes: number
}

/** @returns each picture by its folder */
async function listPictures(rows: Database): Promise<ReadonlyMap<string, Picture>> {
  const pictures = await rows.selectFrom('pictures').select(['folder', 'address', 'bytes']).execute()
  return new Map(pictures.map(({ folder, address, bytes }) => [folder, { key: address.replace('/files/', ''), bytes }]))
}

function parseJson<T>(bytes: Buffer, form: z.ZodType<T>, what: string): T {
  try {
    return form.parse(JSON.parse(bytes.toString('utf8')))
  } catch {
    throw brokenArchive(`Its ${what} is not that of a backup of Kindred.`)
  }
}
