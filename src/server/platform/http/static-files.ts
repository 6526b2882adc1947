import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { chooseEncoding } from './compress.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.json': 'application/json; charset=utf-8',
}

interface StaticFile {
  readonly raw: Uint8Array<ArrayBuffer>
  readonly br: Uint8Array<ArrayBuffer> | undefined
  readonly gzip: Uint8Array<ArrayBuffer> | undefined
  readonly headers: Readonly<Record<string, string>>
}

/** The built files of the browser, read once and answered from memory. */
export type StaticFiles = (request: Request) => Response | undefined

/** Reads a folder with the `.br` and `.gz` forms that the build wrote beside each file. Dot files stay private. */
export async function readStaticFiles(root: string): Promise<StaticFiles> {
  const files = new Map<string, StaticFile>()
  const names = await readdir(root, { recursive: true, withFileTypes: true })
  for (const entry of names) {
    const path = join(entry.parentPath, entry.name)
    const address = `/${relative(root, path).split(sep).join('/')}`
    const type = TYPES[extname(entry.name)]
    if (entry.isFile() && type !== undefined && !address.includes('/.')) files.set(address, await readStaticFile(path, address, type))
  }
  return (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
    const file = files.get(new URL(request.url).pathname)
    return file && answer(file, request)
  }
}

async function readStaticFile(path: string, address: string, type: string): Promise<StaticFile> {
  const raw = await readBytes(path)
  if (!raw) throw new Error(`${path} went away while it was read.`)
  const [br, gzip] = await Promise.all([readBytes(`${path}.br`), readBytes(`${path}.gz`)])
  // Names under assets/ carry a hash of what they hold, so they never change.
  const cacheControl = address.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
  const etag = `W/"${createHash('sha256').update(raw).digest('base64url').slice(0, 22)}"`
  return { raw, br, gzip, headers: { 'Content-Type': type, 'Cache-Control': cacheControl, ETag: etag, Vary: 'Accept-Encoding' } }
}

async function readBytes(path: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return new Uint8Array(await readFile(path))
  } catch {
    return undefined
  }
}

function answer(file: StaticFile, request: Request): Response {
  if (request.headers.get('if-none-match') === file.headers['ETag']) return new Response(null, { status: 304, headers: file.headers })
  const encoding = chooseEncoding(request.headers.get('accept-encoding'))
  const encoded = encoding && file[encoding]
  if (!encoded) return new Response(file.raw, { headers: file.headers })
  return new Response(encoded, { headers: { ...file.headers, 'Content-Encoding': encoding } })
}
