import { createReadStream, createWriteStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createInflateRaw } from 'node:zlib'
import { AppError } from '#platform/contract/errors.ts'

const FILES_MAX = 200_000
const DIRECTORY_MAX_BYTES = 64 * 1024 * 1024
/** Text shrinks to a fifth, pictures and films not at all. A zip bomb grows a thousandfold. */
const GROWTH_MAX = 4
const GROWTH_ROOM_BYTES = 256 * 1024 * 1024

const refuse = (message: string) => new AppError('bad_request', message)
const INCOMPLETE = 'This archive is incomplete or damaged. Please download or copy it once more.'

/** Signatures of the records. */
const [LOCAL_HEADER, DIRECTORY_RECORD, END, END_64_LOCATOR] = [0x04034b50, 0x02014b50, 0x06054b50, 0x07064b50]

interface Entry {
  readonly name: string
  readonly method: number
  readonly crc: number
  readonly packed: number
  readonly size: number
  /** Position of its local header. */
  readonly offset: number
}

/**
 * Unpacks a zip file into a new folder. Names, number and sizes are checked before anything is written, contents while they
 * are; after a failure the folder is gone.
 * @returns the folder with the files; the path itself if it is no zip file
 * @throws bad_request in a sentence for the admin
 */
export async function unpackArchive(path: string, folder: string): Promise<string> {
  const file = await open(path, 'r').catch(() => null)
  // `openSource` says why.
  if (file === null) return path
  try {
    if (!(await isZip(file))) return path
    const { size } = await file.stat()
    const entries = await readDirectory(file, size)
    checkEntries(entries, size)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    for (const entry of entries) if (!entry.name.endsWith('/')) await unpackEntry({ path, file, folder, size }, entry)
    return await findRoot(folder)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  } finally {
    await file.close()
  }
}

async function isZip(file: FileHandle): Promise<boolean> {
  if (!(await file.stat()).isFile()) return false
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
  return bytesRead === 4 && [LOCAL_HEADER, END].includes(buffer.readUInt32LE(0))
}

/** @throws bad_request beyond the end of the file */
async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
  if (bytesRead < length) throw refuse(INCOMPLETE)
  return buffer
}

const END_BYTES = 22
const COMMENT_MAX_BYTES = 65_535

async function readDirectory(file: FileHandle, size: number): Promise<Entry[]> {
  const tail = await readAt(file, Math.max(0, size - END_BYTES - COMMENT_MAX_BYTES), Math.min(size, END_BYTES + COMMENT_MAX_BYTES))
  const at = tail.lastIndexOf('PK\x05\x06', -END_BYTES, 'latin1')
  if (at === -1) throw refuse(INCOMPLETE)
  let [count, length, offset] = [tail.readUInt16LE(at + 10), tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)]
  if (count === 0xff_ff || offset === 0xff_ff_ff_ff) {
    const locator = tail.subarray(Math.max(0, at - 20), at)
    if (locator.length < 20 || locator.readUInt32LE(0) !== END_64_LOCATOR) throw refuse(INCOMPLETE)
    const end = await readAt(file, Number(locator.readBigUInt64LE(8)), 56)
    ;[count, length, offset] = [end.readBigUInt64LE(32), end.readBigUInt64LE(40), end.readBigUInt64LE(48)].map(Number) as [
      number,
      number,
      number,
    ]
  }
  if (count > FILES_MAX || length > DIRECTORY_MAX_BYTES)
    throw refuse(`This archive holds more than ${FILES_MAX} files, which no blog does.`)
  return parseDirectory(await readAt(file, offset, length), count)
}

function parseDirectory(directory: Buffer, count: number): Entry[] {
  const entries: Entry[] = []
  try {
    for (let at = 0; entries.length < count;) {
      const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) => directory.readUInt16LE(at + field)) as [
        number,
        number,
        number,
      ]
      if (directory.readUInt32LE(at) !== DIRECTORY_RECORD) throw refuse(INCOMPLETE)
      const name = directory.toString('utf8', at + 46, at + 46 + nameLength)
      if ((directory.readUInt16LE(at + 8) & 1) === 1) throw refuse('This archive is locked with a password. Please make one without.')
      const fields = {
        packed: directory.readUInt32LE(at + 20),
        size: directory.readUInt32LE(at + 24),
        offset: directory.readUInt32LE(at + 42),
      }
      const extra = directory.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength)
      entries.push({
        name,
        method: directory.readUInt16LE(at + 10),
        crc: directory.readUInt32LE(at + 16),
        ...withLargeFields(fields, extra),
      })
      at += 46 + nameLength + extraLength + commentLength
    }
  } catch (error) {
    throw error instanceof AppError ? error : refuse(INCOMPLETE)
  }
  return entries
}

