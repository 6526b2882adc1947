import anyAscii from 'any-ascii'
import { AppError } from '#platform/contract/errors.ts'
import { type Database, type DatabaseTransaction, isUniqueViolation } from '#platform/database/database.ts'
import { refuseDisabled } from '#accounts/server/users/users.store.ts'
import { findFreeUsername } from '#accounts/server/users/names.ts'
import type { Identity } from './identity.ts'

interface NewAccountOptions {
  readonly newId: () => string
  readonly now: number
  readonly siteName: string
  /** Whether to create an account for an identity without one. */
  readonly mayCreate: boolean
}

interface OpenedAccount {
  readonly userId: string
  readonly isNew: boolean
}

const OPEN_TRIES = 3

const NO_NEW_ACCOUNT =
  'Nobody here has this Google account, and new accounts are made by invitation or by asking. Please open your invitation, or sign up with the form; once you are in, Google works, too.'

/**
 * Returns the account of an identity: the linked one, else the account with the same verified email, which it links, else
 * a new one.
 * @throws account_disabled; forbidden if no account may be created; conflict if an account has this email unverified
 */
export async function openAccount(db: Database, identity: Identity, options: NewAccountOptions): Promise<OpenedAccount> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().execute((trx) => findOrCreateAccount(trx, identity, options))
    } catch (error) {
      // A concurrent sign-in created the account or took the username: the next try finds it.
      if (!isUniqueViolation(error) || tries === OPEN_TRIES) throw error
    }
  }
}

async function findOrCreateAccount(trx: DatabaseTransaction, identity: Identity, options: NewAccountOptions): Promise<OpenedAccount> {
  const { issuer, subject } = identity
  const known = await trx
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.user_id')
    .select(['users.id', 'users.disabled_at', 'users.disabled_reason'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  if (known) {
    refuseDisabled(known)
    return { userId: known.id, isNew: false }
  }
  const holder = await findHolder(trx, identity.email)
  if (!holder && !options.mayCreate) throw new AppError('forbidden', NO_NEW_ACCOUNT)
  const userId = holder?.id ?? (await createAccount(trx, identity, options))
  await trx.insertInto('identities').values({ issuer, subject, user_id: userId, created_at: options.now }).execute()
  return { userId, isNew: holder === undefined }
}

async function findHolder(db: Database, email: string) {
  const holder = await db
    .selectFrom('users')
    .select(['id', 'email_verified', 'disabled_at', 'disabled_reason'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (!holder) return undefined
  // An attacker who signed up with a victim's address must not keep access to the linked account.
  if (holder.email_verified === 0) {
    throw new AppError(
      'conflict',
      'There is an account with this email already. Please sign in with its password and confirm the email on your profile; from then on Google works too.',
    )
  }
  refuseDisabled(holder)
  return holder
}

async function createAccount(db: Database, identity: Identity, { newId, now, siteName }: NewAccountOptions): Promise<string> {
  const user = { id: newId(), username: await findFreeUsername(db, anyAscii(identity.name), siteName), email: identity.email }
  const fields = { password_hash: null, picture_url: null, is_admin: 0 as const, email_verified: 1 as const }
  await db
    .insertInto('users')
    .values({ ...user, ...fields, created_at: now, updated_at: now })
    .execute()
  return user.id
}
