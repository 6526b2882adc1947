import { z } from 'zod'
import { emailField, passwordField, usernameField } from '#contract/fields.ts'
import { createUser } from './features/users/users.store.ts'
import type { Database } from './platform/database/database.ts'
import { hashPassword } from './platform/passwords.ts'

const accountFields = z.object({ username: usernameField, email: emailField, password: passwordField })

export interface NewAccount {
  readonly username: string
  readonly email: string
  readonly password: string
  readonly isAdmin: boolean
}

/** Makes an account from outside the API: at the first start, or from the command line. @throws AppError, ZodError */
export async function createAccount(db: Database, account: NewAccount, make: { now: () => number; newId: () => string }): Promise<string> {
  const { username, email, password } = accountFields.parse(account)
  const id = make.newId()
  await createUser(db, {
    id,
    username,
    email,
    password_hash: await hashPassword(password),
    picture_url: null,
    is_admin: account.isAdmin ? 1 : 0,
    // Whoever runs the blog vouches for the addresses that they give it.
    email_verified: 1,
    created_at: make.now(),
    updated_at: make.now(),
  })
  return id
}

/** The first admin comes from the settings, and only while there is no admin (decisions, Accounts). */
export async function createFirstAdmin(
  db: Database,
  admin: { email: string; password: string },
  make: { now: () => number; newId: () => string },
): Promise<boolean> {
  if (await hasAdmin(db)) return false
  await createAccount(db, { username: 'admin', ...admin, isAdmin: true }, make)
  return true
}

export async function hasAdmin(db: Database): Promise<boolean> {
  const admins = await db
    .selectFrom('users')
    .select('id')
    .where((eb) => eb('is_admin', '=', eb.lit(1)))
    .limit(1)
    .execute()
  return admins.length > 0
}
