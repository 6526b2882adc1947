import { randomInt } from 'node:crypto'
import { AppError } from '#platform/contract/errors.ts'
import { isReservedUsername } from '#platform/contract/fields.ts'
import { USERNAME_MAX_LENGTH, USERNAME_MIN_LENGTH } from '#platform/contract/limits.ts'
import type { Database } from '#platform/database/database.ts'

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

const SUFFIX_DIGITS = 4
const TRIES = 20

/** @returns a free username: `wanted`, with digits appended where it is taken; 'reader…' where it has too few letters */
export async function findFreeUsername(db: Database, wanted: string, siteName: string): Promise<string> {
  const letters = wanted.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  const base = letters.length < USERNAME_MIN_LENGTH ? 'reader' : letters.slice(0, USERNAME_MAX_LENGTH)
  const stem = base.slice(0, USERNAME_MAX_LENGTH - SUFFIX_DIGITS)
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const username = attempt === 0 ? base : `${stem}${randomInt(10 ** (SUFFIX_DIGITS - 1), 10 ** SUFFIX_DIGITS)}`
    if (isReservedUsername(username, siteName)) continue
    const holder = await db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirst()
    if (!holder) return username
  }
  throw new AppError('conflict', 'No free username was found. Please sign up with one of your own.')
}
