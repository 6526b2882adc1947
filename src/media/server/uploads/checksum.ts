import { createHash, getHashes } from 'node:crypto'
import { AppError } from '#platform/contract/errors.ts'
import { UPLOAD_MAX_BYTES } from '#platform/contract/limits.ts'
import { readBytes } from '#platform/http/body.ts'

/** Algorithms of the tus extension `checksum`, which the library lacks. The protocol requires sha1. */
export const CHECKSUM_ALGORITHMS = ['sha1', 'sha256', 'md5'].filter((name) => getHashes().includes(name))

/** Maximum total size of parts with a checksum that one process holds in memory. */
const HELD_MAX_BYTES = 128 * 1024 * 1024

type Handle<T> = (request: Request) => Promise<T>

/**
 * Where the client sends a checksum, the whole part is read and compared before any of it is stored.
 * @throws checksum_mismatch; bad_request for an unknown algorithm; unavailable while too many parts are in memory
 */
export function createChecksumVerifier(): <T>(request: Request, handle: Handle<T>) => Promise<T> {
  const budget = new ByteBudget(HELD_MAX_BYTES)
  return async (request, handle) => {
    const header = request.headers.get('upload-checksum')
    if (header === null) return handle(request)
    const [algorithm = '', expected = ''] = header.split(' ')
    if (!CHECKSUM_ALGORITHMS.includes(algorithm)) {
      throw new AppError('bad_request', `Upload-Checksum must use one of ${CHECKSUM_ALGORITHMS.join(', ')}.`)
    }
    const length = Number(request.headers.get('content-length') ?? UPLOAD_MAX_BYTES.post)
    return budget.hold(Math.min(length, UPLOAD_MAX_BYTES.post), async () => {
      const bytes = await readBytes(request, UPLOAD_MAX_BYTES.post)
      if (createHash(algorithm).update(bytes).digest('base64') !== expected) throw new AppError('checksum_mismatch')
      return handle(new Request(request.url, { method: request.method, headers: request.headers, body: bytes }))
    })
  }
}

const RETRY_SECONDS = 5

/** Limits how many bytes of uploads are held in memory at the same time. */
export class ByteBudget {
  readonly #max: number
  #held = 0

  constructor(max: number) {
    this.#max = max
  }

  /** @throws unavailable if the bytes do not fit; any number fits while nothing else is held */
  async hold<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    if (this.#held > 0 && this.#held + bytes > this.#max) {
      throw new AppError('unavailable', undefined, { retryAfterSeconds: RETRY_SECONDS })
    }
    this.#held += bytes
    try {
      return await work()
    } finally {
      this.#held -= bytes
    }
  }
}
