import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { AppError } from '#platform/contract/errors.ts'
import { FILE_TYPES, type FileEnding, type Remaining, type StoredFacts } from '#media/contract/file-address.ts'
import { cleanCalendar, cleanCaptions, cleanText } from './clean-text.ts'
import { convert, hasReader } from './convert.ts'
import { judgeFile } from './judge-file.ts'
import { type Remuxed, UnknownMedia } from './unknown-media.ts'

/** A file to clean: a video, audio file, captions or document. */
export interface CleaningOrder {
  readonly from: string
  /** Where the clean file is written. */
  readonly to: string
  /** Original name: any text. Its ending must match the content. */
  readonly name: string
  /** Converts a video or audio file with it; null to copy it as it is. */
  readonly ffmpegPath: string | null
}

export interface CleanedFile {
  readonly ending: FileEnding
  readonly facts: StoredFacts
  /** Whether ffmpeg can make a file of it that plays everywhere. */
  readonly isConvertible: boolean
}

/** Refused as it is, but ffmpeg can read it. */
export class ConvertibleMedia extends Error {}

const UNKNOWN =
  'This blog does not know this kind of film or sound, so it cannot remove the place and the name of the phone from it. Please send it as MP4 or MP3; most phones and computers can save it as that.'
const DAMAGED = 'This film or sound is damaged or incomplete. Please play it where it was recorded, and send it again.'

/**
 * Writes a copy of a file without metadata: who, where, when, with which device.
 * @throws ConvertibleMedia; bad_request with the reason, in words for the sender
 */
export async function cleanFile(order: CleaningOrder, onStep: () => void): Promise<CleanedFile> {
  const judged = await judgeFile(order.from, order.name)
  if (judged.kind === 'played') return order.ffmpegPath === null ? copyMedia(order, onStep) : convertMedia(order, order.ffmpegPath, onStep)
  const { ending, size } = judged
  const largest = largestOf(ending)
  if (size > largest) throw new AppError('bad_request', `This file is too large to be cleaned: at most ${largest / 1024 / 1024} MB.`)
  const { bytes, pages, remains = [] } = await cleanDocument(ending, await readFile(order.from))
  await writeFile(order.to, bytes)
  const facts = {
    bytes: bytes.byteLength,
    ...(pages === undefined ? {} : { pages }),
    ...(remains.length === 0 ? {} : { remains }),
    playsEverywhere: true,
  }
  return { ending, facts, isConvertible: false }
}

/** Cleaning reads the whole document into memory. */
const largestOf = (ending: FileEnding): number => (isText(ending) ? 20 : 50) * 1024 * 1024

const isText = (ending: FileEnding) => FILE_TYPES[ending].type.startsWith('text/')

interface CleanDocument {
  readonly bytes: Uint8Array
  readonly pages?: number
  readonly remains?: readonly Remaining[]
}

async function cleanDocument(ending: FileEnding, bytes: Uint8Array): Promise<CleanDocument> {
  // Each kind of file loads only what it needs, since every file has its own process.
  if (ending === 'pdf') return (await import('./clean-pdf.ts')).cleanPdf(bytes)
  if (ending === 'vtt') return { bytes: cleanCaptions(bytes) }
  if (ending === 'ics') return { bytes: cleanCalendar(bytes) }
  return isText(ending) ? { bytes: cleanText(bytes) } : (await import('./clean-office.ts')).cleanOffice(bytes)
}

async function copyMedia({ from, to }: CleaningOrder, onStep: () => void): Promise<CleanedFile> {
  const copied = await tryRemux(from, to, onStep)
  const isConvertible = copied?.playsEverywhere !== true && (await hasReader(from))
  if (copied !== null) return { ...(await withSize(to, copied)), isConvertible }
  throw isConvertible ? new ConvertibleMedia(UNKNOWN) : new AppError('bad_request', UNKNOWN)
}

async function convertMedia({ from, to }: CleaningOrder, ffmpegPath: string, onStep: () => void): Promise<CleanedFile> {
  const between = `${to}.converted`
  try {
    await convert({ ffmpegPath, from, to: between, onStep })
    const copied = await tryRemux(between, to, onStep)
    // Nothing to play was in it.
    if (copied === null) throw new AppError('bad_request', DAMAGED)
    return { ...(await withSize(to, copied)), isConvertible: false }
  } finally {
    await rm(between, { force: true })
  }
}

/** @returns null for a container or a codec that cannot be copied. @throws bad_request for a damaged file */
async function tryRemux(from: string, to: string, onStep: () => void): Promise<Remuxed | null> {
  const { remux } = await import('./remux.ts')
  try {
    return await remux(from, to, onStep)
  } catch (error) {
    if (error instanceof UnknownMedia) return null
    if (error instanceof AppError || isOfTheDisk(error)) throw error
    throw new AppError('bad_request', DAMAGED)
  }
}

const isOfTheDisk = (error: unknown) => error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

const withSize = async (path: string, { ending, ...facts }: Remuxed): Promise<Omit<CleanedFile, 'isConvertible'>> => ({
  ending,
  facts: { ...facts, bytes: (await stat(path)).size },
})
