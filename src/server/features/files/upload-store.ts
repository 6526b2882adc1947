import type { Readable } from 'node:stream'
import { DataStore, ERRORS, Upload } from '@tus/server'
import pLimit from 'p-limit'
import type { FileStore } from '#server/platform/storage/file-store.ts'

interface PartRules {
  /** Bytes gather in memory up to this size, or for this long: so much is sent again after a crash. */
  readonly bytes: number
  readonly ms: number
  /** Ends an upload that comes in crumbs: each part is a file. */
  readonly max: number
}

const RULES: PartRules = { bytes: 256 * 1024, ms: 1000, max: 2000 }
/** For exports of other blogs, which are larger than any picture. */
const LARGE_BYTES = 16 * 1024 * 1024
const LARGE_RULES: PartRules = { bytes: 1024 * 1024, ms: 5000, max: 5000 }
const READS_AT_ONCE = 8

const INFO = 'info'
/** In the form in which the library takes an error and its status. */
const TOO_MANY_PARTS = { status_code: 400, body: 'This upload came in too many parts. Please send the file again.' }

/** Bytes `start` up to, not including, `end` of an upload. */
interface Part {
  readonly name: string
  readonly start: number
  readonly end: number
}

/**
 * Unfinished uploads: each is a folder with its parts, named by the bytes they hold, and `info`, which is what tus knows
 * of it. A part is written once and never changed, so requests for one upload need no lock, in whichever process they
 * are: parts may overlap, and hold the same bytes where they do.
 */
export class UploadStore extends DataStore {
  /** Lengths are known from the start: limits are checked before the first byte. */
  override extensions = ['creation', 'creation-with-upload', 'termination', 'expiration']
  readonly #files: FileStore
  readonly #expirationMs: number

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

  /** Keeps what arrived before a connection broke. @returns the offset after it */
  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const rules = ((await this.#readInfo(id)).size ?? 0) > LARGE_BYTES ? LARGE_RULES : RULES
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
    if (source.errored) throw ERRORS.FILE_WRITE_ERROR
    return position
  }

  override async remove(id: string): Promise<void> {
    await this.#files.removeFolder(id)
  }

  /** The upload may be removed while its bytes still arrive. */
  async #isRemoved(id: string): Promise<boolean> {
    return (await this.#files.find(`${id}/${INFO}`)) === undefined
  }

  /** How many bytes from the first one on have arrived without a gap. */
  async countBytes(id: string): Promise<number> {
    return (await this.#parts(id)).at(-1)?.end ?? 0
  }

  /** Undefined where no byte is left. */
  async readBytes(id: string): Promise<Uint8Array | undefined> {
    const parts = await this.#parts(id)
    const contents = await pLimit(READS_AT_ONCE).map(parts, async ({ name, start }, index) => {
      const bytes = await this.#files.read(`${id}/${name}`)
      return bytes?.subarray((parts[index - 1]?.end ?? 0) - start)
    })
    const found = contents.filter((bytes) => bytes !== undefined)
    return found.length === 0 || found.length < parts.length ? undefined : Buffer.concat(found)
  }

  /** The bytes in order, a part at a time. @throws where one is missing, or was deleted meanwhile */
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

/** Names sort by where the parts begin. */
const nameOf = (start: number, end: number) => `${String(start).padStart(10, '0')}-${String(end).padStart(10, '0')}`

/** The chunks of a stream; ends where it breaks. */
async function* untilBroken(source: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of source) yield chunk as Buffer
  } catch {
    // `source.errored` is set.
  }
}
