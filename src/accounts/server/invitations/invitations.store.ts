import type { Selectable } from 'kysely'
import { type ListedInvitation } from '#accounts/contract/invitations.endpoints.ts'
import { AppError } from '#platform/contract/errors.ts'
import { LISTED_INVITATIONS_MAX, OPEN_INVITATIONS_MAX } from '#accounts/contract/account-limits.ts'
import { nameOfUser } from '#accounts/contract/name-of-user.ts'
import type { InvitationsTable } from '#migrations/schema.ts'
import { type Database, type DatabaseTransaction, lockInTransaction, lockRows } from '#platform/database/database.ts'
import { deleteRequestsOf } from '#accounts/server/sign-up/sign-up-requests.store.ts'
import { hashToken } from '#platform/security/tokens.ts'

/** An invitation without the hash of its token. */
export type InvitationRow = Omit<Selectable<InvitationsTable>, 'token_hash'>

const COLUMNS = [
  'invitations.id',
  'invitations.name',
  'invitations.uses_max',
  'invitations.used',
  'invitations.ends_at',
  'invitations.revoked_at',
  'invitations.created_by',
  'invitations.created_at',
] as const

const PEOPLE_MAX = 1000

type State = ListedInvitation['state']

export function stateOf(row: Pick<InvitationRow, 'uses_max' | 'used' | 'ends_at' | 'revoked_at'>, now: number): State {
  if (row.revoked_at !== null) return 'revoked'
  if (row.ends_at <= now) return 'ended'
  return row.uses_max !== null && row.used >= row.uses_max ? 'used up' : 'open'
}

/** Call within a transaction. @throws conflict if too many invitations are open */
export async function createInvitation(trx: DatabaseTransaction, row: Omit<Selectable<InvitationsTable>, 'used' | 'revoked_at'>) {
  await lockInTransaction(trx, 'invitations')
  const open = await trx
    .selectFrom('invitations')
    .select('id')
    .where('revoked_at', 'is', null)
    .where('ends_at', '>', row.created_at)
    .where((eb) => eb.or([eb('uses_max', 'is', null), eb('used', '<', eb.ref('uses_max'))]))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(OPEN_INVITATIONS_MAX)
    .execute()
  if (open.length >= OPEN_INVITATIONS_MAX) {
    throw new AppError('conflict', `There are ${OPEN_INVITATIONS_MAX} open invitations. Please revoke one that is not needed any more.`)
  }
  await trx.insertInto('invitations').values(row).execute()
}

/** Lists invitations, newest first, each with the people who used it. */
export async function listInvitations(db: Database, now: number): Promise<ListedInvitation[]> {
  const rows = await selectListed(db)
    .orderBy('invitations.created_at', 'desc')
    .orderBy('invitations.id', 'desc')
    .limit(LISTED_INVITATIONS_MAX)
    .execute()
  return withPeople(db, rows, now)
}

/** @throws not_found */
export async function getListedInvitation(db: Database, id: string, now: number): Promise<ListedInvitation> {
  const rows = await selectListed(db).where('invitations.id', '=', id).execute()
  const [invitation] = await withPeople(db, rows, now)
  if (!invitation) throw new AppError('not_found', 'There is no such invitation.')
  return invitation
}

const selectListed = (db: Database) =>
  db
    .selectFrom('invitations')
    .leftJoin('users', 'users.id', 'invitations.created_by')
    .select([...COLUMNS, 'users.username', 'users.display_name'])

type ListedRow = InvitationRow & { readonly username: string | null; readonly display_name: string | null }

async function withPeople(db: Database, rows: readonly ListedRow[], now: number): Promise<ListedInvitation[]> {
  const ids = rows.map(({ id }) => id)
  const people = ids.length === 0 ? [] : await listPeople(db, ids)
  return rows.map((row) => ({
    _id: row.id,
    name: row.name,
    usesMax: row.uses_max,
    used: row.used,
    state: stateOf(row, now),
    endsAt: new Date(row.ends_at).toISOString(),
    createdAt: new Date(row.created_at).toISOString(),
    createdBy: row.username === null ? null : nameOfUser(named(row.username, row.display_name)),
    people: people
      .filter(({ invitation_id: id }) => id === row.id)
      .map(({ id, username, display_name }) => ({ _id: id, ...named(username, display_name) })),
  }))
}

const named = (username: string, displayName: string | null) => ({ username, ...(displayName === null ? {} : { displayName }) })

