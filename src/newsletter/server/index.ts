export { queueDueMails } from './queue/queue-due-mails.ts'
export {
  countImported,
  countWaiting,
  createWaiting,
  deleteImported,
  deleteWaiting,
  mailWaiting,
} from './followers/imported-followers.store.ts'
export { countVisitorsByMail } from './delivery/reach.store.ts'
export { deleteOldFollowers } from './followers/followers.store.ts'
export { followerMailEvents } from './queue/mail-events.ts'
export { createComposeFollowerMail, followerMailKinds, type MailParts } from './compose/compose-follower-mail.ts'
export { oneClickRoutes } from './one-click.routes.ts'
export { following } from './newsletter.ts'
export { findFollowingData } from './followers/recipients.ts'
export { takeOverFollowing } from './followers/followers.store.ts'
export { writeFollowMail } from './compose/follow-mails.ts'
export { writeWaitingMail } from './compose/waiting-mail.ts'
