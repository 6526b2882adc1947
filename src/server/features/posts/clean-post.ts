import { AppError } from '#contract/errors.ts'
import { ownPicturePath } from '#server/features/picture-addresses.ts'
import { makeBodySafe } from './make-body-safe.ts'
import { isEmptyBody } from './visible-text.ts'

/** Another site's picture is left out, as it is in the body, and the drawn cover shows; so does the drawn cover's own address. */
export function uploadedCover(address: string | null | undefined, publicUrl: string): string | null {
  const path = address ? ownPicturePath(address, publicUrl) : null
  return path === null || path.startsWith('/drawings/') ? null : path
}

/** @throws bad_request when nothing is left to read */
export async function cleanBody(html: string, publicUrl: string): Promise<string> {
  const body = await makeBodySafe(html, publicUrl)
  if (isEmptyBody(body)) throw new AppError('bad_request', 'Please write something.')
  return body
}
