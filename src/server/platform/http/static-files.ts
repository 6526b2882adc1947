import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { type HeaderList, prepareAnswer, type WholeAnswer } from './whole-answer.ts'

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

/** The built files of the browser by their path, read once and answered from memory. */
export type StaticFiles = ReadonlyMap<string, WholeAnswer>

/**
 * Reads a folder with the `.br` and `.gz` forms that the build wrote beside each file. Dot files stay private.
 * @param securityHeaders what every answer says
 */
export async function readStaticFiles(root: string, securityHeaders: HeaderList): Promise<StaticFiles> {
  const files = new Map<string, WholeAnswer>()
  const names = await readdir(root, { recursive: true, withFileTypes: true })
  for (const entry of names) {
    const path = join(entry.parentPath, entry.name)
    const address = `/${relative(root, path).split(sep).join('/')}`
    const type = TYPES[extname(entry.name)]
    if (!entry.isFile() || type === undefined || address.includes('/.')) continue
    // Names under assets/ carry a hash of what they hold, so they never change.
    const cacheControl = address.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
    const headers = ['Content-Type', type, 'Cache-Control', cacheControl, 'Vary', 'Accept-Encoding', ...securityHeaders]
    files.set(address, await readStaticFile(path, headers))
  }
  return files
}

async function readStaticFile(path: string, headers: HeaderList): Promise<WholeAnswer> {
  const raw = await readBytes(path)
  if (!raw) throw new Error(`${path} went away while it was read.`)
  const [br, gzip] = await Promise.all([readBytes(`${path}.br`), readBytes(`${path}.gz`)])
  const hash = createHash('sha256').update(raw).digest('base64url').slice(0, 22)
  const etagOf = (encoding?: string) => `"${encoding === undefined ? hash : `${hash}-${encoding}`}"`
  return prepareAnswer({ status: 200, headers, bodies: { raw, br, gzip }, etagOf })
}

async function readBytes(path: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return new Uint8Array(await readFile(path))
  } catch {
    return undefined
  }
}
