import { v7 as newId } from 'uuid'
import type { Updateable } from 'kysely'
import { passwordField, reasonField } from '#contract/fields.ts'
import { AppError } from '#contract/errors.ts'
import { createAccount } from '#server/features/users/create-account.ts'
import { createLink, findLinkOwner } from '#server/features/recovery/account-links.store.ts'
import { linkAddress } from '#server/features/recovery/link-address.ts'
import type { UsersTable } from '#server/platform/database/schema.ts'
import { hashPassword } from '#server/platform/passwords.ts'
import { ask } from './ask.ts'
import type { Command, Flags } from './command.ts'

type UserUpdate = Updateable<UsersTable>

const text = (flags: Flags, name: string) => (typeof flags[name] === 'string' ? flags[name] : undefined)

const createUser: Command = {
  name: ['user', 'create'],
  usage: 'user create [--admin] [--email E --username U --password P]',
  summary: 'Makes an account; asks for what is not given.',
  flags: {
    admin: { type: 'boolean' },
    email: { type: 'string' },
    username: { type: 'string' },
    password: { type: 'string' },
  },
  async run({ db, flags, out }) {
    const account = {
      email: text(flags, 'email') ?? (await ask({ label: 'Email', flag: 'email' })),
      username: text(flags, 'username') ?? (await ask({ label: 'Username (3 to 20 of a–z, 0–9)', flag: 'username' })),
      password: text(flags, 'password') ?? (await ask({ label: 'Password (8 or more)', flag: 'password', secret: true })),
      isAdmin: flags['admin'] === true,
    }
    await createAccount(db, account, { now: Date.now, newId })
    out(`Created ${account.isAdmin ? 'admin' : 'user'} @${account.username.trim().toLowerCase()}. Sign in with the email.`)
  },
}

const setPassword: Command = {
  name: ['user', 'password'],
  usage: 'user password --email E [--password P]',
  summary: 'Gives an account a new password and ends its sessions.',
  flags: { email: { type: 'string' }, password: { type: 'string' } },
  async run({ db, flags, out }) {
    const email = (text(flags, 'email') ?? (await ask({ label: 'Email', flag: 'email' }))).trim().toLowerCase()
    const password = passwordField.parse(text(flags, 'password') ?? (await ask({ label: 'New password', flag: 'password', secret: true })))
    const passwordHash = await hashPassword(password)
    await db.transaction().execute(async (trx) => {
      const user = await trx
        .updateTable('users')
        .set({ password_hash: passwordHash, updated_at: Date.now() })
        .where('email', '=', email)
        .returning('id')
        .executeTakeFirst()
      if (!user) throw new AppError('not_found', `There is no account with the email ${email}.`)
      await trx.deleteFrom('sessions').where('user_id', '=', user.id).execute()
    })
    out('The password was changed; every session of this account has ended.')
  },
}

const EMAIL_FLAG = { email: { type: 'string' } } as const

const askEmail = async (flags: Flags) => (text(flags, 'email') ?? (await ask({ label: 'Email', flag: 'email' }))).trim().toLowerCase()

const noAccount = (email: string) => new AppError('not_found', `There is no account with the email ${email}.`)

const resetLink: Command = {
  name: ['user', 'reset-link'],
  usage: 'user reset-link --email E',
  summary: 'Prints a link to choose a new password; good once, for an hour.',
  flags: EMAIL_FLAG,
  async run({ db, config, flags, out }) {
    const email = await askEmail(flags)
    const owner = await findLinkOwner(db, email)
    if (!owner) throw noAccount(email)
    const token = await createLink(db, { owner, purpose: 'reset_password', now: Date.now() })
    out(linkAddress(config.publicUrl, 'reset_password', token))
  },
}

const changeUser = (
  parts: Pick<Command, 'name' | 'usage' | 'summary'> & { change: (flags: Flags) => UserUpdate; done: string },
): Command => ({
  ...parts,
  flags: { ...EMAIL_FLAG, reason: { type: 'string' } },
  async run({ db, flags, out }) {
    const email = await askEmail(flags)
    const changed = await db.updateTable('users').set(parts.change(flags)).where('email', '=', email).returning('id').executeTakeFirst()
    if (!changed) throw noAccount(email)
    out(parts.done)
  },
})

const verifyUser = changeUser({
  name: ['user', 'verify'],
  usage: 'user verify --email E',
  summary: 'Marks the email of an account as confirmed.',
  change: () => ({ email_verified: 1 }),
  done: 'The email is confirmed.',
})

const disableUser = changeUser({
  name: ['user', 'disable'],
  usage: 'user disable --email E [--reason R]',
  summary: 'Shuts an account; its owner is out at the next request.',
  change: (flags) => ({ disabled_at: Date.now(), disabled_reason: reasonField.parse(text(flags, 'reason') ?? '') }),
  done: 'The account is disabled.',
})

const enableUser = changeUser({
  name: ['user', 'enable'],
  usage: 'user enable --email E',
  summary: 'Opens a disabled account again.',
  change: () => ({ disabled_at: null, disabled_reason: null }),
  done: 'The account is open again.',
})

export const userCommands: readonly Command[] = [createUser, setPassword, resetLink, verifyUser, disableUser, enableUser]
