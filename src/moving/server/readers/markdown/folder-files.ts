import { readFile, realpath, stat } from 'node:fs/promises'
import { join, posix, sep } from 'node:path'
import { ZodError } from 'zod'
import { isFileAddress } from '#moving/server/writer/files/import-files.ts'
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

/** Resolves an address relative to a folder such as `posts/first` to a path within the export. Other addresses stay. */
export function fromRoot(address: string, folder: string): string {
  if (address.startsWith('/') || address.startsWith('#') || /^[a-z][a-z0-9+.-]*:/i.test(address)) return address
  return posix.join('/', folder, address)
}

/** Resolves relative addresses of pictures and files to paths within the export. */
export function withPaths(html: string, folder: string): string {
  const tree = parseHtml(html)
  for (const { attribs } of findTags(tree, 'img', 'audio', 'video', 'track')) {
    attribs['src'] = fromRoot(attribs['src'] ?? '', folder)
    if (attribs['poster'] !== undefined) attribs['poster'] = fromRoot(attribs['poster'], folder)
  }
  for (const link of findTags(tree, 'a')) {
    const { href } = link.attribs
    if (href !== undefined && (/\.(jpe?g|png|webp)$/i.test(href) || isFileAddress(href))) link.attribs['href'] = fromRoot(href, folder)
  }
  return toHtml(tree.children)
}
