import { nameOfUser } from '#accounts/contract/name-of-user.ts'
import { inQuotes } from '#platform/contract/in-quotes.ts'
import { listRequests, type MailFacts, toTextMail } from '#accounts/server/index.ts'
import { cutAtWord } from '#site/server/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { MailContent } from '#platform/mail/mailer.ts'
import { plural } from '#platform/contract/plural.ts'
import { countPendingComments, listPendingComments } from './mailed-comments.store.ts'

/** Comments, and people, that a mail shows. */
const SHOWN_MAX = 5
const EXCERPT_LENGTH = 200

const excerptOf = (text: string) => cutAtWord(text, EXCERPT_LENGTH)

const section = (title: string, shown: readonly string[], { total, url }: { readonly total: number; readonly url: string }): string[] =>
  total === 0 ? [] : [title, ...shown, ...(total > shown.length ? [`… and ${total - shown.length} more.`] : []), url]

const findAdmin = (db: Database, email: string) =>
  db
    .selectFrom('users')
    .select(['username', 'display_name'])
    .where('email', '=', email)
    .where('is_admin', '=', 1)
    .where('email_verified', '=', 1)
    .where('waiting_mails', '=', 1)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()

/** Writes the mail to an admin about comments and requests that wait. @returns undefined if nothing waits any more */
export async function writeWaitingMail(db: Database, { email, siteName, publicUrl }: MailFacts): Promise<MailContent | undefined> {
  const admin = await findAdmin(db, email)
  if (admin === undefined) return undefined
  const [comments, totalComments, requests] = await Promise.all([
    listPendingComments(db, SHOWN_MAX),
    countPendingComments(db),
    listRequests(db),
  ])
  if (totalComments + requests.length === 0) return undefined
  const what = [
    ...(totalComments > 0 ? [plural(totalComments, 'One comment waits', 'comments wait')] : []),
    ...(requests.length > 0 ? [plural(requests.length, 'One person asks to be let in', 'people ask to be let in')] : []),
  ].join(', ')
  const lines = [
    ...section(
      `Nobody else sees these comments until you or another admin of ${siteName} approves them:`,
      comments.map(({ by, content, post }) => `${by} on ${inQuotes(post.title)}:\n${excerptOf(content)}`),
      { total: totalComments, url: `${publicUrl}/dashboard?tab=comments` },
    ),
    ...section(
      'These people ask for an account:',
      requests.slice(0, SHOWN_MAX).map(({ username, note }) => `@${username}:\n${excerptOf(note)}`),
      { total: requests.length, url: `${publicUrl}/dashboard?tab=users` },
    ),
    `You get this mail because you are an admin of ${siteName}, at most once an hour. To stop it, look for “Mails” in your profile:\n${publicUrl}/dashboard?tab=profile#mails`,
  ]
  const name = nameOfUser({ username: admin.username, displayName: admin.display_name ?? undefined })
  return toTextMail({ subject: `${what} (${siteName})`, lines }, name)
}
