import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { addEncoding, type HeaderRecord, type PreparedResponse, prepareResponse } from './prepared-response.ts'

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

/** The built files of the browser by their path, read once and served from memory. */
export type StaticFiles = ReadonlyMap<string, PreparedResponse>

/** Reads a folder with the `.br` and `.gz` forms that the build wrote beside each file. Dot files stay private. */
export async function readStaticFiles(root: string, securityHeaders: HeaderRecord): Promise<StaticFiles> {
  const files = new Map<string, PreparedResponse>()
  const names = await readdir(root, { recursive: true, withFileTypes: true })
  for (const entry of names) {
    const path = join(entry.parentPath, entry.name)
    const address = `/${relative(root, path).split(sep).join('/')}`
    const type = TYPES[extname(entry.name)]
    if (!entry.isFile() || type === undefined || address.includes('/.')) continue
    // Names under assets/ carry a hash of their content, so they never change.
    const cacheControl = address.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
    files.set(
      address,
      await readStaticFile(path, { ...securityHeaders, 'Content-Type': type, 'Cache-Control': cacheControl, Vary: 'Accept-Encoding' }),
    )
  }
  return files
}

async function readStaticFile(path: string, headers: HeaderRecord): Promise<PreparedResponse> {
  const bytes = await readBytes(path)
  if (!bytes) throw new Error(`${path} was deleted while it was read.`)
  const [br, gzip] = await Promise.all([readBytes(`${path}.br`), readBytes(`${path}.gz`)])
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  const prepared = prepareResponse({ status: 200, headers, etag: `W/"${hash}"`, bytes })
  if (br) addEncoding(prepared, 'br', br)
  if (gzip) addEncoding(prepared, 'gzip', gzip)
  return prepared
}

async function readBytes(path: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return new Uint8Array(await readFile(path))
  } catch {
    return undefined
  }
}
