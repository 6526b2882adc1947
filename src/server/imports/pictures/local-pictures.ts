import { readFile, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { UPLOAD_MAX_BYTES } from '#contract/limits.ts'
import { decodePath } from '#server/features/old-addresses.ts'

/** Finds a picture in a local folder by the end of its address. */
export type FindLocal = (path: string) => Promise<Uint8Array | null>

/** Upload folders of other blogs. A local copy may begin at, or below, such a folder. */
const MARKS = ['/wp-content/uploads/', '/content/images/', '/content/media/', '/content/files/']

/** @param root must exist; nothing outside it is read, also not by symbolic links */
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

/** `/wp-content/uploads/2019/05/a.jpg` may be at that path, or below the copied folder. */
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
