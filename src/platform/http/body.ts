import { AppError } from '#platform/contract/errors.ts'

/** Reads a body of at most `maxBytes`; a longer one is refused without being buffered. */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes)
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunksOf(request)) {
    length += chunk.byteLength
    if (length > maxBytes) throw tooLarge(maxBytes)
    chunks.push(chunk)
  }
  const bytes = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.byteLength
  }
  return bytes
}

/** @throws bad_request when the client disconnects half-way, which is no server error */
async function* chunksOf({ body }: Request): AsyncGenerator<Uint8Array> {
  try {
    if (body) yield* body
  } catch {
    throw new AppError('bad_request', 'The request ended before it was whole.')
  }
}

const tooLarge = (maxBytes: number) => new AppError('too_large', `This is too large to send: at most ${formatSize(maxBytes)}.`)

const formatSize = (bytes: number) => (bytes >= 1024 * 1024 ? `${bytes / 1024 / 1024} MB` : `${bytes / 1024} KB`)

/** Parses a JSON object; anything else is a bad request with a sentence that says so. */
export async function readJsonObject(request: Request, maxBytes: number): Promise<Record<string, unknown>> {
  const bytes = await readBytes(request, maxBytes)
  if (bytes.byteLength === 0) return {}
  requireContentType(request, 'application/json')
  const value = parseJson(bytes)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new AppError('bad_request', 'The body must be a JSON object.')
  }
  return value as Record<string, unknown>
}

/** Parses the fields of a plain HTML form; bytes that are no UTF-8 become replacement characters. */
export async function readFormFields(request: Request, maxBytes: number): Promise<URLSearchParams> {
  requireContentType(request, 'application/x-www-form-urlencoded')
  return new URLSearchParams(new TextDecoder().decode(await readBytes(request, maxBytes)))
}

function requireContentType(request: Request, wanted: string): void {
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  if (type !== wanted) throw new AppError('bad_request', `The body must be sent as ${wanted}.`)
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new AppError('bad_request', 'The body is not valid JSON.')
  }
}
