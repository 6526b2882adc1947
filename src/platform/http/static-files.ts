import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
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
export function readStaticFiles(root: string, securityHeaders: HeaderRecord): StaticFiles {
  const files = new Map<string, PreparedResponse>()
  const found = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = new Set(found.map((entry) => join(entry.parentPath, entry.name)))
  for (const path of paths) {
    const address = `/${relative(root, path).split(sep).join('/')}`
    const type = TYPES[extname(path)]
    if (type === undefined || address.includes('/.')) continue
    // Names under assets/ carry a hash of their content, so they never change.
    const cacheControl = address.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
    const headers = { ...securityHeaders, 'Content-Type': type, 'Cache-Control': cacheControl, Vary: 'Accept-Encoding' }
    const prepared = readStaticFile(path, headers)
    if (paths.has(`${path}.br`)) addEncoding(prepared, 'br', readBytes(`${path}.br`))
    if (paths.has(`${path}.gz`)) addEncoding(prepared, 'gzip', readBytes(`${path}.gz`))
    files.set(address, prepared)
  }
  return files
}

function readStaticFile(path: string, headers: HeaderRecord): PreparedResponse {
  const bytes = readBytes(path)
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  return prepareResponse({ status: 200, headers, etag: `W/"${hash}"`, bytes })
}

const readBytes = (path: string) => new Uint8Array(readFileSync(path))
