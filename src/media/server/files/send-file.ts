import type { Readable } from 'node:stream'
import { AppError } from '#platform/contract/errors.ts'
import { CACHING } from '#platform/contract/public-response.ts'
import { FILE_TYPES, readableFileName, readFileAddress } from '#media/contract/file-address.ts'
import { SOURCE_NAME } from '#media/contract/picture-address.ts'
import type { RequestPlace } from '#platform/http/request-context.ts'
import type { ByteRange, FileStore, StoredFile } from '#platform/storage/file-store.ts'
import { FilePlaces } from './file-places.ts'

const PICTURE_TYPES: Readonly<Record<string, string>> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg', png: 'image/png' }

/** Each file that is streamed holds about 200 KB while its client does not read. */
const STREAMS = { max: 512, perAddress: 256 }
/** Smaller files and parts are sent in one piece. They have places of their own, so that slow videos hold up no picture. */
const SMALL_MAX_BYTES = 128 * 1024

/** A request for a file. The caller has checked that the client may open it. */
export interface FileRequest {
  readonly key: string
  /** Whether everyone may open it. */
  readonly isPublic: boolean
  readonly address: string
  readonly request: Request
  readonly place: Pick<RequestPlace, 'nextTurn' | 'disconnect'>
}

/** Keeps a file that is opened directly from running scripts. */
const CONTENT_SECURITY_POLICY = "default-src 'none'; sandbox"

/** Content headers of a file, by its key; undefined for a file that is never sent. */
function headersOf(key: string): Record<string, string> | undefined {
  if (key.endsWith(`/${SOURCE_NAME}`)) return undefined
  const picture = PICTURE_TYPES[key.slice(key.lastIndexOf('.') + 1)]
  if (picture !== undefined) return { 'Content-Type': picture, 'Content-Security-Policy': CONTENT_SECURITY_POLICY }
  const file = readFileAddress(`/files/${key}`)
  if (file === null) return undefined
  const { type, kind } = FILE_TYPES[file.ending]
  return {
    'Content-Type': type,
    // The name needs no encoding: its characters are safe.
    'Content-Disposition': `${kind === 'document' ? 'attachment' : 'inline'}; filename="${readableFileName(file)}"`,
    // Lets a video play that is opened directly.
    'Content-Security-Policy': `${CONTENT_SECURITY_POLICY}; media-src 'self'`,
  }
}

/** Responds with a file, a range of it, or 304. @throws not_found, precondition_failed, unavailable */
export function createFileSender(files: FileStore, now?: () => number): (request: FileRequest) => Promise<Response> {
  const openStream = createStreamOpener(now)
  return async ({ key, isPublic, request, ...client }) => {
    const described = headersOf(key)
    const file = described && (await files.find(key))
    if (described === undefined || file === undefined) throw new AppError('not_found')
    const headers = {
      ...described,
      'Cache-Control': isPublic ? CACHING.browsers : CACHING.client,
      // Other sites show public pictures: feed readers, and messengers beside a link.
      ...(isPublic ? { 'Cross-Origin-Resource-Policy': 'cross-origin' } : {}),
      'Accept-Ranges': 'bytes',
      ETag: `"${key.replace('/', '-')}"`,
    }
    const { size } = file
    const ifMatch = request.headers.get('if-match')
    if (ifMatch !== null && !listOf(ifMatch).some((each) => each === '*' || each === headers.ETag)) {
      throw new AppError('precondition_failed', 'This file has another version.')
    }
    if (isUnchanged(request.headers.get('if-none-match'), headers.ETag)) return new Response(null, { status: 304, headers })
    const whole = { ...headers, 'Content-Length': String(size) }
    if (request.method === 'HEAD') return new Response(null, { headers: whole })
    const range = requestedRange(request.headers, { size, etag: headers.ETag })
    if (range === undefined) return new Response(await openStream(file, client), { headers: whole })
    if (range === null) return new Response(null, { status: 416, headers: { ...headers, 'Content-Range': `bytes */${size}` } })
    const { start, end } = range
    const part = { ...headers, 'Content-Range': `bytes ${start}-${end}/${size}`, 'Content-Length': String(end - start + 1) }
    return new Response(await openStream(file, client, range), { status: 206, headers: part })
  }
}

type Client = Pick<FileRequest, 'address' | 'place'>
type OpenStream = (file: StoredFile, client: Client, range?: ByteRange) => Promise<ReadableStream>

/** Opens files, each in a place of its own. Every piece takes a turn, and is read when the client has taken the one before. */
function createStreamOpener(now?: () => number): OpenStream {
  const [small, large] = [new FilePlaces({ ...STREAMS, now }), new FilePlaces({ ...STREAMS, now })]
  return async (file, { address, place: { nextTurn, disconnect } }, range) => {
    const isSmall = (range ? range.end - range.start + 1 : file.size) <= SMALL_MAX_BYTES
    let source: Readable | undefined
    const place = (isSmall ? small : large).take(address, () => {
      source?.destroy()
      disconnect()
    })
    const release = () => {
      place.release()
      source?.destroy()
    }
    try {
      source = await file.open(range)
      if (!source) throw new AppError('not_found')
    } catch (error) {
      release()
      throw error
    }
    if (place.isTaken()) source.destroy()
    const pieces = (isSmall ? wholeOf(source) : source)[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>
    return new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          place.moved()
          await nextTurn()
          const { done, value } = await pieces.next().catch((error: unknown) => {
            release()
            throw error
          })
          if (done !== true) return controller.enqueue(value)
          release()
          controller.close()
        },
        cancel: release,
      },
      { highWaterMark: 0 },
    )
  }
}

async function* wholeOf(source: Readable): AsyncGenerator<Uint8Array> {
  yield Buffer.concat((await source.toArray()) as Buffer[])
}

const listOf = (etags: string) => etags.split(',').map((each) => each.trim())

const isUnchanged = (ifNoneMatch: string | null, etag: string): boolean =>
  listOf(ifNoneMatch ?? '').some((each) => [etag, `W/${etag}`, '*'].includes(each))

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