const listPeople = (db: Database, invitations: readonly string[]) =>
  db
    .selectFrom('invitation_uses')
    .innerJoin('users', 'users.id', 'invitation_uses.user_id')
    .select(['invitation_uses.invitation_id', 'users.id', 'users.username', 'users.display_name'])
    .where('invitation_uses.invitation_id', 'in', invitations)
    .orderBy('invitation_uses.invitation_id')
    .orderBy('invitation_uses.used_at')
    .orderBy('users.id')
    .limit(PEOPLE_MAX)
    .execute()

/** Does not change the time of an earlier revocation. @throws not_found */
export async function revokeInvitation(db: Database, id: string, now: number): Promise<ListedInvitation> {
  await db.updateTable('invitations').set({ revoked_at: now }).where('id', '=', id).where('revoked_at', 'is', null).execute()
  return getListedInvitation(db, id, now)
}

const findByToken = (db: Database, token: string) =>
  db.selectFrom('invitations').select(COLUMNS).where('token_hash', '=', hashToken(token)).executeTakeFirst()

const NOT_OPEN_MESSAGES: Readonly<Record<Exclude<State, 'open'>, string>> = {
  'used up': 'This invitation has been used already, by as many people as it was for. Please ask for a new one.',
  ended: 'This invitation has ended. Please ask for a new one.',
  revoked: 'This invitation was withdrawn. Please ask the person who sent it.',
}

export const ALREADY_FAMILY = 'You belong to the family already: there is nothing to do, and the invitation was not used.'

const NOT_AGAIN = 'This invitation is from before you left the family here, so it does not let you in again. Please ask for a new one.'

/** @throws not_found for a wrong token; gone if the invitation is used up, expired or revoked */
export async function getOpenInvitation(db: Database, token: string, now: number): Promise<InvitationRow> {
  const row = await getByToken(db, token)
  const state = stateOf(row, now)
  if (state !== 'open') throw new AppError('gone', NOT_OPEN_MESSAGES[state])
  return row
}

/** Like {@link getOpenInvitation}, but also one that is over and that a person has joined with. */
export async function getKnownInvitation(db: Database, token: string, now: number): Promise<InvitationRow & { readonly isOpen: boolean }> {
  const row = await getByToken(db, token)
  const state = stateOf(row, now)
  if (state !== 'open' && row.used === 0) throw new AppError('gone', NOT_OPEN_MESSAGES[state])
  return { ...row, isOpen: state === 'open' }
}

async function getByToken(db: Database, token: string): Promise<InvitationRow> {
  const row = await findByToken(db, token)
  if (row) return row
  throw new AppError('not_found', 'This is not one of our invitations. Perhaps part of the link is missing: please open it again.')
}

/**
 * Uses an invitation once and makes an existing user part of the family. Call within the transaction that creates or
 * changes the user: of two people who take the last use at the same time, one is refused, and who joins several times at the
 * same time uses it once.
 * @throws like {@link getOpenInvitation}; conflict for a member of the family
 */
export async function useInvitation(trx: DatabaseTransaction, use: { token: string; userId: string; now: number }): Promise<void> {
  const { token, userId, now } = use
  const user = await trx
    .selectFrom('users')
    .select(['family_ended_at', 'is_family'])
    .where('id', '=', userId)
    .$call(lockRows(trx, 'forUpdate'))
    .executeTakeFirst()
  if (user?.is_family === 1) throw new AppError('conflict', ALREADY_FAMILY)
  const used = await trx
    .updateTable('invitations')
    .set((eb) => ({ used: eb('used', '+', 1) }))
    .where('token_hash', '=', hashToken(token))
    .where('revoked_at', 'is', null)
    .where('ends_at', '>', now)
    .where((eb) => eb.or([eb('uses_max', 'is', null), eb('used', '<', eb.ref('uses_max'))]))
    // Those who took the family role away did not mean that an old link gives it back.
    .where('created_at', '>', user?.family_ended_at ?? -1)
    .returning('id')
    .executeTakeFirst()
  if (!used) {
    const open = await getOpenInvitation(trx, token, now)
    if (open.created_at <= (user?.family_ended_at ?? -1)) throw new AppError('gone', NOT_AGAIN)
    throw new AppError('gone', NOT_OPEN_MESSAGES['used up'])
  }
  const row = { invitation_id: used.id, used_at: now }
  await trx
    .insertInto('invitation_uses')
    .values({ user_id: userId, ...row })
    // A former family member who became a reader may join again.
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
  await trx.updateTable('users').set({ is_family: 1 }).where('id', '=', userId).execute()
  await deleteRequestsOf(trx, [userId])
}
