import type { PostCadence } from '#newsletter/contract/cadences.ts'
import { type MailFacts, mayOptIn, toTextMail } from '#accounts/server/index.ts'
import { nameOfUser } from '#accounts/contract/name-of-user.ts'
import type { Database } from '#platform/database/database.ts'
import type { MailContent } from '#platform/mail/mailer.ts'
import { hashToken } from '#platform/security/tokens.ts'
import { manageAddress } from '#newsletter/server/followers/recipients.ts'

type Facts = MailFacts

/**
 * Writes the mail to an address that was entered to follow the blog: a link to confirm, or how to go on where the address
 * already follows or belongs to an account. The page shows the same message in each case.
 * @returns undefined where nothing is left to confirm
 */
export async function writeFollowMail(db: Database, facts: Facts): Promise<MailContent | undefined> {
  const member = await findMember(db, facts.email)
  if (member) {
    // A user chooses mails in the profile, so there is nothing to confirm.
    await db.deleteFrom('followers').where('email', '=', facts.email).where('confirmed_at', 'is', null).execute()
    const name = nameOfUser({ username: member.username, displayName: member.display_name ?? undefined })
    const { id, link_key, posts } = member
    return id === null || link_key === null || posts === null
      ? writeMemberMail(name, facts)
      : writeKnownMail({ posts, manageUrl: manageAddress(facts.publicUrl, { id, link_key }) }, facts, name)
  }
  const row = await db
    .selectFrom('followers')
    .select(['id', 'link_key', 'posts', 'confirmed_at'])
    .where('email', '=', facts.email)
    .where('posts', 'is not', null)
    .executeTakeFirst()
  if (!row?.posts) return undefined
  if (row.confirmed_at !== null) return writeKnownMail({ posts: row.posts, manageUrl: manageAddress(facts.publicUrl, row) }, facts)
  if (!(await mayOptIn(db, facts))) return undefined
  const { token } = facts
  await db
    .updateTable('followers')
    .set({ confirm_hash: hashToken(token) })
    .where('id', '=', row.id)
    .execute()
  return writeConfirmMail(token, facts)
}

const findMember = (db: Database, email: string) =>
  db
    .selectFrom('users')
    .leftJoin('followers', 'followers.user_id', 'users.id')
    .select(['users.username', 'users.display_name', 'followers.id', 'followers.link_key', 'followers.posts'])
    .where('users.email', '=', email)
    .where('users.email_verified', '=', 1)
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst()

const OFTEN: Readonly<Record<PostCadence, string>> = {
  at_once: 'soon after each is published',
  weekly: 'on Sundays, when there is something new',
}

const writeConfirmMail = (token: string, { siteName, publicUrl }: Facts): MailContent =>
  toTextMail({
    subject: `Shall we mail you what is new? (${siteName})`,
    lines: [
      `Somebody, most likely you, would like to get the new posts of ${siteName} by mail, on Sundays when there is something new.`,
      'Open this link and press the button there, and the mails begin; there you can also choose to get each post at once. The link works for a week:',
      `${publicUrl}/follow/confirm#${token}`,
      `If the page asks for a code: ${token}`,
      'If that was not you, you need do nothing: without the link no mails come, and your address is deleted after a week.',
    ],
  })

const writeKnownMail = (known: { posts: PostCadence; manageUrl: string }, { siteName }: Facts, name?: string): MailContent =>
  toTextMail(
    {
      subject: `You follow ${siteName} already`,
      lines: [
        `Somebody, most likely you, would like to get the new posts of ${siteName} by mail. You get them already: ${OFTEN[known.posts]}.`,
        'To change how often, or to end it:',
        known.manageUrl,
        'If that was not you, you need do nothing.',
      ],
    },
    name,
  )

const writeMemberMail = (name: string, { siteName, publicUrl }: Facts): MailContent =>
  toTextMail(
    {
      subject: `Mail from ${siteName}`,
      lines: [
        `Somebody, most likely you, would like to get the new posts of ${siteName} by mail. You have an account there, so you can choose in your profile which mails you get:`,
        `${publicUrl}/dashboard?tab=profile#mails`,
        'If that was not you, you need do nothing.',
      ],
    },
    name,
  )
