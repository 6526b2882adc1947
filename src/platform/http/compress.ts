import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context, MiddlewareHandler } from 'hono'
import type { AppEnv } from './request-context.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Below this the headers cost more than the bytes saved. */
const MIN_BYTES = 512
const COMPRESSIBLE = /^(text\/|application\/(json|javascript|xml|manifest\+json|ld\+json|rss\+xml|atom\+xml)|image\/svg\+xml)/

export const isWorthCompressing = (contentType: string | null | undefined, bytes: number): boolean =>
  bytes >= MIN_BYTES && COMPRESSIBLE.test(contentType ?? '')

export type Encoding = 'br' | 'gzip'

/** The best encoding that the client accepts; undefined where it names none. */
export function chooseEncoding(acceptEncoding: string | null | undefined): Encoding | undefined {
  const accepted = acceptedEncodings(acceptEncoding)
  if (accepted.has('br')) return 'br'
  return accepted.has('gzip') ? 'gzip' : undefined
}

function acceptedEncodings(acceptEncoding: string | null | undefined): ReadonlySet<string> {
  const accepted = new Set<string>()
  for (const part of (acceptEncoding ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    if (!parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) accepted.add(name)
  }
  return accepted
}

/** A window as large as the text is enough; Brotli's default allocates 4 MB each time. */
const windowBits = (size: number) =>
  Math.min(constants.BROTLI_DEFAULT_WINDOW, Math.max(constants.BROTLI_MIN_WINDOW_BITS, Math.ceil(Math.log2(size + 16))))

/** Fast settings, off the event loop: for responses rendered on request. */
export async function compressBytes(bytes: Uint8Array, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  const compressed =
    encoding === 'br'
      ? await compressBrotli(bytes, {
          params: {
            // A page is 7 % smaller than at 4, for 0.2 ms of processor time.
            [constants.BROTLI_PARAM_QUALITY]: 5,
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
            [constants.BROTLI_PARAM_LGWIN]: windowBits(bytes.byteLength),
          },
        })
      : await compressGzip(bytes, { level: 5 })
  // A copy, so that the cache does not retain the larger buffer behind it.
  return new Uint8Array(compressed)
}

/** A strong ETag names these bytes, of which a client may resume a part; a weak one stays true, as all encodings share it. */
const isOfBytes = (etag: string | null) => etag !== null && !etag.startsWith('W/')

/** Compresses text responses that are not compressed yet. */
export function compressResponses(): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    await next()
    // The response cache compresses what it shares, and sets its Vary.
    if (context.env.response === 'shared') return
    const { res } = context
    if (
      !res.body ||
      res.headers.has('Content-Encoding') ||
      isOfBytes(res.headers.get('ETag')) ||
      !COMPRESSIBLE.test(res.headers.get('Content-Type') ?? '')
    )
      return
    res.headers.append('Vary', 'Accept-Encoding')
    const encoding = chooseEncoding(context.req.header('accept-encoding'))
    if (encoding === undefined || context.req.method === 'HEAD') return
    if (res.headers.has('Content-Disposition')) return compressDownload(context)
    const bytes = new Uint8Array(await res.arrayBuffer())
    const isWorthIt = isWorthCompressing(res.headers.get('Content-Type'), bytes.byteLength)
    context.res = new Response(isWorthIt ? await compressBytes(bytes, encoding) : bytes, res)
    context.res.headers.delete('Content-Length')
    if (isWorthIt) context.res.headers.set('Content-Encoding', encoding)
  }
}

/** Downloads may be of any length, so they are compressed while they are sent. */
function compressDownload(context: Context<AppEnv>): void {
  const { body } = context.res
  if (!body || !acceptedEncodings(context.req.header('accept-encoding')).has('gzip')) return
  context.res = new Response(body.pipeThrough(new CompressionStream('gzip')), context.res)
  context.res.headers.delete('Content-Length')
  context.res.headers.set('Content-Encoding', 'gzip')
}
