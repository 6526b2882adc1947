import type { MailBlog, MailBody, MailPart } from '#site/contract/mail.ts'
import { inQuotes } from '#platform/contract/in-quotes.ts'
import { cutAtWord } from '#site/server/index.ts'
import { findRepliedTo, listCommentsOfDay, listRepliesOfMail, type MailedComment } from './mailed-comments.store.ts'
import { withoutFurtherEmptyLines } from './empty-lines.ts'
import { followerFooter, type FollowerMailRow, type Recipient } from './follower-mail.ts'
import type { Database } from '#platform/database/database.ts'
import { plural } from '#platform/contract/plural.ts'

/** Maximum length of a quoted comment, in UTF-16 units. */
const COMMENT_MAX = 5000
/** The same for the comment that a reply is to, and for each comment of a daily mail. */
const SHORT_MAX = 280
/** Maximum number of comments in a daily mail, which links to the rest. */
const DAILY_COMMENTS_MAX = 20

interface Facts {
  readonly blog: MailBlog
  readonly footer: MailBody['footer']
}

const quote = ({ by, content }: Pick<MailedComment, 'by' | 'content'>, max = COMMENT_MAX): MailPart => ({
  kind: 'quote',
  by,
  text: cutAtWord(withoutFurtherEmptyLines(content), max),
})
const addressOf = ({ id, post }: MailedComment, { publicUrl }: MailBlog) => `${publicUrl}/post/${post.slug}#comment-${id}`
const dashboardOf = ({ publicUrl }: MailBlog) => `${publicUrl}/dashboard?tab=comments`

/** Mail to the writer of a comment about a reply. */
function replyMail(reply: MailedComment, repliedTo: Pick<MailedComment, 'content'>, { blog, footer }: Facts): MailBody {
  const url = addressOf(reply, blog)
  return {
    subject: `${reply.by} replied to you on ${inQuotes(reply.post.title)}`,
    parts: [
      { kind: 'heading', text: `${reply.by} replied to you`, url },
      { kind: 'note', date: reply.at, words: [reply.post.title] },
      quote({ by: 'You wrote', content: repliedTo.content }, SHORT_MAX),
      quote(reply),
      { kind: 'button', label: 'Read and reply', url },
    ],
    footer,
  }
}

interface Reply {
  readonly reply: MailedComment
  /** The recipient's comment. */
  readonly repliedTo: Pick<MailedComment, 'content'>
}

/** Mail about several replies that came while the recipient was not to be mailed again, oldest first. */
function repliesMail(replies: readonly Reply[], { blog, footer }: Facts): MailBody {
  const shown = replies.slice(0, DAILY_COMMENTS_MAX)
  const title = replies.length > shown.length ? `More than ${shown.length} replies to you` : `${shown.length} replies to you`
  return {
    subject: `${title} on ${blog.name}`,
    parts: [{ kind: 'heading', text: title }, ...shown.flatMap(({ reply }) => entryOf(reply, blog))],
    footer,
  }
}

/** Mail to an admin with the comments of a day, oldest first. @param comments at least one more than the maximum if there are more */
function commentsMail(comments: readonly MailedComment[], { blog, footer }: Facts): MailBody {
  const shown = comments.slice(0, DAILY_COMMENTS_MAX)
  const waiting = shown.filter((comment) => comment.isPending).length
  const hasMore = comments.length > shown.length
  const count = hasMore ? `More than ${shown.length} new comments` : plural(shown.length, 'A new comment', 'new comments')
  const title = `${count} on ${blog.name}`
  return {
    subject: waiting === 0 ? title : `${title}, ${plural(waiting, '1 waits', 'wait')} for you`,
    parts: [
      { kind: 'heading', text: title },
      ...(waiting === 0 ? [] : [{ kind: 'button', label: 'Open the comments', url: dashboardOf(blog) } as const]),
      ...shown.flatMap((comment) => entryOf(comment, blog)),
      ...(hasMore ? [{ kind: 'rule' } as const, { kind: 'link', label: 'All comments', url: dashboardOf(blog) } as const] : []),
    ],
    footer,
  }
}

const entryOf = (comment: MailedComment, blog: MailBlog): readonly MailPart[] => [
  { kind: 'rule' },
  { kind: 'note', date: comment.at, words: [comment.post.title, ...(comment.isPending ? ['waits for approval'] : [])] },
  quote(comment, SHORT_MAX),
  ...(comment.isPending
    ? []
    : [{ kind: 'link', label: 'Read and reply', about: `${comment.by} on ${comment.post.title}`, url: addressOf(comment, blog) } as const]),
]

interface Composing {
  readonly db: Database
  readonly blog: MailBlog
  readonly recipient: Recipient
}

type Composed = { readonly body: MailBody } | null

/** Leaves out replies that are not approved, whose post the recipient may not read, or whose comment was deleted. */
export async function composeReply(mail: FollowerMailRow, { db, blog, recipient }: Composing): Promise<Composed> {
  const { userId, audience } = recipient
  if (userId === null) return null
  const replies: Reply[] = []
  for (const reply of await listRepliesOfMail(db, { mailId: mail.id, audience, limit: DAILY_COMMENTS_MAX + 1 })) {
    const repliedTo = await findRepliedTo(db, reply.id, userId)
    if (repliedTo) replies.push({ reply, repliedTo })
  }
  const [first, ...others] = replies
  if (!first) return null
  const facts = { blog, footer: followerFooter(blog, recipient, 'replies') }
  return { body: others.length === 0 ? replyMail(first.reply, first.repliedTo, facts) : repliesMail(replies, facts) }
}

/** Null if the recipient is no longer an admin. */
export async function composeComments(mail: FollowerMailRow, { db, blog, recipient }: Composing): Promise<Composed> {
  const { since, created_at: until } = mail
  if (since === null || recipient.userId === null || recipient.audience !== 'admins') return null
  const comments = await listCommentsOfDay(db, { since, until, exceptUser: recipient.userId }, DAILY_COMMENTS_MAX + 1)
  if (comments.length === 0) return null
  return { body: commentsMail(comments, { blog, footer: followerFooter(blog, recipient, 'comments') }) }
}
