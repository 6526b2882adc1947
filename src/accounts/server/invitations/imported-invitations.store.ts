import { sql } from 'kysely'
import type { ListedInvitation } from '#accounts/contract/invitations.endpoints.ts'
import { AppError } from '#platform/contract/errors.ts'
import { DAY_MS, INVITATION_DAYS_MAX } from '#platform/contract/limits.ts'
import type { Database } from '#platform/database/database.ts'
import { hashToken } from '#platform/security/tokens.ts'

/** Id of the listed entry that represents all imported invitations. */
export const IMPORTED_ID = 'imported'
/** LIKE pattern of the ids of imported invitations. */
export const IMPORTED_PATTERN = `${IMPORTED_ID}-%`
/** Id of the invitation for an address. It is a hash, so that the database does not contain the address. */
export const importedInvitationId = (email: string): string => `${IMPORTED_ID}-${hashToken(email)}`

const PEOPLE_MAX = 1000

/** Only invitations of the last year are listed; older ones have expired long ago. */
const since = (now: number) => now - INVITATION_DAYS_MAX * DAY_MS

/**
 * Combines all imported invitations into one entry, so that the list stays short.
 * @returns undefined if there are none
 */
export async function findImported(db: Database, now: number): Promise<ListedInvitation | undefined> {
  const isOpen = sql<boolean>`revoked_at is null and used = 0 and ends_at > ${now}`
  const { total, used, open, revoked, endsAt, createdAt } = await db
    .selectFrom('invitations')
    .where('created_at', '>', since(now))
    .where('id', 'like', IMPORTED_PATTERN)
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      eb.fn.sum<number>('used').as('used'),
      eb.fn.count<number>('revoked_at').as('revoked'),
    ])
    .select([sql<number>`count(case when ${isOpen} then 1 end)`.as('open'), sql<number>`max(ends_at)`.as('endsAt')])
    .select(sql<number>`max(created_at)`.as('createdAt'))
    .executeTakeFirstOrThrow()
  if (Number(total) === 0) return undefined
  return {
    _id: IMPORTED_ID,
    name: 'People of the former blog, each with a link of their own',
    usesMax: Number(total),
    used: Number(used),
    state: stateOf({ total: Number(total), used: Number(used), open: Number(open), revoked: Number(revoked) }),
    endsAt: new Date(Number(endsAt)).toISOString(),
    createdAt: new Date(Number(createdAt)).toISOString(),
    createdBy: null,
    people: await listPeople(db, now),
  }
}

function stateOf(counts: Readonly<Record<'total' | 'used' | 'open' | 'revoked', number>>): ListedInvitation['state'] {
  if (counts.open > 0) return 'open'
  if (counts.used >= counts.total) return 'used up'
  return counts.revoked > 0 ? 'revoked' : 'ended'
}

async function listPeople(db: Database, now: number): Promise<ListedInvitation['people']> {
  const used = await db
    .selectFrom('invitations')
    .select('id')
    .where('created_at', '>', since(now))
    .where('id', 'like', IMPORTED_PATTERN)
    .where('used', '>', 0)
    .orderBy('created_at')
    .orderBy('id')
    .limit(PEOPLE_MAX)
    .execute()
  if (used.length === 0) return []
  const ids = used.map(({ id }) => id)
  const rows = await db
    .selectFrom('invitation_uses')
    .innerJoin('users', 'users.id', 'invitation_uses.user_id')
    .select(['users.id', 'users.username', 'users.display_name'])
    .where('invitation_uses.invitation_id', 'in', ids)
    .orderBy('invitation_uses.used_at')
    .orderBy('users.id')
    .limit(PEOPLE_MAX)
    .execute()
  return rows.map(({ id, username, display_name: name }) => ({ _id: id, username, ...(name === null ? {} : { displayName: name }) }))
}

/** Revokes all unused imported invitations. @throws not_found */
export async function revokeImported(db: Database, now: number): Promise<ListedInvitation> {
  await db
    .updateTable('invitations')
    .set({ revoked_at: now })
    .where('created_at', '>', since(now))
    .where('id', 'like', IMPORTED_PATTERN)
    .where('used', '=', 0)
    .where('revoked_at', 'is', null)
    .execute()
  const imported = await findImported(db, now)
  if (!imported) throw new AppError('not_found', 'There is no such invitation.')
  return imported
}
