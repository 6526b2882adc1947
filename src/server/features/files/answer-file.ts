import { AppError } from '#contract/errors.ts'
import type { FileStore } from '#server/platform/storage/file-store.ts'

const TYPES: Readonly<Record<string, string>> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg', png: 'image/png' }

/** A file, or the part of it that was asked for. What an address holds never changes. @throws not_found */
export async function answerFile(files: FileStore, key: string, asked: Headers): Promise<Response> {
  const type = TYPES[key.slice(key.lastIndexOf('.') + 1)]
  const bytes = type === undefined ? undefined : await files.read(key)
  if (type === undefined || bytes === undefined) throw new AppError('not_found')
  const headers: Record<string, string> = {
    'Content-Type': type,
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Accept-Ranges': 'bytes',
    // Random folder and fixed name: the key itself tells one content from another.
    ETag: `"${key.replace('/', '-')}"`,
    // Opened by itself, a file can run nothing.
    'Content-Security-Policy': "default-src 'none'; sandbox",
  }
  if (asked.get('if-none-match') === headers['ETag']) return new Response(null, { status: 304, headers })
  const range = readRange(asked.get('range'), bytes.byteLength)
  if (range === undefined) return new Response(bytes, { headers: { ...headers, 'Content-Length': String(bytes.byteLength) } })
  const size = bytes.byteLength
  if (range === null) return new Response(null, { status: 416, headers: { ...headers, 'Content-Range': `bytes */${size}` } })
  const { start, end } = range
  const part = { 'Content-Range': `bytes ${start}-${end}/${size}`, 'Content-Length': String(end - start + 1) }
  return new Response(bytes.subarray(start, end + 1), { status: 206, headers: { ...headers, ...part } })
}

/** One range of bytes, both ends included. @returns undefined where the whole is asked for, null where the range lies outside */
function readRange(header: string | null, size: number): { start: number; end: number } | null | undefined {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start > end ? null : { start, end }
}
