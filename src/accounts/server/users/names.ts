import { randomInt } from 'node:crypto'
import { AppError } from '#platform/contract/errors.ts'
import { MEMBERS_MAX, RESERVED_USERNAMES, USERNAME_MAX_LENGTH, USERNAME_MIN_LENGTH } from '#accounts/contract/account-limits.ts'
import type { Database } from '#platform/database/database.ts'
import { prepareQuery } from '#platform/database/prepared-query.ts'
import { foldName } from '#accounts/server/users/fold-name.ts'

/** Returns whether a name looks like one that would appear to speak for the blog. */
function isReserved(name: string, siteName: string): boolean {
  const folded = foldName(name)
  // Empty for a name of signs alone. The site's name may fold to nothing as well, which must not count as a match.
  return folded !== '' && [...RESERVED_USERNAMES, siteName].some((reserved) => foldName(reserved) === folded)
}

/** @throws bad_request for a name that would appear to speak for the blog */
export function refuseReserved(username: string, siteName: string): void {
  if (isReserved(username, siteName)) {
    throw new AppError('bad_request', 'This username is reserved. Please choose another one.', { field: 'username' })
  }
}

/** @throws bad_request for a display name that would appear to speak for the blog */
export function refuseReservedDisplayName(displayName: string, siteName: string): void {
  if (isReserved(displayName, siteName)) {
    throw new AppError('bad_request', 'This display name is reserved. Please choose another one.', { field: 'displayName' })
  }
}

interface WantedNames {
  /** Id of the account; its own names are no others'. */
  readonly id: string
  readonly username?: string | undefined
  readonly displayName?: string | null | undefined
  /** Relatives who come by an invitation may share a name, but not with those who write. */
  readonly isInvited?: boolean
}

/**
 * Refuses names that look like one of another admin or member of the family: nobody may write in their name.
 * @throws conflict with the field
 */
export async function refuseNamesOfMembers(db: Database, { id, username, displayName, isInvited = false }: WantedNames): Promise<void> {
  const wanted = { username: foldName(username ?? ''), displayName: foldName(displayName ?? '') }
  if (wanted.username === '' && wanted.displayName === '') return
  const taken = await listFoldedNames(db, { id, isInvited })
  for (const field of ['username', 'displayName'] as const) {
    if (wanted[field] !== '' && taken.has(wanted[field])) {
      throw new AppError(
        'conflict',
        'A member of this blog has this name, or one that differs from it in blanks or accents alone. Please choose another one.',
        {
          field,
        },
      )
    }
  }
}

/** @param id of the account whose own names do not count */
async function listFoldedNames(
  db: Database,
  { id, isInvited = false }: Partial<Pick<WantedNames, 'id' | 'isInvited'>>,
): Promise<ReadonlySet<string>> {
  const family = isInvited ? [] : await findFamily(db, {})
  const members = [...(await findAdmins(db, {})), ...family].filter((member) => member.id !== id)
  return new Set(members.flatMap((member) => [foldName(member.username), foldName(member.display_name ?? '')]))
}

interface NamedRow {
  readonly id: string
  readonly username: string
  readonly display_name: string | null
}

// Two statements, each with a partial index of its own.
const findAdmins = prepareQuery<object, NamedRow>((db) =>
  db
    .selectFrom('users')
    .select(['id', 'username', 'display_name'])
    .where((eb) => eb('is_admin', '=', eb.lit(1)))
    .orderBy('created_at')
    .orderBy('id')
    .limit(MEMBERS_MAX),
)
const findFamily = prepareQuery<object, NamedRow>((db) =>
  db
    .selectFrom('users')
    .select(['id', 'username', 'display_name'])
    .where((eb) => eb('is_family', '=', eb.lit(1)))
    .orderBy('created_at')
    .orderBy('id')
    .limit(MEMBERS_MAX),
)

const SUFFIX_DIGITS = 4
const TRIES = 20

/** @returns a free username: `wanted`, with digits appended where it is taken or like a member's; 'reader…' where it has too few letters */
export async function findFreeUsername(db: Database, wanted: string, siteName: string): Promise<string> {
  const letters = wanted.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  const base = letters.length < USERNAME_MIN_LENGTH ? 'reader' : letters.slice(0, USERNAME_MAX_LENGTH)
  const stem = base.slice(0, USERNAME_MAX_LENGTH - SUFFIX_DIGITS)
  const ofMembers = await listFoldedNames(db, {})
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const username = attempt === 0 ? base : `${stem}${randomInt(10 ** (SUFFIX_DIGITS - 1), 10 ** SUFFIX_DIGITS)}`
    if (isReserved(username, siteName) || ofMembers.has(foldName(username))) continue
    const [holder, asking] = [
      await db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirst(),
      await db.selectFrom('sign_up_requests').select('id').where('username', '=', username).executeTakeFirst(),
    ]
    if (!holder && !asking) return username
  }
  throw new AppError('conflict', 'No free username was found. Please sign up with one of your own.')
}
