import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '#platform/contract/errors.ts'

export interface PlacedFile {
  readonly name: string
  readonly bytes: number
}

/** A folder on another machine that holds copies of backups. Every method throws AppError with a sentence for admins. */
export interface BackupPlace {
  /** The complete files. */
  readonly list: () => Promise<readonly PlacedFile[]>
  /** The file has its name once it is complete. @param bytes exact size of the source */
  readonly write: (name: string, source: AsyncIterable<Uint8Array>, bytes: number) => Promise<void>
  /** Goes on where it was after a lost connection. */
  readonly read: (name: string) => AsyncIterable<Uint8Array>
  readonly remove: (name: string) => Promise<void>
  readonly close: () => Promise<void>
}

const TRIES = 5
const FIRST_PAUSE_MS = 200

/** Repeats work that failed, after longer and longer pauses, unless the error is final. */
export async function retry<T>(work: () => Promise<T>, isFinal: (error: unknown) => boolean): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === TRIES || isFinal(error)) throw error
      await sleep(FIRST_PAUSE_MS * 3 ** (attempt - 1))
    }
  }
}

/** Regroups chunks into blocks of one size; the last one may be shorter. */
export async function* inBlocks(source: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Buffer> {
  let chunks: Uint8Array[] = []
  let length = 0
  for await (let chunk of source) {
    while (length + chunk.byteLength >= bytes) {
      const rest = bytes - length
      yield Buffer.concat([...chunks, chunk.subarray(0, rest)])
      chunks = []
      length = 0
      chunk = chunk.subarray(rest)
    }
    // Copied, since a source may reuse its buffer.
    if (chunk.byteLength > 0) chunks.push(Buffer.from(chunk))
    length += chunk.byteLength
  }
  if (length > 0) yield Buffer.concat(chunks)
}

export const placeError = (message: string): AppError => new AppError('unavailable', message)

const CONNECTION_PROBLEMS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was lost',
  EPIPE: 'the connection was lost',
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'its name cannot be looked up',
  EHOSTUNREACH: 'there is no way to it',
  ENETUNREACH: 'there is no way to it',
  ETIMEDOUT: 'it does not respond',
  TimeoutError: 'it does not respond',
}

/** A sentence without names of files, hosts or keys. */
export function connectionProblem(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown }
  for (const word of [code, name]) {
    const known = typeof word === 'string' ? CONNECTION_PROBLEMS[word] : undefined
    if (known !== undefined) return known
  }
  return typeof code === 'string' && /^[A-Z0-9_]{2,40}$/.test(code) ? code : 'it does not respond as it should'
}
