import { AppError } from '#platform/contract/errors.ts'
import { ownPicturePath } from '#media/server/index.ts'
import { sanitizeAnyBody } from './sanitize-long-body.ts'
import type { PostTextInput } from '#posts/contract/post-text.ts'
import { isEmptyBody } from '#posts/contract/body-text.ts'
import { NO_COVER } from '#posts/contract/cover.ts'
import { PLAIN_TEXT_COLUMNS, type PostTextRow } from '#posts/server/index.ts'

/** @returns nothing for the drawing that a post without a picture shows: sent back, it is no choice */
function chosenCover(image: PostTextInput['image'], publicUrl: string): Pick<Partial<PostTextRow>, 'image_url'> {
  if (image === undefined) return {}
  if (image === NO_COVER) return { image_url: NO_COVER }
  const path = image ? ownPicturePath(image, publicUrl) : null
  return path?.startsWith('/drawings/') ? {} : { image_url: path }
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
    ...chosenCover(text.image, publicUrl),
    ...(text.content === undefined ? {} : { content: await sanitizeAnyBody(text.content, publicUrl) }),
  }
}
