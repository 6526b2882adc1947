import { AppError } from '#platform/contract/errors.ts'
import { ownPicturePath } from '#media/server/index.ts'
import { sanitizeAnyBody } from './sanitize-long-body.ts'
import type { PostTextInput } from '#posts/contract/post-text.ts'
import { isEmptyBody } from '#posts/contract/body-text.ts'
import { PLAIN_TEXT_COLUMNS, type PostTextRow } from '#posts/server/index.ts'

/** Returns null for pictures of other sites and for drawn covers; the post then shows the drawn cover. */
function uploadedCover(address: string | null | undefined, publicUrl: string): string | null {
  const path = address ? ownPicturePath(address, publicUrl) : null
  return path === null || path.startsWith('/drawings/') ? null : path
}

/**
 * Returns the columns of a text that a writer publishes, cleaned. Missing fields stay missing.
 * @throws bad_request if the body is empty
 */
export async function cleanText(text: Partial<PostTextInput>, publicUrl: string): Promise<Partial<PostTextRow>> {
  const columns = await cleanDraftText(text, publicUrl)
  if (columns.content !== undefined && isEmptyBody(columns.content)) throw new AppError('bad_request', 'Please write something.')
  return columns
}

/** Like {@link cleanText}, for a draft, whose body may be empty. It is sanitised like a post, so that the editor can load it. */
export async function cleanDraftText(text: Partial<PostTextInput>, publicUrl: string): Promise<Partial<PostTextRow>> {
  const plain = PLAIN_TEXT_COLUMNS.filter((column) => text[column] !== undefined)
  return {
    ...Object.fromEntries(plain.map((column) => [column, text[column]])),
    ...(text.image === undefined ? {} : { image_url: uploadedCover(text.image, publicUrl) }),
    ...(text.content === undefined ? {} : { content: await sanitizeAnyBody(text.content, publicUrl) }),
  }
}
