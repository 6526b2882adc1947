import { type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { AppError } from '#platform/contract/errors.ts'
import { DAY_MS } from '#platform/contract/limits.ts'
import { type ChildProcesses, openChildProcesses } from '#platform/process/child-processes.ts'
import type { Logger } from '#platform/process/logger.ts'
import { createPictureWorkers, type PictureWorkers } from '#media/server/files/picture-workers.ts'
import type { CleanedFile, CleaningOrder } from './clean-file.ts'
import { createMediaRunner, forkMediaWorker, Unknown } from './run-media-worker.ts'

export interface FileToClean {
  /** Path on the local disk, or its bytes, which are written there first. */
  readonly from: string | { readonly chunks: AsyncIterable<Uint8Array>; readonly size: number }
  /** Original name: any text. */
  readonly name: string
  /** Called when the codecs are changed, which may take hours. */
  readonly onConvert?: (() => void) | undefined
}

/** Cleans pictures, videos, audio files and documents in child processes. */
export interface MediaWorkers extends PictureWorkers {
  /** The caller deletes the file at `path`. @throws bad_request with the reason; unavailable when the workers were closed */
  readonly cleanFile: (file: FileToClean) => Promise<CleanedFile & { readonly path: string }>
}

interface Options {
  readonly logger?: Logger
  readonly processes?: ChildProcesses
  /** For files that are cleaned: the data folder, since the system's temporary folder may be in memory. */
  readonly folder: string
  readonly ffmpegPath: string | null
  /** Free room on the disk of a folder. */
  readonly freeBytes?: (folder: string) => Promise<number>
  readonly startWorker?: (processes: ChildProcesses) => ChildProcess
}

const FOLDER = 'cleaning'

const NO_ROOM = 'There is too little room left on the disk of this blog for a file of this size.'

/** On the local disk, beside the upload: the file, its clean copy, and one that ffmpeg makes or that is stored. */
const COPIES = 3

/**
 * Copies one file at a time, and converts another one meanwhile, each in a process of its own: the blog and its readers go on
 * as before, and a conversion of hours holds up nobody.
 */
export function createMediaWorkers({ folder, ffmpegPath, logger, startWorker = forkMediaWorker, ...options }: Options): MediaWorkers {
  const { processes = openChildProcesses(), freeBytes = freeBytesOf } = options
  const pictures = createPictureWorkers({ ...(logger && { logger }), processes })
  const [copying, converting] = [pLimit(1), pLimit(1)]
  const closing = new AbortController()
  const run = createMediaRunner({ ...(logger && { logger }), startWorker: () => startWorker(processes), closing: closing.signal })
  const place = join(folder, FOLDER)
  let prepared: Promise<void> | undefined
  const prepare = () => {
    prepared ??= prepareFolder(place)
    // The disk may have been full.
    prepared.catch(() => (prepared = undefined))
    return prepared
  }

  /** Writes the file to the local disk, if it is not there, and copies it. */
  async function copy(order: CleaningOrder, from: FileToClean['from']): Promise<CleanedFile> {
    const size = typeof from === 'string' ? (await stat(from)).size : from.size
    if ((await freeBytes(place)) < COPIES * size) throw new AppError('bad_request', NO_ROOM)
    if (typeof from !== 'string') await writeFile(order.from, from.chunks, { mode: 0o600 })
    return run(order)
  }

  async function cleanAt(order: CleaningOrder, { from, onConvert }: FileToClean): Promise<CleanedFile> {
    const copied = await copying(() => copy(order, from)).catch((error: unknown) =>
      error instanceof Unknown ? error : Promise.reject(error),
    )
    if (copied instanceof Unknown && ffmpegPath === null) throw new AppError('bad_request', copied.message)
    if (!(copied instanceof Unknown) && (!copied.isConvertible || ffmpegPath === null)) return copied
    onConvert?.()
    const to = `${order.to}.converted`
    try {
      const converted = await converting(() => run({ ...order, to, ffmpegPath }))
      await rename(to, order.to)
      return converted
    } catch (error) {
      await rm(to, { force: true })
      // A clean copy, which some devices play, is better than nothing.
      if (copied instanceof Unknown || !(error instanceof AppError && error.code === 'bad_request')) throw error
      return copied
    }
  }

  return {
    ...pictures,
    async cleanFile(file) {
      await prepare()
      const to = join(place, randomBytes(12).toString('hex'))
      const sent = `${to}.sent`
      try {
        const from = typeof file.from === 'string' ? file.from : sent
        return { ...(await cleanAt({ from, to, name: file.name, ffmpegPath: null }, file)), path: to }
      } catch (error) {
        await rm(to, { force: true })
        throw error
      } finally {
        await rm(sent, { force: true })
      }
    },
    close() {
      closing.abort()
      pictures.close()
    },
  }
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Deletes what a killed process left. Another process of the blog may be working here, too. */
async function prepareFolder(place: string): Promise<void> {
  await mkdir(place, { recursive: true, mode: 0o700 })
  for (const name of await readdir(place)) {
    const { mtimeMs } = await stat(join(place, name)).catch(() => ({ mtimeMs: Date.now() }))
    if (mtimeMs < Date.now() - DAY_MS) await rm(join(place, name), { recursive: true, force: true })
  }
}
