import { PASSKEY_CHALLENGE_TTL_MS } from '#accounts/contract/account-limits.ts'
import type { Database } from '#platform/database/database.ts'
import { createToken, hashToken } from '#platform/security/tokens.ts'
import type { PasskeyRow } from '#migrations/schema.ts'

/** @param userId owner of the new passkey; null for a sign-in @returns a challenge, of which only the hash is stored */
export async function createChallenge(db: Database, challenge: { userId: string | null; now: number }): Promise<string> {
  const token = createToken()
  const row = { challenge_hash: hashToken(token), user_id: challenge.userId, expires_at: challenge.now + PASSKEY_CHALLENGE_TTL_MS }
  await db.insertInto('passkey_challenges').values(row).execute()
  return token
}

/** Deletes a challenge, which is valid for one attempt. @returns whether it was valid for this user */
export async function useChallenge(
  db: Database,
  { challenge, userId, now }: { challenge: string; userId: string | null; now: number },
): Promise<boolean> {
  const row = await db
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', hashToken(challenge))
    .returning(['user_id', 'expires_at'])
    .executeTakeFirst()
  return row !== undefined && row.user_id === userId && row.expires_at > now
}

export async function deleteOldChallenges(db: Database, now: number): Promise<void> {
  await db.deleteFrom('passkey_challenges').where('expires_at', '<=', now).execute()
}

const LISTED = ['id', 'name', 'created_at', 'last_used_at'] as const
export type ListedPasskeyRow = Pick<PasskeyRow, (typeof LISTED)[number]>

export const listPasskeys = (db: Database, userId: string) =>
  db
    .selectFrom('passkeys')
    .select([...LISTED, 'credential_id', 'transports'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const findPasskey = (db: Database, credentialId: string) =>
  db
    .selectFrom('passkeys')
    .select(['id', 'user_id', 'credential_id', 'public_key', 'counter', 'transports'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()

export async function addPasskey(db: Database, row: PasskeyRow): Promise<void> {
  await db.insertInto('passkeys').values(row).execute()
}

/** Stores the counter, which must grow with each use, and the time. @returns false if the passkey was removed meanwhile */
export async function recordUse(db: Database, { id, counter, now }: { id: string; counter: number; now: number }): Promise<boolean> {
  const used = await db.updateTable('passkeys').set({ counter, last_used_at: now }).where('id', '=', id).returning('id').executeTakeFirst()
  return used !== undefined
}

interface OwnPasskey {
  readonly id: string
  readonly userId: string
}

export const renamePasskey = (db: Database, { id, userId }: OwnPasskey, name: string): Promise<ListedPasskeyRow | undefined> =>
  db.updateTable('passkeys').set({ name }).where('id', '=', id).where('user_id', '=', userId).returning(LISTED).executeTakeFirst()

/** @returns false if this user has no such passkey */
export async function deletePasskey(db: Database, { id, userId }: OwnPasskey): Promise<boolean> {
  const deleted = await db.deleteFrom('passkeys').where('id', '=', id).where('user_id', '=', userId).returning('id').executeTakeFirst()
  return deleted !== undefined
}

/** Whether the user can sign in without a mailed code: by password, passkey or identity provider. */
export async function hasWayIn(db: Database, userId: string): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where((eb) =>
      eb.or([
        eb('password_hash', 'is not', null),
        eb.exists(eb.selectFrom('passkeys').select('passkeys.id').whereRef('passkeys.user_id', '=', 'users.id')),
        eb.exists(eb.selectFrom('identities').select('identities.user_id').whereRef('identities.user_id', '=', 'users.id')),
      ]),
    )
    .executeTakeFirst()
  return user !== undefined
}
