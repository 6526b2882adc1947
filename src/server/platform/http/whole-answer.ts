import type { IncomingMessage, ServerResponse } from 'node:http'
import { chooseEncoding, compressBytes, type Encoding } from './compress.ts'

/** Name, value, name, value …: as `writeHead` takes it. */
export type HeaderList = readonly string[]

/** A body in one encoding with all that is said about it, ready to be written to a socket. */
export interface Form {
  readonly bytes: Uint8Array
  readonly etag: string | undefined
  readonly headers: HeaderList
  /** What a 304 says. */
  readonly unchangedHeaders: HeaderList
}

/** An answer that is there whole, in each encoding it has. */
export interface WholeAnswer {
  readonly status: number
  readonly raw: Form
  readonly br?: Form | undefined
  readonly gzip?: Form | undefined
  /** Makes a form that is not there yet; undefined where no other is worth making. */
  readonly encode?: ((encoding: Encoding) => Promise<Form>) | undefined
}

export interface AnswerParts {
  readonly status: number
  /** What is the same for every encoding. */
  readonly headers: HeaderList
  readonly bodies: { readonly raw: Uint8Array; readonly br?: Uint8Array | undefined; readonly gzip?: Uint8Array | undefined }
  /** Undefined where an encoding is not given: what has no validator is never 'unchanged'. */
  readonly etagOf?: (encoding: Encoding | undefined) => string
}

/** Everything that can be done once is done here, so that sending is one call. */
export function prepareAnswer({ status, headers, bodies, etagOf }: AnswerParts): WholeAnswer {
  const form = (bytes: Uint8Array, encoding?: Encoding) => toForm({ bytes, headers, etag: etagOf?.(encoding) }, encoding)
  return {
    status,
    raw: form(bodies.raw),
    br: bodies.br && form(bodies.br, 'br'),
    gzip: bodies.gzip && form(bodies.gzip, 'gzip'),
  }
}

interface TextParts {
  readonly status: number
  readonly bytes: Uint8Array
  readonly headers: HeaderList
  readonly etag: string | undefined
  readonly isCompressible: boolean
}

/** An answer that is compressed when somebody first asks for it so: nearly nobody asks for gzip. */
export function prepareText({ status, isCompressible, ...parts }: TextParts): WholeAnswer {
  const raw = toForm(parts)
  if (!isCompressible) return { status, raw }
  const encode = async (encoding: Encoding): Promise<Form> =>
    (answer[encoding] = toForm({ ...parts, bytes: await compressBytes(parts.bytes, encoding) }, encoding))
  const running = new Map<Encoding, Promise<Form>>()
  const answer: { br?: Form; gzip?: Form } & WholeAnswer = {
    status,
    raw,
    encode(encoding) {
      const form = running.get(encoding) ?? encode(encoding).finally(() => running.delete(encoding))
      running.set(encoding, form)
      return form
    },
  }
  return answer
}

function toForm(parts: { bytes: Uint8Array; headers: HeaderList; etag: string | undefined }, encoding?: Encoding): Form {
  const { bytes, headers, etag } = parts
  const unchangedHeaders = etag === undefined ? headers : [...headers, 'ETag', etag]
  const said = [...unchangedHeaders, 'Content-Length', String(bytes.byteLength)]
  return { bytes, etag, unchangedHeaders, headers: encoding === undefined ? said : [...said, 'Content-Encoding', encoding] }
}

/** Sends an answer in the encoding that the client takes, or says that what it has is still true. */
export function sendWhole(answer: WholeAnswer, request: IncomingMessage, response: ServerResponse): void {
  const encoding = encodingFor(request.headers['accept-encoding'] as string | undefined)
  const form = (encoding && answer[encoding]) ?? answer.raw
  if (form.etag !== undefined && isUnchanged(form.etag, request.headers['if-none-match'])) {
    response.writeHead(304, form.unchangedHeaders as string[]).end()
    return
  }
  const send = ({ headers, bytes }: Form) => {
    response.writeHead(answer.status, headers as string[])
    response.end(request.method === 'HEAD' ? undefined : bytes)
  }
  if (encoding === undefined || form !== answer.raw || !answer.encode) return send(form)
  answer.encode(encoding).then(send, () => send(answer.raw))
}

/** A proxy that changes the encoding on the way makes a validator weak; for a 304 that makes no difference. */
const isUnchanged = (etag: string, ifNoneMatch: string | undefined) =>
  ifNoneMatch !== undefined && (ifNoneMatch === etag || ifNoneMatch.split(',').some((part) => strong(part.trim()) === strong(etag)))

const strong = (etag: string) => (etag.startsWith('W/') ? etag.slice(2) : etag)

/** Browsers say one of a handful of things; who makes up more is answered without being remembered. */
const REMEMBERED_MAX = 64
const remembered = new Map<string | undefined, Encoding | undefined>()

function encodingFor(accepted: string | undefined): Encoding | undefined {
  if (remembered.has(accepted)) return remembered.get(accepted)
  const encoding = chooseEncoding(accepted)
  if (remembered.size < REMEMBERED_MAX) remembered.set(accepted, encoding)
  return encoding
}
