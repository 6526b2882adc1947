import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { AppError } from '#platform/contract/errors.ts'
import { POST_BODY_MAX_BYTES } from '#platform/contract/limits.ts'
import { addressOfRequest } from './address.ts'

export interface BodyLimits {
  /** A body may take this long, and longer as far as it keeps arriving at `minBytesPerSecond`. */
  readonly graceMs: number
  readonly minBytesPerSecond: number
  /** Bytes of the unfinished bodies of one client address, and of all clients together. */
  readonly bytesPerAddress: number
  readonly bytesTotal: number
}

const LIMITS: BodyLimits = {
  graceMs: 5000,
  minBytesPerSecond: 8 * 1024,
  bytesPerAddress: 16 * 1024 * 1024,
  bytesTotal: 64 * 1024 * 1024,
}

const RETRY_SECONDS = 5

interface BodyOptions {
  readonly trustedProxies: number
  readonly limits?: Partial<BodyLimits>
}

/**
 * Starts work on a request when its body has arrived, so that slow senders take no slot of admission control. When
 * unfinished bodies take too much memory, the oldest one is refused: a body that is sent without pauses has arrived by then.
 * Their number is that of the connections, which the listener bounds.
 */
export function withWholeBody(listener: RequestListener, { trustedProxies, limits }: BodyOptions): RequestListener {
  const unfinished = new UnfinishedBodies({ ...LIMITS, ...limits })
  return (request, response) => {
    if (!mustBeCollected(request)) return listener(request, response)
    unfinished.collect(request, addressOfRequest(request, trustedProxies)).then(
      (bytes) => {
        // @hono/node-server takes a body that was already read from here.
        Object.assign(request, { rawBody: bytes })
        listener(request, response)
      },
      (error: unknown) => refuse(response, error),
    )
  }
}

function mustBeCollected({ method, url = '', headers }: IncomingMessage): boolean {
  const length = Number(headers['content-length'] ?? 0)
  const hasBody = length > 0 || headers['transfer-encoding'] !== undefined
  if (!hasBody || method === 'GET' || method === 'HEAD') return false
  // A body that is too large for every endpoint is not collected: they refuse it without reading.
  return length <= POST_BODY_MAX_BYTES && !isUpload(url)
}

/** Uploads are streamed and have limits of their own. Any other spelling of their paths is collected like the rest. */
const isUpload = (url: string) => /^\/files(\/uploads\/[\w-]+)?$/.test(url)

/** Bodies that share a limit, from the oldest to the newest. */
class Group {
  readonly #maxBytes: number
  readonly bodies = new Set<Body>()
  bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  refuseOldest(): void {
    while (this.bytes > this.#maxBytes && this.bodies.size > 1) {
      const [oldest] = this.bodies
      oldest?.end(new AppError('unavailable', undefined, { retryAfterSeconds: RETRY_SECONDS }))
    }
  }
}

class UnfinishedBodies {
  readonly #limits: BodyLimits
  readonly #all: Group
  readonly #byAddress = new Map<string, Group>()

  constructor(limits: BodyLimits) {
    this.#limits = limits
    this.#all = new Group(limits.bytesTotal)
  }

  /** @throws AppError */
  collect(request: IncomingMessage, address: string): Promise<Buffer> {
    const own = this.#byAddress.get(address) ?? new Group(this.#limits.bytesPerAddress)
    this.#byAddress.set(address, own)
    const body = new Body(request, [own, this.#all], this.#limits)
    const removeEmptyGroup = () => {
      if (own.bodies.size === 0) this.#byAddress.delete(address)
    }
    body.whole.then(removeEmptyGroup, removeEmptyGroup)
    return body.whole
  }
}

/** A body that is arriving. */
class Body {
  readonly #request: IncomingMessage
  readonly #groups: readonly Group[]
  readonly #limits: BodyLimits
  readonly #startedAt = performance.now()
  readonly #chunks: Buffer[] = []
  readonly #result = Promise.withResolvers<Buffer>()
  #timer: NodeJS.Timeout | undefined
  #length = 0

  constructor(request: IncomingMessage, groups: readonly Group[], limits: BodyLimits) {
    this.#request = request
    this.#groups = groups
    this.#limits = limits
    for (const group of groups) group.bodies.add(this)
    request.on('data', this.#onData)
    request.on('end', this.#onEnd)
    request.on('close', this.#onClose)
    request.on('error', this.#onClose)
    this.#wait(limits.graceMs)
  }

  get whole(): Promise<Buffer> {
    return this.#result.promise
  }

  /** Stops collecting; without an error, the body is complete. */
  end(error?: AppError): void {
    clearTimeout(this.#timer)
    for (const group of this.#groups) if (group.bodies.delete(this)) group.bytes -= this.#length
    this.#request.off('data', this.#onData)
    if (error) this.#result.reject(error)
    else this.#result.resolve(Buffer.concat(this.#chunks))
    this.#chunks.length = 0
  }

  readonly #onData = (chunk: Buffer) => {
    this.#chunks.push(chunk)
    this.#length += chunk.byteLength
    for (const group of this.#groups) group.bytes += chunk.byteLength
    if (this.#length > POST_BODY_MAX_BYTES) return this.end(new AppError('too_large'))
    for (const group of this.#groups) group.refuseOldest()
  }

  readonly #onEnd = () => this.end()

  readonly #onClose = () => this.end(new AppError('bad_request', 'The request ended before it was whole.'))

  #wait(ms: number): void {
    this.#timer = setTimeout(() => {
      const { graceMs, minBytesPerSecond } = this.#limits
      const allowedMs = graceMs + (this.#length / minBytesPerSecond) * 1000
      const leftMs = this.#startedAt + allowedMs - performance.now()
      if (leftMs > 0) this.#wait(leftMs)
      else this.end(new AppError('unavailable', undefined, { retryAfterSeconds: RETRY_SECONDS }))
    }, ms)
  }
}

/** Longer paths belong to no route. They are refused before anything reads them, as reading them might take long. */
const PATH_MAX_LENGTH = 2048

export function withBoundedPath(listener: RequestListener): RequestListener {
  return (request, response) => {
    const { url = '' } = request
    const queryAt = url.indexOf('?')
    if ((queryAt === -1 ? url.length : queryAt) <= PATH_MAX_LENGTH) return listener(request, response)
    refuse(response, new AppError('path_too_long'))
  }
}

/** The rest of the body will not be read, so the connection ends with this response. */
function refuse(response: ServerResponse, error: unknown): void {
  if (!(error instanceof AppError)) throw error
  const bytes = Buffer.from(JSON.stringify(error.toBody()))
  response.writeHead(error.status, {
    'Content-Type': 'application/json',
    'Content-Length': bytes.byteLength,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
    ...(error.retryAfterSeconds === undefined ? {} : { 'Retry-After': error.retryAfterSeconds }),
  })
  response.end(bytes)
}
