import { validateHeaderValue } from 'node:http'
import { chooseEncoding, compressBytes, type Encoding } from './compress.ts'

export type HeaderRecord = Readonly<Record<string, string>>

/** A body in one encoding with all of its headers. */
interface PreparedBody {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly headers: HeaderRecord
}

/** A whole response in memory, in the encodings that were requested so far. Also serves HEAD and 304. */
export interface PreparedResponse {
  readonly status: number
  /** Without those that depend on the encoding. */
  readonly headers: HeaderRecord
  /** Weak: all encodings share it. Undefined when the response must not be revalidated. */
  readonly etag: string | undefined
  readonly isCompressible: boolean
  readonly identity: PreparedBody
  br?: PreparedBody
  gzip?: PreparedBody
}

interface Parts {
  readonly status: number
  readonly headers: HeaderRecord
  readonly etag?: string | undefined
  readonly isCompressible?: boolean
  readonly bytes: Uint8Array<ArrayBuffer>
}

export function prepareResponse({ status, headers: given, etag, isCompressible = false, bytes }: Parts): PreparedResponse {
  const headers = { ...given, ...(etag === undefined ? {} : { ETag: etag }) }
  // Throw here for an invalid header value; while the response is sent, it would end the process.
  for (const [name, value] of Object.entries(headers)) validateHeaderValue(name, value)
  return { status, headers, etag, isCompressible, identity: prepareBody(headers, bytes) }
}

export function addEncoding(response: PreparedResponse, encoding: Encoding, bytes: Uint8Array<ArrayBuffer>): PreparedBody {
  const body = prepareBody({ ...response.headers, 'Content-Encoding': encoding }, bytes)
  response[encoding] = body
  return body
}

const prepareBody = (headers: HeaderRecord, bytes: Uint8Array<ArrayBuffer>): PreparedBody => ({
  bytes,
  headers: { ...headers, 'Content-Length': String(bytes.byteLength) },
})

/**
 * The response to one request: in the encoding that the client accepts, without a body for HEAD, or 304.
 * @param own headers of this one response
 */
export function respondWith(prepared: PreparedResponse, request: Request, own?: HeaderRecord): Response | Promise<Response> {
  const { etag, status } = prepared
  const ifNoneMatch = etag === undefined ? null : request.headers.get('if-none-match')
  if (etag !== undefined && ifNoneMatch !== null && isUnchanged(etag, ifNoneMatch)) {
    return new Response(null, { status: 304, headers: { ...prepared.headers, ...own } })
  }
  const send = ({ bytes, headers }: PreparedBody) =>
    new Response(request.method === 'HEAD' ? null : bytes, { status, headers: own ? { ...headers, ...own } : headers })
  const encoding = encodingFor(request.headers.get('accept-encoding'))
  if (encoding === undefined) return send(prepared.identity)
  const body = prepared[encoding]
  if (body) return send(body)
  return prepared.isCompressible ? compress(prepared, encoding).then(send) : send(prepared.identity)
}

const compressing = new WeakMap<PreparedResponse, Partial<Record<Encoding, Promise<PreparedBody>>>>()

/** Concurrent requests for an encoding share one compression. */
function compress(prepared: PreparedResponse, encoding: Encoding): Promise<PreparedBody> {
  const running = compressing.get(prepared) ?? {}
  compressing.set(prepared, running)
  return (running[encoding] ??= compressBytes(prepared.identity.bytes, encoding).then(
    (bytes) => addEncoding(prepared, encoding, bytes),
    () => prepared.identity,
  ))
}

/** Weak comparison: a proxy that changes the encoding makes an ETag weak. */
const isUnchanged = (etag: string, ifNoneMatch: string) =>
  ifNoneMatch === etag ||
  ifNoneMatch.trim() === '*' ||
  ifNoneMatch.split(',').some((part) => withoutWeakMark(part.trim()) === withoutWeakMark(etag))

const withoutWeakMark = (etag: string) => (etag.startsWith('W/') ? etag.slice(2) : etag)

/** Browsers send a handful of different values; parsing each once is enough. */
const REMEMBERED_MAX = 64
const encodings = new Map<string | null, Encoding | undefined>()

function encodingFor(accepted: string | null): Encoding | undefined {
  if (encodings.has(accepted)) return encodings.get(accepted)
  const encoding = chooseEncoding(accepted)
  if (encodings.size < REMEMBERED_MAX) encodings.set(accepted, encoding)
  return encoding
}
