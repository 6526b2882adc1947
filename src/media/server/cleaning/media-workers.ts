import { type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { AppError } from '#platform/contract/errors.ts'
import { DAY_MS } from '#platform/contract/limits.ts'
import { type ChildProcesses, openChildProcesses } from '#platform/process/child-processes.ts'
import type { Logger } from '#platform/process/logger.ts'
import { projectFolder } from '#platform/process/project-folder.ts'
import { createPictureWorkers, type PictureWorkers } from '#media/server/files/picture-workers.ts'
import type { CleanedFile, CleaningOrder } from './clean-file.ts'
import type { MediaNews } from './media-worker.ts'
import { TOO_MUCH_MEMORY, TOO_MUCH_TIME } from './work-limits.ts'

interface FileToClean {
  /** Path on the local disk, or its bytes. */
  readonly from: string | AsyncIterable<Uint8Array>
  /** Original name: any text. */
  readonly name: string
  /** Called when the codecs are changed, which may take hours. */
  readonly onConvert?: (() => void) | undefined
}

/** Cleans pictures, films, sounds and papers in child processes. */
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
  readonly startWorker?: (processes: ChildProcesses) => ChildProcess
}

const FOLDER = 'cleaning'
const HEAP_MB = 192
/** A process that waits for something that never comes. One that is busy has other limits (work-limits.ts). */
const SILENCE_MS = 5 * 60_000

const TOO_COMPLEX = 'This file takes too much memory to read. Please send a simpler or shorter one.'
const TOO_LONG = 'This file takes too long to read. Please send a simpler or shorter one.'
const UNREADABLE = 'This file could not be read. Please send another one.'

class WorkerDied extends Error {}

/** Refused, unless it is converted. */
class Unknown extends Error {}

/**
 * Copies one file at a time, and converts another one meanwhile, each in a process of its own: the blog and its readers go on
 * as before, and a conversion of hours holds up nobody.
 */
export function createMediaWorkers({ folder, ffmpegPath, logger, startWorker = forkMediaWorker, ...options }: Options): MediaWorkers {
  const { processes = openChildProcesses() } = options
  const pictures = createPictureWorkers({ ...(logger && { logger }), processes })
  const [copying, converting] = [pLimit(1), pLimit(1)]
  const closing = new AbortController()
  const place = join(folder, FOLDER)
  let prepared: Promise<unknown> | undefined

  /** Retries once after a worker died: the cause may have been something other than the file. */
  async function run(order: CleaningOrder, isLastTry = false): Promise<CleanedFile> {
    if (closing.signal.aborted) throw new AppError('unavailable')
    const worker = startWorker(processes)
    try {
      return await clean(worker, order, closing.signal)
    } catch (error) {
      if (closing.signal.aborted) throw new AppError('unavailable')
      if (error instanceof AppError || error instanceof Unknown) throw error
      logger?.warn({ err: error, isLastTry }, 'media worker died')
      if (!isLastTry) return run(order, true)
      throw error instanceof WorkerDied ? new AppError('bad_request', UNREADABLE) : error
    } finally {
      worker.kill('SIGKILL')
    }
  }

  async function cleanAt(order: CleaningOrder, onConvert: FileToClean['onConvert']): Promise<CleanedFile> {
    const copied = await copying(() => run(order)).catch((error: unknown) => (error instanceof Unknown ? error : Promise.reject(error)))
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
    async cleanFile({ from, name, onConvert }) {
      await (prepared ??= prepareFolder(place))
      const to = join(place, randomBytes(12).toString('hex'))
      const path = typeof from === 'string' ? from : `${to}.sent`
      try {
        if (typeof from !== 'string') await writeFile(path, from, { mode: 0o600 })
        return { ...(await cleanAt({ from: path, to, name, ffmpegPath: null }, onConvert)), path: to }
      } catch (error) {
        await rm(to, { force: true })
        throw error
      } finally {
        if (typeof from !== 'string') await rm(path, { force: true })
      }
    },
    close() {
      closing.abort()
      pictures.close()
    },
  }
}

/** Deletes what a killed process left. Another process of the blog may be working here, too. */
async function prepareFolder(place: string): Promise<void> {
  await mkdir(place, { recursive: true, mode: 0o700 })
  for (const name of await readdir(place)) {
    const { mtimeMs } = await stat(join(place, name)).catch(() => ({ mtimeMs: Date.now() }))
    if (mtimeMs < Date.now() - DAY_MS) await rm(join(place, name), { recursive: true, force: true })
  }
}

export function forkMediaWorker(processes: ChildProcesses): ChildProcess {
  // The worker gets no settings of the blog, which include passwords.
  const { PATH, TMPDIR, SystemRoot } = process.env
  const memory = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' }
  return processes.start({
    kind: 'media',
    module: new URL('src/media/server/cleaning/media-worker.ts', projectFolder),
    env: { PATH, TMPDIR, SystemRoot, NODE_ENV: 'production', ...memory },
    output: 'ignore',
    heapMb: HEAP_MB,
    silenceMs: SILENCE_MS,
  }).process
}

/** @throws WorkerDied; bad_request; an error of the process */
async function clean(worker: ChildProcess, order: CleaningOrder, closing: AbortSignal): Promise<CleanedFile> {
  const { promise, resolve, reject } = Promise.withResolvers<CleanedFile>()
  const onClose = () => reject(new AppError('unavailable'))
  closing.addEventListener('abort', onClose)
  worker.on('message', (news: MediaNews) => {
    if ('cleaned' in news) resolve(news.cleaned)
    else if ('failure' in news) reject(new Error(news.failure))
    else if ('refusal' in news) reject(news.isConvertible === true ? new Unknown(news.refusal) : new AppError('bad_request', news.refusal))
  })
  worker.once('error', reject)
  worker.once('exit', (code, by) => {
    const reason = by === TOO_MUCH_MEMORY ? TOO_COMPLEX : by === TOO_MUCH_TIME ? TOO_LONG : undefined
    reject(reason === undefined ? new WorkerDied(by ?? `exit code ${code}`) : new AppError('bad_request', reason))
  })
  worker.send(order)
  try {
    return await promise
  } finally {
    closing.removeEventListener('abort', onClose)
  }
}
