import { lastTimeIn } from '#platform/contract/time-zone.ts'
import type { Database } from '#platform/database/database.ts'
import type { Logger } from '#platform/process/logger.ts'
import { getBlogWords, type SiteConfig } from '#site/server/index.ts'
import { beginCommentMails } from './begin-comment-mails.ts'
import { queueComments } from './queue-comments.ts'
import { queueDigests, queuePosts } from './queue-posts.ts'

const SUNDAY = 0

interface Parts {
  readonly db: Database
  readonly logger: Logger
  readonly now: () => number
  readonly siteConfig: SiteConfig
  /** Hour of the day at which the mails of a day and of a week go out. */
  readonly hour: number
}

/** Puts into the outbox what is due by the clock; all processes share the work. */
export async function queueDueMails({ db, logger, now, siteConfig, hour }: Parts): Promise<void> {
  const posts = await queuePosts(db, now())
  if (posts.length > 0) logger.info({ posts }, 'mails about new posts queued')
  await beginCommentMails(db, now())
  const time = { now: now(), hour, timeZone: (await getBlogWords(db, siteConfig)).timeZone }
  await queueDigests(db, { at: lastTimeIn(time, SUNDAY), now: time.now })
  await queueComments(db, { at: lastTimeIn(time), now: time.now })
}
