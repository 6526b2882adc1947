import { Readable } from 'node:stream'
import { AppError } from '#platform/contract/errors.ts'
import { CACHING } from '#platform/contract/public-response.ts'
import { FILE_TYPES, readableFileName, readFileAddress } from '#media/contract/file-address.ts'
import { PRINT_NAME } from '#media/contract/picture-address.ts'
import type { ByteRange, FileStore, StoredFile } from '#platform/storage/file-store.ts'

const PICTURE_TYPES: Readonly<Record<string, string>> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg', png: 'image/png' }

/** Maximum number of files being sent. Each holds about 200 KB while its client does not read. */
const STREAMS_MAX = 512
/** Limit for one address, which a whole hospital may share. */
const STREAMS_PER_ADDRESS = 256
const RETRY_SECONDS = 5

/** A request for a file. The caller has checked that the client may open it. */
export interface FileRequest {
  readonly key: string
  /** Whether everyone may open it. */
  readonly isPublic: boolean
  readonly address: string
  readonly request: Request
}

/** Keeps a file that is opened directly from running scripts. */
const CONTENT_SECURITY_POLICY = "default-src 'none'; sandbox"

/** Content headers of a file, by its key; undefined for a file that is never sent. */
function headersOf(key: string): Record<string, string> | undefined {
  if (key.endsWith(`/${PRINT_NAME}`)) return undefined
  const picture = PICTURE_TYPES[key.slice(key.lastIndexOf('.') + 1)]
  if (picture !== undefined) return { 'Content-Type': picture, 'Content-Security-Policy': CONTENT_SECURITY_POLICY }
  const file = readFileAddress(`/files/${key}`)
  if (file === null) return undefined
  const { type, kind } = FILE_TYPES[file.ending]
  return {
    'Content-Type': type,
    // The name needs no encoding: its characters are safe.
    'Content-Disposition': `${kind === 'document' ? 'attachment' : 'inline'}; filename*=UTF-8''${readableFileName(file)}`,
    // Lets a video play that is opened directly.
    'Content-Security-Policy': `${CONTENT_SECURITY_POLICY}; media-src 'self'`,
  }
}

/** Responds with a file, a range of it, or 304. @throws not_found, unavailable */
export function createFileSender(files: FileStore): (request: FileRequest) => Promise<Response> {
  const openStream = createStreamOpener()
  return async ({ key, isPublic, address, request }) => {
    const described = headersOf(key)
    const file = described && (await files.find(key))
    if (described === undefined || file === undefined) throw new AppError('not_found')
    const headers = {
      ...described,
      'Cache-Control': isPublic ? CACHING.browsers : CACHING.client,
      'Accept-Ranges': 'bytes',
      ETag: `"${key.replace('/', '-')}"`,
    }
    const { size } = file
    if (isUnchanged(request.headers.get('if-none-match'), headers.ETag)) return new Response(null, { status: 304, headers })
    const whole = { ...headers, 'Content-Length': String(size) }
    if (request.method === 'HEAD') return new Response(null, { headers: whole })
    const range = requestedRange(request.headers, { size, etag: headers.ETag })
    if (range === undefined) return new Response(await openStream(file, address), { headers: whole })
    if (range === null) return new Response(null, { status: 416, headers: { ...headers, 'Content-Range': `bytes */${size}` } })
    const { start, end } = range
    const part = { ...headers, 'Content-Range': `bytes ${start}-${end}/${size}`, 'Content-Length': String(end - start + 1) }
    return new Response(await openStream(file, address, range), { status: 206, headers: part })
  }
}

type OpenStream = (file: StoredFile, address: string, range?: ByteRange) => Promise<ReadableStream>

/** Limits the number of open files, in total and for one address. */
function createStreamOpener(): OpenStream {
  const openByAddress = new Map<string, number>()
  let openInAll = 0

  function count(address: string, change: 1 | -1): void {
    openInAll += change
    const left = (openByAddress.get(address) ?? 0) + change
    if (left > 0) openByAddress.set(address, left)
    else openByAddress.delete(address)
  }

  return async (file, address, range) => {
    if (openInAll >= STREAMS_MAX || (openByAddress.get(address) ?? 0) >= STREAMS_PER_ADDRESS) {
      throw new AppError('unavailable', undefined, { retryAfterSeconds: RETRY_SECONDS })
    }
    count(address, 1)
    try {
      const stream = await file.open(range)
      if (!stream) throw new AppError('not_found')
      stream.once('close', () => count(address, -1))
      // Nothing is read before the client can take it.
      return Readable.toWeb(stream, { strategy: { highWaterMark: 0 } }) as ReadableStream
    } catch (error) {
      count(address, -1)
      throw error
    }
  }
}

const isUnchanged = (ifNoneMatch: string | null, etag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((each) => [etag, `W/${etag}`, '*'].includes(each.trim()))

/** @returns the range to send; undefined where the whole file is to be sent, null where the range lies outside of it */
function requestedRange(headers: Headers, { size, etag }: { size: number; etag: string }): ByteRange | null | undefined {
  const condition = headers.get('if-range')
  if (condition !== null && condition !== etag) return undefined
  const range = headers.get('range')?.trim() ?? ''
  const last = size - 1
  const [, suffix] = /^bytes=-(\d+)$/i.exec(range) ?? []
  if (suffix !== undefined) return withinFile({ start: Math.max(0, size - Number(suffix)), end: last })
  const [, from, to] = /^bytes=(\d+)-(\d*)$/i.exec(range) ?? []
  if (from === undefined || (to && Number(to) < Number(from))) return undefined
  return withinFile({ start: Number(from), end: Math.min(Number(to || last), last) })
}

const withinFile = (range: ByteRange) => (range.start > range.end ? null : range)
