import type { Followed, Recipient } from './follower-mail.ts'
import type { MailBlog, MailBody } from '#site/contract/mail.ts'

const REASONS: Readonly<Record<Followed, (blog: MailBlog, isMember: boolean) => string>> = {
  posts: ({ name }, isMember) =>
    isMember
      ? `You get this mail because you have an account at ${name} and asked for mails about new posts.`
      : `You get this mail because you follow ${name} by mail.`,
  replies: ({ name }) => `You get this mail because you commented at ${name} and asked for mails about replies.`,
  comments: ({ name }) => `You get this mail because you are an admin of ${name} and asked for mails about comments.`,
}

/** Footer of a mail to a follower: why they get it, and links to change or stop the mails. */
export const followerFooter = (
  blog: MailBlog,
  recipient: Pick<Recipient, 'userId' | 'manageUrl' | 'endUrl'>,
  what: Followed,
): MailBody['footer'] => ({
  why: REASONS[what](blog, recipient.userId !== null),
  links: [
    { label: 'Change how often', url: recipient.manageUrl },
    { label: 'Stop these mails', url: recipient.endUrl(what) },
  ],
})
