import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND_MS } from '#platform/contract/limits.ts'
import type { Mailer } from '#platform/mail/mailer.ts'
import { getSettings } from '#site/server/index.ts'
import { queueDigests } from '#following/server/queue/queue-digests.ts'
import { queuePosts } from '#following/server/queue/queue-posts.ts'
import { type DeliveryParts, sendDeliveries } from './send-deliveries.ts'

export interface StartParts extends Omit<DeliveryParts, 'mailer' | 'pause' | 'ending'> {
  readonly mailer: Mailer
  readonly everyMs?: number
}

/** Poll interval: another process may have queued a mail, or died while sending one. */
const EVERY_MS = 5 * SECOND_MS
/** Time for the current mail to be sent and recorded before the blog stops. */
const STOP_WAIT_MS = 6 * SECOND_MS

/** Starts queueing and sending mails to followers; all processes share the work. @returns a function that stops it */
export function startDelivery({ everyMs = EVERY_MS, ...parts }: StartParts): () => Promise<void> {
  const { db, mailer, logger, now } = parts
  const ending = new AbortController()
  const pause = (ms: number) => sleep(ms, undefined, { signal: ending.signal, ref: false }).catch(() => {})
  const repeat = async (name: string, work: () => Promise<void>) => {
    let isFailing = false
    while (!ending.signal.aborted) {
      try {
        await work()
        isFailing = false
      } catch (error) {
        // Logged once for an outage: the next attempt is seconds away.
        if (!isFailing) logger.error({ err: error }, `${name} failed; it is tried again every few seconds`)
        isFailing = true
      }
      await pause(everyMs)
    }
  }
  const running = [
    repeat('queueing mails to followers', async () => {
      const posts = await queuePosts(db, now())
      if (posts.length > 0) logger.info({ posts }, 'mails about new posts queued')
      const { mailHour } = await getSettings(db)
      await queueDigests(db, { now: now(), hour: mailHour })
    }),
    repeat('sending mails to followers', () => sendDeliveries({ ...parts, pause, ending: ending.signal })),
  ]
  return async () => {
    ending.abort()
    await Promise.race([Promise.all(running), sleep(STOP_WAIT_MS, undefined, { ref: false })])
    mailer.close()
  }
}
