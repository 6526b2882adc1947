import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { HOUR_MS } from '#platform/contract/limits.ts'
import { AppError } from '#platform/contract/errors.ts'
import { explainFullDisk, saysFullDisk } from '#platform/process/explain-full-disk.ts'
import { readFileAddress } from '#media/contract/file-address.ts'
import { readBlogVersion } from '#platform/process/project-folder.ts'
import type { FileStore, StoredFile } from '#platform/storage/file-store.ts'
import { type BackupHead, type BackupManifest, FORMAT_VERSION, HEAD_NAME, partName } from './archive-format.ts'
import { ArchiveWriter, PARTIAL_NAME } from './archive-writer.ts'
import { mapAhead } from './map-ahead.ts'
import { packRows } from './pack-rows.ts'
import { type Snapshot, withSnapshot } from './read-rows.ts'

export interface BackupOrder {
  readonly databaseUrl: string
  /** Null backs up the rows only. */
  readonly files: FileStore | null
  /** Path of the backup; its folder is created. */
  readonly path: string
  readonly now: () => number
  readonly signal?: AbortSignal
}

export interface BackupSummary {
  readonly path: string
  readonly bytes: number
  readonly manifest: Omit<BackupManifest, 'sums'>
  /** Number of pictures that were gone when their files were copied. */
  readonly missing: number
}

/** Number of pictures read ahead of the one that is written, since buckets respond slowly. */
const FILES_AHEAD = 8
/** Space that must stay free: a full disk would stop the blog. */
const SPACE_RESERVE_BYTES = 100 * 1024 * 1024
/** A running backup writes all the time; a part this old belongs to a killed one. */
const PARTIAL_MAX_AGE_MS = HOUR_MS

/**
 * Writes one consistent archive while the blog serves: rows of one snapshot, then files, which never change once they are
 * stored. The archive gets the name `path` when it is complete and on the disk.
 * @throws conflict, unavailable with a line for the operator, or another error
 */
export async function createBackup(order: BackupOrder): Promise<BackupSummary> {
  try {
    const folder = dirname(order.path)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await removeStaleParts(folder, order.now())
    return await writeBackup(order, await ArchiveWriter.create(order.path))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    // System errors: the disk is full or read-only, or the database is unreachable.
    if (error instanceof AppError || typeof code !== 'string') throw error
    const why = explainFullDisk(error, dirname(order.path)) ?? `${message} (${order.path}).`
    throw new AppError('unavailable', `No backup was made: ${why}`)
  }
}

async function writeBackup(order: BackupOrder, writer: ArchiveWriter): Promise<BackupSummary> {
  try {
    const rows = await withSnapshot(order.databaseUrl, (snapshot) => writeRows(writer, snapshot, order))
    const written = order.files ? await writeFiles(writer, rows.pictures, { ...order, files: order.files }) : null
    order.signal?.throwIfAborted()
    const manifest = { ...rows.head, tables: rows.tables, files: written && { count: written.count, bytes: written.bytes } }
    return { path: order.path, bytes: await writer.finish(manifest), manifest, missing: written?.missing ?? 0 }
  } catch (error) {
    await writer.abandon()
    throw error
  }
}

interface PictureRow {
  readonly folder: string
  readonly bytes: number
  /** Version 0.1 counted the print copy on its own. */
  readonly print_bytes?: number | null
}

interface WrittenRows {
  readonly head: BackupHead
  readonly tables: BackupManifest['tables']
  readonly pictures: readonly PictureRow[]
}

