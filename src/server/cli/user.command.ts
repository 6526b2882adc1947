import { v7 as newId } from 'uuid'
import { passwordField } from '#contract/fields.ts'
import { AppError } from '#contract/errors.ts'
import { createAccount } from '#server/create-account.ts'
import { hashPassword } from '#server/platform/passwords.ts'
import { ask } from './ask.ts'
import type { Command, Flags } from './command.ts'

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

export const userCommands: readonly Command[] = [createUser, setPassword]
