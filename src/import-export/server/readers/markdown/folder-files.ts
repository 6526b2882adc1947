import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { join, posix, sep } from 'node:path'
import { ZodError } from 'zod'
import { isFileAddress } from '#import-export/server/writer/files/media-names.ts'
import { findTags, parseHtml, toHtml } from '#platform/text/html.ts'

const FILE_MAX_BYTES = 8 * 1024 * 1024

/** @returns null if there is no such file. @throws if it is outside the folder or too large */
export async function readWithin(root: string, path: string): Promise<string | null> {
  try {
    const file = await realpath(join(root, path))
    if (!file.startsWith(root + sep)) throw new Error(`${path} leads out of the folder`)
    const { size } = await stat(file)
    if (size > FILE_MAX_BYTES) throw new Error(`${path} is larger than ${FILE_MAX_BYTES / 1024 / 1024} MB`)
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Why a file could not be read, in one line for the operator. */
export function describeError(error: unknown): string {
  if (error instanceof ZodError) return `${error.issues[0]?.path.join('.')}: ${error.issues[0]?.message}`
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
}

/** A text with its files, which are in the same folder. Paths are within the root. */
export interface TextPlace {
  readonly name: string
  readonly path: string
  readonly folder: string
}

/** Lists the texts of a folder, sorted: `name/index.md`, or `name.md`. Hugo's lists begin with an underscore. */
export async function listTexts(root: string, base: string): Promise<TextPlace[]> {
  const entries = await readdir(join(root, base), { withFileTypes: true }).catch(() => [])
  const texts = entries.flatMap((entry) => {
    const path = posix.join(base, entry.name)
    if (entry.isDirectory()) return [{ name: entry.name, path: `${path}/index.md`, folder: path }]
    const isText = entry.isFile() && /^[^_.].*\.(md|markdown)$/i.test(entry.name)
    return isText ? [{ name: entry.name.replace(/\.\w+$/, ''), path, folder: base }] : []
  })
  return texts.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** Resolves an address relative to a folder such as `posts/first` to a path within the export. Other addresses stay. */
export function fromRoot(address: string, folder: string): string {
  if (address.startsWith('/') || address.startsWith('#') || /^[a-z][a-z0-9+.-]*:/i.test(address)) return address
  return posix.join('/', folder, address)
}

/** Resolves relative addresses of pictures and files to paths within the export. */
export function withPaths(html: string, folder: string): string {
  const tree = parseHtml(html)
  for (const { attribs } of findTags(tree, 'img', 'audio', 'video', 'source', 'track'))
    for (const name of ['src', 'poster']) if (attribs[name] !== undefined) attribs[name] = fromRoot(attribs[name], folder)
  for (const { attribs } of findTags(tree, 'a')) {
    const { href = '' } = attribs
    if (/\.(jpe?g|png|webp)$/i.test(href) || isFileAddress(href)) attribs['href'] = fromRoot(href, folder)
  }
  return toHtml(tree.children)
}
