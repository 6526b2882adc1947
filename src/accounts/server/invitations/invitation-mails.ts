import { DAY_MS, IMPORTED_INVITATION_DAYS } from '#platform/contract/limits.ts'
import type { Database } from '#platform/database/database.ts'
import type { MailContent } from '#platform/mail/mailer.ts'
import { hashToken } from '#platform/security/tokens.ts'
import { importedInvitationId } from './imported-invitations.store.ts'

/** The token is in the fragment (#), which browsers do not send to servers. */
export const invitationLink = (publicUrl: string, token: string): string => `${publicUrl}/invitation#${token}`

interface Facts {
  readonly email: string
  readonly siteName: string
  readonly publicUrl: string
  readonly now: number
  readonly token: string
}

/**
 * Writes the mail with a person's link, which replaces one that was handed out before.
 * @returns undefined if the invitation was used or revoked, or has expired
 */
export async function writeInvitationMail(
  db: Database,
  { email, siteName, publicUrl, now, token }: Facts,
): Promise<MailContent | undefined> {
  const invitation = await db
    .updateTable('invitations')
    .set({ token_hash: hashToken(token), ends_at: now + IMPORTED_INVITATION_DAYS * DAY_MS })
    .where('id', '=', importedInvitationId(email))
    .where('used', '=', 0)
    .where('revoked_at', 'is', null)
    .where('ends_at', '>', now)
    .returning('name')
    .executeTakeFirst()
  if (!invitation) return undefined
  const lines = [
    `Hello ${invitation.name},`,
    `the blog that you have read along with has moved: it is ${siteName} now, at ${publicUrl}, and you are warmly invited to come along.`,
    `Open this link and choose a name and a password. It is for you alone, and valid for ${IMPORTED_INVITATION_DAYS} days:`,
    invitationLink(publicUrl, token),
    `If the page asks for a code: ${token}`,
    'The password of the old blog is not known here. If you would rather not come, you need do nothing: no more mails follow.',
  ]
  return { subject: `${siteName} has moved, and you are invited`, text: `${lines.join('\n\n')}\n` }
}
