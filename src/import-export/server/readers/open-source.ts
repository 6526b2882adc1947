import { open, stat } from 'node:fs/promises'
import { AppError } from '#platform/contract/errors.ts'
import { explainFileError } from '#platform/process/explain-file-error.ts'
import { openGhost } from './ghost/ghost-source.ts'
import { isMarkdownFolder, openMarkdown } from './markdown/markdown-source.ts'
import type { Source, SourceOptions } from '#import-export/server/record/source.ts'
import { findXml } from './wordpress/read-wxr.ts'
import { openWordpress } from './wordpress/wordpress-source.ts'

export interface OpenSource extends Source {
  readonly format: 'markdown' | 'wordpress' | 'ghost'
  readonly isFullSize: (address: string) => boolean
}

/** Whether the export is of other software: its texts are simplified, and its links rewritten. */
export const isForeign = ({ format }: Pick<OpenSource, 'format'>): boolean => format === 'wordpress' || format === 'ghost'

const HEAD_BYTES = 64 * 1024
const NO_SIZES = () => false

/** Detects the format by content, not by name; archives are unpacked before (`unpackArchive`). @throws bad_request, not_found */
export async function openSource(path: string, options: SourceOptions): Promise<OpenSource> {
  const found = await stat(path).catch((error: unknown) => {
    throw explainFileError(error, path) ?? error
  })
  if (found.isDirectory()) {
    if (!(await isMarkdownFolder(path)))
      throw new AppError(
        'bad_request',
        'There is no folder ‘posts’ in it, so it is not the archive of a blog. If it holds an .xml or .json file, please choose that one.',
      )
    return { ...(await openMarkdown(path, options)), format: 'markdown', isFullSize: NO_SIZES }
  }
  const head = await readHead(path)
  const text = head.replace(/^\uFEFF/, '').trimStart()
  if (text.startsWith('<') || (!text.startsWith('{') && findXml(text) !== -1))
    return { ...(await openWordpress(path, options)), format: 'wordpress' }
  if (text.startsWith('{')) return { ...(await openGhost(path, options)), format: 'ghost', isFullSize: NO_SIZES }
  throw new AppError(
    'bad_request',
    `${path} is neither a WordPress export (XML), nor a Ghost export (JSON), nor the archive of a blog (ZIP). A backup comes back with ‘restore’.`,
  )
}

async function readHead(path: string): Promise<string> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead).toString('utf8')
  } finally {
    await file.close()
  }
}
