import { v7 as newId } from 'uuid'
import { AppError } from '#platform/contract/errors.ts'
import { emailField, passwordField, reasonField, usernameField } from '#accounts/contract/account-fields.ts'
import { getSettings, storeSettings } from '#site/server/index.ts'
import { createSetupLink } from './setup/setup-keys.ts'
import { createLink, linkAddress } from './links/account-links.store.ts'
import { createAccount } from './users/create-account.ts'
import { refuseGuessable } from './users/guessable-passwords.ts'
import { setRole, setDisabled } from './users/users.store.ts'
import { ANY_USER_TAG, userTag } from '#platform/cache/cache-tags.ts'
import { announceChanges } from '#platform/database/change-feed.ts'
import type { Database } from '#platform/database/database.ts'
import { type Command, type CommandContext, type Flag, textFlag } from '#platform/cli/command.ts'

const EMAIL: Flag = { type: 'string', value: 'EMAIL', help: 'the email of the account' }
const PASSWORD: Flag = { type: 'string', value: 'PASSWORD', help: 'asked for where it is left out' }

const askEmail = ({ ask, flags, words }: CommandContext, fallback?: string) =>
  ask({ label: 'Email', flag: 'email', rule: emailField, given: words[0] ?? textFlag(flags, 'email'), fallback })

interface Account {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly is_admin: 0 | 1
  readonly disabled_at: number | null
}

const ADMINS_NAMED_MAX = 5

