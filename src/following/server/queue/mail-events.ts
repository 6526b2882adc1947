import type { CommentEvents } from '#comments/server/index.ts'
import type { PostEvents } from '#writing/server/index.ts'
import { announcePost, reconsiderAnnouncement } from './announcements.ts'
import { queueNewCommentMails, queueReplyMails } from './queue-comment-mails.ts'

/** What following queues when posts and comments change. app/ registers it only where the blog can send mail. */
export const followerMailEvents: { readonly posts: PostEvents; readonly comments: CommentEvents } = {
  posts: { onPublished: announcePost, onDateChanged: reconsiderAnnouncement },
  comments: {
    onCreated: queueNewCommentMails,
    async onApproved(trx, comment, trigger) {
      await queueReplyMails(trx, comment, trigger)
    },
  },
}
