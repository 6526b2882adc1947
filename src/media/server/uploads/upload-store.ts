import type { Readable } from 'node:stream'
import { DataStore, ERRORS, Upload } from '@tus/server'
import pLimit from 'p-limit'
import type { FileStore } from '#platform/storage/file-store.ts'

interface PartRules {
  /** Bytes are buffered up to this size, or for this time. After a crash the client sends them again. */
  readonly bytes: number
  readonly ms: number
  /** Maximum number of parts. Each is a file, so an upload in tiny parts is refused. */
  readonly max: number
}

const RULES: PartRules = { bytes: 256 * 1024, ms: 1000, max: 2000 }
/** Larger uploads, such as exports of other blogs, follow `LARGE_RULES`. */
const LARGE_BYTES = 16 * 1024 * 1024
const LARGE_RULES: PartRules = { bytes: 1024 * 1024, ms: 5000, max: 5000 }
/** Such as backups with videos. */
const HUGE_BYTES = 1024 * 1024 * 1024
const HUGE_RULES: PartRules = { bytes: 8 * 1024 * 1024, ms: 15_000, max: 10_000 }
const rulesOf = (size: number): PartRules => (size > HUGE_BYTES ? HUGE_RULES : size > LARGE_BYTES ? LARGE_RULES : RULES)
const READ_CONCURRENCY = 8

const INFO = 'info'
/** Error in the library's form. */
const TAKEN_OVER = { status_code: 409, body: 'Another request writes to this upload.' }
const TOO_MANY_PARTS = { status_code: 400, body: 'This upload came in too many parts. Please send the file again.' }

/** What the client did wrong, without a stack, which would be logged. */
const toTusError = (error: Error): object =>
  'status_code' in error && 'body' in error ? { status_code: error.status_code, body: error.body } : ERRORS.FILE_WRITE_ERROR

/** Bytes of an upload from `start` up to, not including, `end`. */
interface Part {
  readonly name: string
  readonly start: number
  readonly end: number
}

/** A request that writes to an upload. */
interface Writer {
  readonly source: Readable
  /** Never rejects. */
  readonly done: Promise<unknown>
}

/**
 * Stores unfinished uploads. Each is a folder with its parts, named by their byte ranges, and `info`, the metadata of tus.
 * One request writes at a time in each process, from where the stored bytes end; a new one takes over from one whose
 * connection may be dead. A part is written once and never changed, so parts of several processes may overlap: they
 * contain the same bytes where they do.
 */
export class UploadStore extends DataStore {
  /** Lengths cannot be deferred, so limits are checked before the first byte. */
  override extensions = ['creation', 'creation-with-upload', 'termination', 'expiration']
  readonly #files: FileStore
  readonly #expirationMs: number
  readonly #writers = new Map<string, Writer>()

  constructor(files: FileStore, expirationMs: number) {
    super()
    this.#files = files
    this.#expirationMs = expirationMs
  }

  override getExpiration(): number {
    return this.#expirationMs
  }

  override async create(upload: Upload): Promise<Upload> {
    upload.creation_date = new Date().toISOString()
    await this.#files.write(`${upload.id}/${INFO}`, Buffer.from(JSON.stringify(upload)))
    return upload
  }

  override async getUpload(id: string): Promise<Upload> {
    return new Upload({ ...(await this.#readInfo(id)), offset: await this.countBytes(id) })
  }

  async #readInfo(id: string): Promise<ConstructorParameters<typeof Upload>[0]> {
    const info = await this.#files.read(`${id}/${INFO}`)
    if (!info) throw ERRORS.FILE_NOT_FOUND
    return JSON.parse(Buffer.from(info).toString()) as ConstructorParameters<typeof Upload>[0]
  }

  /** Also stores what arrived before a connection broke. @returns the new offset */
  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const previous = this.#writers.get(id)
    // It may not be read yet.
    previous?.source.once('error', () => {}).destroy(Object.assign(new Error(TAKEN_OVER.body), TAKEN_OVER))
    const done = (previous?.done ?? Promise.resolve()).then(() => this.#append(source, id, offset))
    const writer = { source, done: done.catch(() => {}) }
    this.#writers.set(id, writer)
    return done.finally(() => {
      if (this.#writers.get(id) === writer) this.#writers.delete(id)
    })
  }

  async #append(source: Readable, id: string, offset: number): Promise<number> {
    // The former writer may have stored some of these bytes.
    if ((await this.countBytes(id)) !== offset) throw ERRORS.INVALID_OFFSET
    const rules = rulesOf((await this.#readInfo(id)).size ?? 0)
    if ((await this.#parts(id)).length >= rules.max) throw TOO_MANY_PARTS
    let [position, length, since] = [offset, 0, performance.now()]
    let chunks: Buffer[] = []
    const flush = async () => {
      if (length === 0) return
      await this.#files.write(`${id}/${nameOf(position, position + length)}`, Buffer.concat(chunks))
      ;[position, length, since, chunks] = [position + length, 0, performance.now(), []]
    }
    for await (const chunk of untilBroken(source)) {
      chunks.push(chunk)
      length += chunk.byteLength
      if (length >= rules.bytes || performance.now() - since >= rules.ms) await flush()
    }
    await flush()
    if (await this.#isRemoved(id)) {
      await this.remove(id)
      throw ERRORS.FILE_NOT_FOUND
    }
    if (source.errored) throw toTusError(source.errored)
    return position
  }

  override async remove(id: string): Promise<void> {
    await this.#files.removeFolder(id)
  }

  /** The upload may be removed while its bytes still arrive. */
  async #isRemoved(id: string): Promise<boolean> {
    return (await this.#files.find(`${id}/${INFO}`)) === undefined
  }

  /** Counts the bytes that have arrived without a gap, from the first one on. */
  async countBytes(id: string): Promise<number> {
    return (await this.#parts(id)).at(-1)?.end ?? 0
  }

  /** @returns undefined where a part is missing */
  async readBytes(id: string): Promise<Uint8Array | undefined> {
    const parts = await this.#parts(id)
    const contents = await pLimit(READ_CONCURRENCY).map(parts, async ({ name, start }, index) => {
      const bytes = await this.#files.read(`${id}/${name}`)
      return bytes?.subarray((parts[index - 1]?.end ?? 0) - start)
    })
    const found = contents.filter((bytes) => bytes !== undefined)
    return found.length === 0 || found.length < parts.length ? undefined : Buffer.concat(found)
  }

  /** Yields the bytes in order, one part at a time. @throws if a part was deleted meanwhile */
  async *readParts(id: string): AsyncGenerator<Uint8Array> {
    let reached = 0
    for (const { name, start, end } of await this.#parts(id)) {
      const bytes = await this.#files.read(`${id}/${name}`)
      if (!bytes) throw ERRORS.FILE_NOT_FOUND
      yield bytes.subarray(reached - start)
      reached = end
    }
  }

  /** The parts without a gap from the first byte on, in order. */
  async #parts(id: string): Promise<Part[]> {
    const parts: Part[] = []
    for (const name of await this.#files.list(id)) {
      const [start = Number.NaN, end = Number.NaN] = name.split('-').map(Number)
      const reached = parts.at(-1)?.end ?? 0
      if (start <= reached && end > reached) parts.push({ name, start, end })
    }
    return parts
  }
}

/** Names sort by the start of the parts. */
const nameOf = (start: number, end: number) => `${String(start).padStart(10, '0')}-${String(end).padStart(10, '0')}`

/** Yields the chunks of a stream, and ends without an error where it breaks. */
async function* untilBroken(source: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of source) yield chunk as Buffer
  } catch {
    // `source.errored` is set.
  }
}
