import { realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { decodePath } from '#posts/server/index.ts'

interface LocalFile {
  /** Absolute path. */
  readonly path: string
  readonly size: number
}

/** Finds a picture or file in a local folder by its path on the old blog. */
export type FindLocal = (path: string) => Promise<LocalFile | null>

/** Upload folders of WordPress, Ghost and Kindred. A local copy may contain such a folder, or only its contents. */
const MARKS = ['/wp-content/uploads/', '/content/images/', '/content/media/', '/content/files/', '/files/']

/** @param root must exist; nothing outside it is found, not even through symbolic links */
export async function openLocalFolder(root: string): Promise<FindLocal> {
  const base = await realpath(root)
  return async (path) => {
    for (const candidate of candidatesOf(path)) {
      const found = await findWithin(base, candidate)
      if (found !== null) return found
    }
    return null
  }
}

/** Paths at which a file may be in the folder, such as `/wp-content/uploads/2019/05/a.jpg` and `2019/05/a.jpg`. */
function candidatesOf(path: string): string[] {
  const clean = decodePath(path).replace(/[?#].*$/, '')
  const ends = MARKS.flatMap((mark) => {
    const at = clean.indexOf(mark)
    return at === -1 ? [] : [clean.slice(at), clean.slice(at + mark.length)]
  })
  return [...ends, clean].filter((candidate) => !candidate.includes('\0') && !candidate.split(/[/\\]/).includes('..'))
}

async function findWithin(base: string, path: string): Promise<LocalFile | null> {
  try {
    const file = await realpath(join(base, path))
    if (!file.startsWith(base + sep)) return null
    const found = await stat(file)
    return found.isFile() && found.size > 0 ? { path: file, size: found.size } : null
  } catch {
    return null
  }
}
