import { AppError } from '#contract/errors.ts'
import { ownPicturePath } from '#server/features/picture-addresses.ts'
import { isEmptyBody, sanitizeBody } from './sanitize-body.ts'

/** Another site's picture is left out, as it is in the body, and the drawn cover shows; so does the drawn cover's own address. */
export function uploadedCover(address: string | null | undefined, publicUrl: string): string | null {
  const path = address ? ownPicturePath(address, publicUrl) : null
  return path === null || path.startsWith('/drawings/') ? null : path
}

/** @throws bad_request when nothing is left to read */
export function cleanBody(html: string, publicUrl: string): string {
  const body = sanitizeBody(html, publicUrl)
  if (isEmptyBody(body)) throw new AppError('bad_request', 'Please write something.')
  return body
}
