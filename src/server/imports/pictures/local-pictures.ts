import { readFile, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { UPLOAD_MAX_BYTES } from '#contract/limits.ts'
import { decodePath } from '#server/features/old-addresses.ts'

/** Finds a picture in a folder of the operator's, by the end of its address. */
export type FindLocal = (path: string) => Promise<Uint8Array | null>

/** Folders in which blogs keep pictures: the part of an address up to them says nothing about the folder that was given. */
const MARKS = ['/wp-content/uploads/', '/content/images/', '/content/media/', '/content/files/']

/** @param root a folder that is there; nothing outside it is ever read, whatever an address says or a link leads to */
export async function openPictureFolder(root: string): Promise<FindLocal> {
  const base = await realpath(root)
  return async (path) => {
    for (const candidate of candidatesOf(path)) {
      const bytes = await readWithin(base, candidate)
      if (bytes !== null) return bytes
    }
    return null
  }
}

/** `/wp-content/uploads/2019/05/a.jpg` may lie at that path, or below the folder that was copied. */
function candidatesOf(path: string): string[] {
  const clean = decodePath(path).replace(/[?#].*$/, '')
  const ends = MARKS.flatMap((mark) => {
    const at = clean.indexOf(mark)
    return at === -1 ? [] : [clean.slice(at), clean.slice(at + mark.length)]
  })
  return [...ends, clean].filter((candidate) => !candidate.includes('\0') && !candidate.split(/[/\\]/).includes('..'))
}

async function readWithin(base: string, path: string): Promise<Uint8Array | null> {
  try {
    const file = await realpath(join(base, path))
    if (!file.startsWith(base + sep)) return null
    const found = await stat(file)
    return found.isFile() && found.size > 0 && found.size <= UPLOAD_MAX_BYTES.post ? await readFile(file) : null
  } catch {
    return null
  }
}
