import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { fileKey, type FileEnding, FILE_TYPES, mediaFactsOf, type StoredFacts } from '#media/contract/file-address.ts'
import { judgeFile } from '#media/server/cleaning/judge-file.ts'
import type { FileToClean, MediaWorkers } from '#media/server/cleaning/media-workers.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { FileStore } from '#platform/storage/file-store.ts'
import { createPicture, deletePicture } from './pictures.store.ts'
import { safeFileName } from './store-picture.ts'

export interface FileParts {
  readonly db: Database
  readonly files: FileStore
  readonly workers: Pick<MediaWorkers, 'cleanFile'>
  readonly now: () => number
}

/** A video, audio file or document. */
interface NewFile {
  readonly from: FileToClean['from']
  /** Original name: any text. Its ending must match the content. */
  readonly name: string
  readonly userId: string
  readonly onConvert?: () => void
}

/** A file of another blog, on the local disk. */
type ImportedFile = NewFile & { readonly from: string }

/**
 * Stores a copy of a video, audio file or document without metadata. Its audience is determined as for a picture.
 * @returns the address
 * @throws bad_request with the reason when the blog stores no such files; unavailable when the workers were closed
 */
export async function storeFile({ workers, ...parts }: FileParts, { from, onConvert, ...file }: NewFile): Promise<string> {
  const clean = await workers.cleanFile({ from, name: file.name, onConvert })
  try {
    return await storeCleanFile(parts, { ...file, ...clean })
  } finally {
    await rm(clean.path, { force: true })
  }
}

/**
 * The same for a file of another blog. A document that cannot be cleaned is stored unchanged: it was readable there, and
 * links lead to it; readers download it. Videos and audio files are always cleaned (decision 86).
 */
export async function storeImportedFile(parts: FileParts, file: ImportedFile): Promise<string> {
  try {
    return await storeFile(parts, file)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'bad_request')) throw error
    const judged = await judgeFile(file.from, file.name, { isImported: true })
    if (judged.kind === 'played' || FILE_TYPES[judged.ending].kind !== 'document') throw error
    const { ending, size: bytes } = judged
    return storeCleanFile(parts, { ...file, path: file.from, ending, facts: { bytes, remains: ['names'], playsEverywhere: true } })
  }
}

interface CleanFile extends Pick<NewFile, 'name' | 'userId'> {
  readonly path: string
  readonly ending: FileEnding
  readonly facts: StoredFacts
}

const TOO_LONG =
  'This file says that it lasts longer than eleven days, or has more pages or pixels than a file can have. Please send another one.'

/** Stores a file as it is, without holding it in memory. @throws bad_request for facts that no address can hold */
export async function storeCleanFile(
  { db, files, now }: Omit<FileParts, 'workers'>,
  { path, name, userId, ending, facts }: CleanFile,
): Promise<string> {
  const at = now()
  const folder = randomBytes(12).toString('base64url')
  const key = fileKey({ folder, name: `${at}-${safeFileName(name, 'file')}`, ending, facts })
  const address = `/files/${key}`
  if (mediaFactsOf(address) === null) throw new AppError('bad_request', TOO_LONG)
  await createPicture(db, { folder, user_id: userId, kind: 'file', address, bytes: facts.bytes, created_at: at })
  try {
    await files.copyIn(key, path)
  } catch (error) {
    await files.removeFolder(folder)
    await deletePicture(db, folder)
    throw error
  }
  return address
}