async function writeRows(writer: ArchiveWriter, snapshot: Snapshot, { now, signal }: BackupOrder): Promise<WrittenRows> {
  const head: BackupHead = {
    format: 'kindred-backup',
    formatVersion: FORMAT_VERSION,
    blogVersion: await readBlogVersion(),
    schema: snapshot.schema,
    createdAt: new Date(now()).toISOString(),
  }
  await writer.add(HEAD_NAME, Buffer.from(`${JSON.stringify(head, null, 2)}\n`))
  const tables: BackupManifest['tables'] = {}
  const pictures: PictureRow[] = []
  for (const table of snapshot.tables) {
    let rows = 0
    let parts = 0
    const batches = table.name === 'pictures' ? collectPictures(snapshot.rows(table), pictures) : snapshot.rows(table)
    for await (const part of packRows(batches)) {
      signal?.throwIfAborted()
      parts += 1
      rows += part.rows
      await writer.add(partName(table.name, parts), part.bytes)
    }
    tables[table.name] = { columns: table.columns.map((column) => column.name), rows }
  }
  return { head, tables, pictures }
}

/** Passes rows on and collects the pictures to copy. */
async function* collectPictures<T>(batches: AsyncIterable<T[]>, pictures: PictureRow[]): AsyncGenerator<T[]> {
  for await (const rows of batches) {
    for (const row of rows as unknown as PictureRow[]) pictures.push({ folder: row.folder, bytes: row.bytes + (row.print_bytes ?? 0) })
    yield rows
  }
}

/**
 * Writes the files of pictures. They never change, but an unused or replaced one may be deleted between the snapshot and
 * its copy.
 */
async function writeFiles(
  writer: ArchiveWriter,
  pictures: readonly PictureRow[],
  order: BackupOrder & { readonly files: FileStore },
): Promise<NonNullable<BackupManifest['files']> & { readonly missing: number }> {
  const { files, path, signal } = order
  await requireSpace(
    dirname(path),
    pictures.reduce((sum, picture) => sum + picture.bytes, 0),
  )
  const missing = new Set<string>()
  const listings = mapAhead(pictures, FILES_AHEAD, async ({ folder }) => ({ folder, names: await files.list(folder) }))
  async function* keys() {
    for await (const { folder, names } of listings) {
      if (names.length === 0) missing.add(folder)
      for (const name of names) yield { folder, key: `${folder}/${name}` }
    }
  }
  let count = 0
  let bytes = 0
  const contents = mapAhead(keys(), FILES_AHEAD, async ({ folder, key }) => ({ folder, key, content: await openContent(files, key) }))
  for await (const { folder, key, content } of contents) {
    signal?.throwIfAborted()
    const written = content && (await writeContent(writer, `files/${key}`, content))
    if (written === undefined) {
      missing.add(folder)
      continue
    }
    count += 1
    bytes += written
  }
  return { count, bytes, missing: missing.size }
}

/** A picture in memory, or a larger file to stream. */
type Content = Uint8Array | StoredFile

/** Reads pictures into memory; other files may be large. */
const openContent = async (files: FileStore, key: string): Promise<Content | undefined> =>
  readFileAddress(`/files/${key}`) === null ? files.read(key) : files.find(key)

/** @returns the size in bytes; undefined if the file was deleted meanwhile */
async function writeContent(writer: ArchiveWriter, name: string, content: Content): Promise<number | undefined> {
  if (content instanceof Uint8Array) {
    await writer.add(name, content)
    return content.byteLength
  }
  const stream = await content.open()
  if (stream === undefined) return undefined
  await writer.addChunks(name, content.size, stream).finally(() => stream.destroy())
  return content.size
}

const NO_ROOM = 'There is not enough room'
/** Whether a message of `createBackup` or of the system says that the disk is full. */
export const saysNoRoom = (message: string): boolean => message.startsWith(NO_ROOM) || saysFullDisk(message)

async function requireSpace(folder: string, needed: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  if (free >= needed + SPACE_RESERVE_BYTES) return
  throw new AppError(
    'unavailable',
    `${NO_ROOM} in ${folder}: the pictures take ${sizeText(needed)}, and ${sizeText(free)} are free. No backup was made.`,
  )
}

async function removeStaleParts(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!PARTIAL_NAME.test(name)) continue
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: now }))
    if (mtimeMs < now - PARTIAL_MAX_AGE_MS) await rm(join(folder, name), { force: true })
  }
}

export const sizeText = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