/** @throws not_found */
async function getAccount(db: Database, email: string): Promise<Account> {
  const account = await db
    .selectFrom('users')
    .select(['id', 'username', 'email', 'is_admin', 'disabled_at'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (account) return account
  const admins = await db.selectFrom('users').select('email').where('is_admin', '=', 1).orderBy('id').limit(ADMINS_NAMED_MAX).execute()
  const named = admins.length === 0 ? '' : ` Admins: ${admins.map((admin) => admin.email).join(', ')}.`
  throw new AppError('not_found', `There is no account with the email ${email}.${named}`)
}

const createUser: Command = {
  name: ['user', 'create'],
  usage: 'user create [EMAIL] [--admin] [--username NAME] [--password PASSWORD]',
  summary: 'Creates an account; asks for what is not given.',
  flags: {
    admin: { type: 'boolean', help: 'makes it an admin; email and password of the settings are then the defaults' },
    email: EMAIL,
    username: { type: 'string', value: 'NAME', help: '3 to 20 of a–z, 0–9' },
    password: PASSWORD,
  },
  words: 1,
  async run(context) {
    const { db, config, flags, ask, out } = context
    const isAdmin = flags['admin'] === true
    const email = await askEmail(context, isAdmin ? config.admin?.email : undefined)
    const username = await ask({
      label: 'Username (3 to 20 of a–z, 0–9)',
      flag: 'username',
      rule: usernameField,
      given: textFlag(flags, 'username'),
    })
    const password = await ask({
      label: 'Password (8 or more)',
      flag: 'password',
      rule: passwordField,
      given: textFlag(flags, 'password'),
      fallback: isAdmin ? config.admin?.password : undefined,
      secret: true,
    })
    await refuseGuessable(password, [username, email, config.site.name])
    await createAccount(db, { email, username, password, isAdmin }, { now: Date.now, newId })
    out(`Created ${isAdmin ? 'admin' : 'user'} @${username}. Sign in with the email.`)
  },
}

const makeAdmin: Command = {
  name: ['user', 'admin'],
  usage: 'user admin EMAIL [--remove]',
  summary: 'Makes an account an admin, or takes that back.',
  flags: { email: EMAIL, remove: { type: 'boolean', help: 'takes it back; not from the last admin' } },
  words: 1,
  async run(context) {
    const { db, flags, out } = context
    const { id, username, disabled_at: disabledAt } = await getAccount(db, await askEmail(context))
    const isAdmin = flags['remove'] !== true
    const now = Date.now()
    await db.transaction().execute(async (trx) => {
      await setRole(trx, id, { isAdmin, now })
      // Pages show a sign beside the names of admins.
      await announceChanges(trx, [userTag(id), ANY_USER_TAG], now)
    })
    out(`@${username} is ${isAdmin ? 'an admin' : 'no admin'} now.`)
    if (isAdmin && disabledAt !== null) out('The account is disabled, though; user enable opens it.')
  },
}

const signInLink: Command = {
  name: ['user', 'sign-in-link'],
  usage: 'user sign-in-link EMAIL',
  summary: 'Prints a link that signs in to an account, for who has lost the way in; good once, for an hour.',
  flags: { email: EMAIL },
  words: 1,
  async run(context) {
    const { db, config, out } = context
    const owner = await getAccount(db, await askEmail(context))
    if (owner.disabled_at !== null) {
      throw new AppError('conflict', `The account of ${owner.email} is disabled; user enable opens it. No link was made.`)
    }
    const token = await createLink(db, { owner, purpose: 'sign_in', now: Date.now() })
    out(linkAddress(config.publicUrl, 'sign_in', token))
  },
}

const secondStep: Command = {
  name: ['user', 'second-step'],
  usage: 'user second-step [--off]',
  summary: 'Prints whether admins need a second step to sign in; --off ends that, for admins who are locked out.',
  flags: { off: { type: 'boolean', help: 'admins sign in with their password alone; an admin can require it again in the settings' } },
  async run({ db, flags, out }) {
    if (flags['off'] === true) await storeSettings(db, { adminSecondStep: 'none' })
    const { adminSecondStep } = await getSettings(db)
    out(
      adminSecondStep === 'none'
        ? 'Admins sign in with their password alone.'
        : 'Admins need a passkey, or a code by mail, beside their password.',
    )
  },
}

const verifyUser: Command = {
  name: ['user', 'verify'],
  usage: 'user verify EMAIL',
  summary: 'Marks the email of an account as confirmed.',
  flags: { email: EMAIL },
  words: 1,
  async run(context) {
    const { id } = await getAccount(context.db, await askEmail(context))
    await context.db.updateTable('users').set({ email_verified: 1 }).where('id', '=', id).execute()
    context.out('The email is confirmed.')
  },
}

const disableUser: Command = {
  name: ['user', 'disable'],
  usage: 'user disable EMAIL [--reason REASON]',
  summary: 'Shuts an account; its owner is out at the next request. Not the last admin.',
  flags: { email: EMAIL, reason: { type: 'string', value: 'REASON', help: 'shown to the owner at the sign-in' } },
  words: 1,
  async run(context) {
    const { id } = await getAccount(context.db, await askEmail(context))
    const reason = reasonField.parse(textFlag(context.flags, 'reason') ?? '')
    await context.db.transaction().execute((trx) => setDisabled(trx, id, { reason, at: Date.now() }))
    context.out('The account is disabled.')
  },
}

const enableUser: Command = {
  name: ['user', 'enable'],
  usage: 'user enable EMAIL',
  summary: 'Opens a disabled account again.',
  flags: { email: EMAIL },
  words: 1,
  async run(context) {
    const { id } = await getAccount(context.db, await askEmail(context))
    await context.db.transaction().execute((trx) => setDisabled(trx, id, null))
    context.out('The account is open again.')
  },
}

const setupLink: Command = {
  name: ['user', 'setup-link'],
  usage: 'user setup-link',
  summary: 'Prints a link that creates the first admin and sets up the blog.',
  flags: {},
  words: 0,
  async run({ db, config, out }) {
    const link = await createSetupLink(db, { publicUrl: config.publicUrl, now: Date.now() })
    if (link === null) throw new AppError('conflict', 'The blog has an admin, who can sign in.')
    out(`To set up your blog, open this link:  ${link}`)
  },
}

export const userCommands: readonly Command[] = [
  createUser,
  makeAdmin,
  signInLink,
  secondStep,
  verifyUser,
  disableUser,
  enableUser,
  setupLink,
]
