import { AppError } from '#platform/contract/errors.ts'
import { SIGN_IN_LINK_TTL_MS, VERIFY_LINK_TTL_MS } from '#accounts/contract/account-limits.ts'
import type { Database } from '#platform/database/database.ts'
import type { LinkPurpose } from '#migrations/schema.ts'
import { deleteMailsTo } from '#platform/mail/outbox.store.ts'
import { createToken, hashToken } from '#platform/security/tokens.ts'

const PATHS: Readonly<Record<LinkPurpose, string>> = {
  // To the profile, where a new password or a passkey is added.
  sign_in: '/sign-in?step=link&from=%2Fdashboard%3Ftab%3Dprofile',
  verify_email: '/verify-email',
}

const LIFETIMES: Readonly<Record<LinkPurpose, number>> = { sign_in: SIGN_IN_LINK_TTL_MS, verify_email: VERIFY_LINK_TTL_MS }
const REFUSALS: Readonly<Record<LinkPurpose, string>> = {
  sign_in: 'This link has been used already, or is older than an hour. Please ask for a new one.',
  verify_email:
    'This link has been used already, or is older than three days. Your profile says whether your address is confirmed, and sends a new link.',
}

/** The token is in the fragment (#), which browsers do not send and no log or cache sees; the page sends it by POST. */
export const linkAddress = (publicUrl: string, purpose: LinkPurpose, token: string): string => `${publicUrl}${PATHS[purpose]}#${token}`

export interface LinkOwner {
  readonly id: string
  readonly username: string
  readonly display_name: string | null
  readonly email: string
  readonly email_verified: 0 | 1
  readonly is_admin: 0 | 1
  readonly is_family: 0 | 1
}

/** @returns the account with this email; undefined if there is none, or it is disabled */
export async function findLinkOwner(db: Database, email: string): Promise<LinkOwner | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'username', 'display_name', 'email', 'email_verified', 'is_admin', 'is_family'])
    .where('email', '=', email)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
}

interface NewLink {
  readonly owner: Pick<LinkOwner, 'id' | 'email'>
  readonly purpose: LinkPurpose
  readonly now: number
  /** Default: a new one. That of an earlier attempt of the same mail is valid for longer then. */
  readonly token?: string
}

/** Creates a link. @returns its token, of which only the hash is stored */
export async function createLink(db: Database, { owner, purpose, now, token = createToken() }: NewLink): Promise<string> {
  const row = { user_id: owner.id, purpose, email: owner.email, expires_at: now + LIFETIMES[purpose] }
  await db
    .insertInto('account_links')
    .values({ token_hash: hashToken(token), ...row })
    .onConflict((conflict) => conflict.column('token_hash').doUpdateSet(row))
    .execute()
  return token
}

/**
 * Uses up a link and the user's other links of the same purpose. Call within the transaction of the change that it allows.
 * @throws bad_request if the link is unknown, used or expired, or the account has another email now
 */
export async function useLink(trx: Database, link: { token: string; purpose: LinkPurpose; now: number }): Promise<LinkOwner> {
  const used = await trx
    .deleteFrom('account_links')
    .where('token_hash', '=', hashToken(link.token))
    .where('purpose', '=', link.purpose)
    .returning(['user_id', 'email', 'expires_at'])
    .executeTakeFirst()
  const owner = used && used.expires_at > link.now ? await findLinkOwner(trx, used.email) : undefined
  if (!owner || owner.id !== used?.user_id) throw new AppError('bad_request', REFUSALS[link.purpose])
  await trx.deleteFrom('account_links').where('user_id', '=', owner.id).where('purpose', '=', link.purpose).execute()
  // A mail whose response was lost would be sent again, and its link would be valid again.
  if (link.purpose === 'verify_email') await deleteMailsTo(trx, { kind: link.purpose, email: owner.email })
  return owner
}

export async function deleteOldLinks(db: Database, now: number): Promise<void> {
  await db.deleteFrom('account_links').where('expires_at', '<=', now).execute()
}
