import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { AppError } from '#platform/contract/errors.ts'

const FILES_MAX = 200_000
/** Text shrinks to a fifth, pictures and videos not at all. A zip bomb grows a thousandfold. */
const GROWTH_MAX = 4
const GROWTH_ROOM_BYTES = 256 * 1024 * 1024

const refuse = (message: string) => new AppError('bad_request', message)
const damaged = (what: string) =>
  refuse(`${what} Please download or copy the archive once more; if it is the same again, make a new one in the old blog.`)

/**
 * Unpacks a zip file into a new folder. Names, number and sizes are checked before anything is written, contents while they
 * are; after a failure the folder is gone.
 * @returns the folder with the files; the path itself if it is no zip file
 * @throws bad_request in a sentence for the admin
 */
export async function unpackArchive(path: string, folder: string): Promise<string> {
  if (!(await isZip(path))) return path
  const zip = await openPromise(path, { autoClose: false }).catch(() => {
    throw damaged('This archive ends too early: only a part of it is here.')
  })
  try {
    const entries = await readEntries(zip)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    for (const entry of entries) if (!entry.fileName.endsWith('/')) await unpackEntry(zip, entry, folder)
    return await findRoot(folder)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  } finally {
    zip.close()
  }
}

/** False also for what cannot be opened: `openSource` says why. */
async function isZip(path: string): Promise<boolean> {
  const file = await open(path, 'r').catch(() => null)
  try {
    if (!(await file?.stat())?.isFile()) return false
    const head = await file?.read(Buffer.alloc(4), 0, 4, 0)
    return ['PK\x03\x04', 'PK\x05\x06'].includes(head?.buffer.toString('latin1') ?? '')
  } finally {
    await file?.close()
  }
}

/** Letters of any script, but no way out of the folder and nothing that one of the common systems cannot name. */
const SAFE_NAME = /^(?:(?!\.{1,2}(?:\/|$))[^/\\:\p{Cc}]{1,255}(?:\/|$)){1,20}$/u

async function readEntries(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > FILES_MAX) throw refuse(`This archive holds more than ${FILES_MAX} files, which no blog does.`)
  const entries = new Map<string, Entry>()
  try {
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName
      if (!SAFE_NAME.test(name)) throw outside(name)
      if (entry.isEncrypted()) throw refuse('This archive is locked with a password. Please make one without.')
      const same = name.normalize('NFC').toLowerCase()
      if (entries.has(same)) throw refuse(`This archive holds ‘${name.slice(0, 100)}’ twice. Nothing of it was taken over.`)
      entries.set(same, entry)
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    const [, name] = /^(?:invalid relative|absolute) path: (.*)$/s.exec((error as Error).message) ?? []
    throw name === undefined ? damaged('This archive is damaged.') : outside(name)
  }
  const all = [...entries.values()]
  const sum = (field: 'compressedSize' | 'uncompressedSize') => all.reduce((total, entry) => total + entry[field], 0)
  if (sum('compressedSize') > zip.fileSize) throw damaged('This archive is damaged.')
  if (sum('uncompressedSize') > zip.fileSize * GROWTH_MAX + GROWTH_ROOM_BYTES)
    throw refuse('Unpacked, this archive would be many times as large as it is. Nothing of it was taken over.')
  return all
}

const outside = (name: string) =>
  refuse(`This archive names a file outside of its folder, ‘${name.slice(0, 100)}’. Nothing of it was taken over.`)

async function unpackEntry(zip: ZipFile, entry: Entry, folder: string): Promise<void> {
  const target = join(folder, entry.fileName)
  let sum = 0
  const summed = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      sum = crc32(chunk, sum)
      yield chunk
    }
    if (sum !== entry.crc32) throw new Error('other sum')
  }
  try {
    await mkdir(dirname(target), { recursive: true })
    await pipeline(await zip.openReadStreamPromise(entry), summed, createWriteStream(target, { flags: 'wx', mode: 0o600 }))
  } catch (error) {
    const { code = '', syscall } = error as NodeJS.ErrnoException
    // Two names may be one to the file system, and a name may be a file and a folder. Other errors of the disk are its own.
    if (syscall === undefined || /^(EEXIST|ENOTDIR|EISDIR)$/.test(code)) throw damaged(`‘${entry.fileName}’ in this archive is damaged.`)
    throw error
  }
}

/** An archive that was unpacked and packed again may hold its files in a folder of its own, and what macOS adds. */
async function findRoot(folder: string): Promise<string> {
  const entries = (await readdir(folder, { withFileTypes: true })).filter(({ name }) => name !== '__MACOSX' && !name.startsWith('.'))
  const [only] = entries
  return entries.length === 1 && only?.isDirectory() === true && !/^_?posts$/.test(only.name) ? join(folder, only.name) : folder
}
