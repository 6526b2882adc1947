import { getBlogWords, type SiteConfig } from '#site/server/index.ts'
import { beginCommentMails } from './begin-comment-mails.ts'
import type { Database } from '#platform/database/database.ts'
import { startRepeating } from '#platform/mail/start-mails.ts'
import type { Logger } from '#platform/process/logger.ts'
import { queueDigests } from './queue-digests.ts'
import { queuePosts } from './queue-posts.ts'

interface StartParts {
  readonly db: Database
  readonly logger: Logger
  readonly now: () => number
  readonly siteConfig: SiteConfig
  /** Hour of the day at which the mails of a day and of a week go out. */
  readonly hour: number
}

/** Queues mails about posts when they are due; all processes share the work. @returns a function that stops it */
export function startQueueing({ db, logger, now, siteConfig, hour }: StartParts): () => Promise<void> {
  const ending = new AbortController()
  const queue = async () => {
    const posts = await queuePosts(db, now())
    if (posts.length > 0) logger.info({ posts }, 'mails about new posts queued')
    await beginCommentMails(db, now())
    const { timeZone } = await getBlogWords(db, siteConfig)
    await queueDigests(db, { now: now(), hour, timeZone })
  }
  const { ended } = startRepeating(queue, { logger, ending: ending.signal, name: 'queueing mails to followers' })
  return async () => {
    ending.abort()
    await ended
  }
}
