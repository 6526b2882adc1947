import { ownPicturePath } from '#media/server/index.ts'
import { BODY_MAX_BYTES, POST_BODY_MAX_BYTES } from '#platform/contract/limits.ts'
import { NO_COVER } from '#posts/contract/cover.ts'
import { sanitizeBody } from '#writing/server/index.ts'
import type { Row } from './archive-format.ts'
import { brokenArchive } from './archive-reader.ts'

/** Tables of texts with HTML. */
const TEXTS: ReadonlySet<string> = new Set(['posts', 'post_edits', 'post_versions'])
/** An imported comment may be longer than one that is written here. */
const maxOf = (table: string, column: string): number =>
  (TEXTS.has(table) && column === 'content') || (table === 'comments' && column.endsWith('content')) ? POST_BODY_MAX_BYTES : BODY_MAX_BYTES

/**
 * Treats what a file has as everything from outside: bodies are sanitised, pictures are those of this blog, and lengths are
 * bounded. What was written here comes back unchanged.
 * @throws bad_request for a value that no blog stores
 */
export function cleanRow(table: string, row: Row, publicUrl: string): Row {
  const isText = TEXTS.has(table)
  for (const [column, value] of Object.entries(row)) {
    if (typeof value === 'string' && value.length > maxOf(table, column))
      throw brokenArchive(`has more in the column ${column} than a blog takes`)
  }
  if (table === 'settings') requireJson(row)
  if (table === 'pictures' && ownPicturePath(String(row['address']), publicUrl) !== row['address'])
    throw brokenArchive('has a picture that is not one of this blog')
  if (table === 'users') return { ...row, picture_url: cleanAddress(row['picture_url'], publicUrl) }
  if (!isText) return row
  return {
    ...row,
    image_url: cleanAddress(row['image_url'], publicUrl),
    content: sanitizeBody(String(row['content'] ?? ''), publicUrl),
  }
}

const cleanAddress = (address: Row[string] | undefined, publicUrl: string): string | null => {
  if (typeof address !== 'string') return null
  return address === NO_COVER || address === '' ? address : ownPicturePath(address, publicUrl)
}

function requireJson({ name, value }: Row): void {
  try {
    JSON.parse(String(value))
  } catch {
    throw brokenArchive(`has a setting ${JSON.stringify(name)} that cannot be read`)
  }
}