type Fields = Pick<Entry, 'packed' | 'size' | 'offset'>

/** Fields that do not fit into 32 bits are in the ZIP64 record of the extra field, in this order. */
function withLargeFields({ packed, size, offset }: Fields, extra: Buffer): Fields {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue
    let next = at + 4
    const large = (value: number) => (value === 0xff_ff_ff_ff ? Number(extra.readBigUInt64LE((next += 8) - 8)) : value)
    const unpacked = large(size)
    return { size: unpacked, packed: large(packed), offset: large(offset) }
  }
  return { packed, size, offset }
}

/** Letters of any script, but no way out of the folder and nothing that one of the common systems cannot name. */
const SAFE_NAME = /^(?:(?!\.{1,2}(?:\/|$))[^/\\:\p{Cc}]{1,255}(?:\/|$)){1,20}$/u

function checkEntries(entries: readonly Entry[], fileSize: number): void {
  const names = new Set<string>()
  for (const { name } of entries) {
    if (!SAFE_NAME.test(name))
      throw refuse(`This archive names a file outside of its folder, ‘${name.slice(0, 100)}’. Nothing of it was taken over.`)
    const same = name.normalize('NFC').toLowerCase()
    if (names.has(same)) throw refuse(`This archive holds ‘${name.slice(0, 100)}’ twice. Nothing of it was taken over.`)
    names.add(same)
  }
  const sum = (field: 'packed' | 'size') => entries.reduce((total, entry) => total + entry[field], 0)
  if (sum('packed') > fileSize) throw refuse(INCOMPLETE)
  if (sum('size') > fileSize * GROWTH_MAX + GROWTH_ROOM_BYTES)
    throw refuse('Unpacked, this archive would be many times as large as it is. Nothing of it was taken over.')
}

interface Archive {
  readonly path: string
  readonly file: FileHandle
  readonly folder: string
  readonly size: number
}

async function unpackEntry(
  { path, file, folder, size: fileSize }: Archive,
  { name, method, crc, packed, size, offset }: Entry,
): Promise<void> {
  const damaged = () => refuse(`‘${name}’ in this archive is damaged. Please download or copy it once more.`)
  const header = await readAt(file, offset, 30)
  const start = offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
  if (header.readUInt32LE(0) !== LOCAL_HEADER || start + packed > fileSize || (method !== 0 && method !== 8)) throw damaged()
  const found = { crc: 0, size: 0 }
  const meter = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      found.size += chunk.length
      found.crc = crc32(chunk, found.crc)
      if (found.size > size) throw damaged()
      yield chunk
    }
    if (found.size !== size || found.crc !== crc) throw damaged()
  }
  const target = join(folder, name)
  const source = packed === 0 ? Readable.from([]) : createReadStream(path, { start, end: start + packed - 1 })
  const write = () => createWriteStream(target, { flags: 'wx', mode: 0o600 })
  try {
    await mkdir(dirname(target), { recursive: true })
    await (method === 0 ? pipeline(source, meter, write()) : pipeline(source, createInflateRaw(), meter, write()))
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    // Two names may be one to the file system, and a name may be a file and a folder.
    throw /^(Z_.*|EEXIST|ENOTDIR|EISDIR)$/.test(code) ? damaged() : error
  }
}

/** An archive that was unpacked and packed again may hold its files in a folder of its own, and what macOS adds. */
async function findRoot(folder: string): Promise<string> {
  const entries = (await readdir(folder, { withFileTypes: true })).filter(({ name }) => name !== '__MACOSX' && !name.startsWith('.'))
  const [only] = entries
  return entries.length === 1 && only?.isDirectory() === true && !/^_?posts$/.test(only.name) ? join(folder, only.name) : folder
}
