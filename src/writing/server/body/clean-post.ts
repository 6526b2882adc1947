import { AppError } from '#platform/contract/errors.ts'
import { ownPicturePath } from '#media/server/index.ts'
import { sanitizeAnyBody } from './sanitize-long-body.ts'
import { isEmptyBody } from '#posts/server/index.ts'

/** Returns null for pictures of other sites and for drawn covers; the post then shows the drawn cover. */
export function uploadedCover(address: string | null | undefined, publicUrl: string): string | null {
  const path = address ? ownPicturePath(address, publicUrl) : null
  return path === null || path.startsWith('/drawings/') ? null : path
}

/** @throws bad_request if the body is empty */
export async function cleanBody(html: string, publicUrl: string): Promise<string> {
  const body = await sanitizeAnyBody(html, publicUrl)
  if (isEmptyBody(body)) throw new AppError('bad_request', 'Please write something.')
  return body
}
