import { AppError } from '#platform/contract/errors.ts'
import { isReservedUsername } from '#platform/contract/fields.ts'

/** @throws bad_request for a name that would appear to speak for the blog */
export function refuseReserved(username: string, siteName: string): void {
  if (isReservedUsername(username, siteName)) {
    throw new AppError('bad_request', 'This username is reserved. Please choose another one.', { field: 'username' })
  }
}

/** @throws bad_request for a display name that would appear to speak for the blog */
export function refuseReservedDisplayName(displayName: string, siteName: string): void {
  const letters = displayName
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
  // Empty for a name in another script. The site's name may reduce to nothing as well, which must not count as a match.
  if (letters !== '' && isReservedUsername(letters, siteName)) {
    throw new AppError('bad_request', 'This display name is reserved. Please choose another one.', { field: 'displayName' })
  }
}
