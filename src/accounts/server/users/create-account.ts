import { z } from 'zod'
import { AppError } from '#platform/contract/errors.ts'
import { emailField, passwordField, usernameField } from '#accounts/contract/account-fields.ts'
import type { Database } from '#platform/database/database.ts'
import { hashPassword } from '#accounts/server/passwords.ts'
import { findFreeUsername } from './names.ts'
import { createUser, hasAdmin } from './users.store.ts'

const accountFields = z.object({ username: usernameField, email: emailField, password: passwordField })

export interface NewAccount {
  readonly username: string
  readonly email: string
  readonly password: string
  readonly isAdmin: boolean
}

/** Creates an account at the first start, or from the command line. @throws AppError, ZodError */
export async function createAccount(
  db: Database,
  account: NewAccount,
  context: { now: () => number; newId: () => string },
): Promise<string> {
  const { username, email, password } = accountFields.parse(account)
  const id = context.newId()
  await createUser(db, {
    id,
    username,
    email,
    password_hash: await hashPassword(password),
    picture_url: null,
    is_admin: account.isAdmin ? 1 : 0,
    // The operator vouches for the address.
    email_verified: 1,
    created_at: context.now(),
    updated_at: context.now(),
  })
  return id
}

/**
 * Creates the first admin from the settings if there is none. A reader may have taken the name `admin` before names were
 * reserved; then the admin gets another one. @returns whether an account was created
 */
export async function createFirstAdmin(
  db: Database,
  admin: { email: string; password: string },
  context: { now: () => number; newId: () => string },
): Promise<boolean> {
  if (await hasAdmin(db)) return false
  const holder = await db.selectFrom('users').select('id').where('username', '=', 'admin').executeTakeFirst()
  const username = holder ? await findFreeUsername(db, 'admin', '') : 'admin'
  try {
    await createAccount(db, { username, ...admin, isAdmin: true }, context)
    return true
  } catch (error) {
    // Another process that started at the same time has created it.
    if (error instanceof AppError && (await hasAdmin(db))) return false
    throw error
  }
}
