import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND_MS } from '#platform/contract/limits.ts'
import type { Logger } from '#platform/process/logger.ts'
import type { Mailer } from './mailer.ts'
import { MAIL_PRIORITY } from './outbox.ts'
import type { MailRange } from './outbox.store.ts'
import { sendDueMails, type SendParts } from './send-mails.ts'

/** Poll interval: another process may have queued a mail, or died while sending one. */
const EVERY_MS = 5 * SECOND_MS
/** Delays after a wake-up. The transaction has nearly always ended by the first, on a busy machine by the second. */
const READ_AFTER_MS = [50, SECOND_MS]
/** Time for the current mails to be sent and recorded before the blog stops. */
const STOP_WAIT_MS = 6 * SECOND_MS

const { awaited, optIn, single, newsletter } = MAIL_PRIORITY
/**
 * Two lanes: what a person waits for, and the rest. Several workers, so that a mailbox that does not respond holds up no
 * other; most of the first lane leave alone what strangers ask for.
 */
export const MAIL_WORKERS: readonly (MailRange & { readonly workers: number })[] = [
  { from: awaited, to: awaited, workers: 5 },
  { from: awaited, to: optIn, workers: 2 },
  { from: single, to: newsletter, workers: 2 },
]

export interface StartedMails {
  /** Call when a mail was queued. */
  readonly wake: () => void
  readonly stop: () => Promise<void>
}

interface StartParts extends Omit<SendParts, 'pause' | 'ending' | 'mailer'> {
  readonly mailer: Mailer
  /** Puts what is due by the clock into the outbox. */
  readonly queue: () => Promise<void>
}

/** Starts queueing and sending mails; all processes share the work. */
export function startMails({ mailer, queue, ...parts }: StartParts): StartedMails {
  const ending = new AbortController()
  const pause = (ms: number) => sleep(ms, undefined, { signal: ending.signal, ref: false }).catch(() => {})
  const sending = { ...parts, mailer, pause, ending: ending.signal }
  const loops = [
    startRepeating(queue, sending),
    ...MAIL_WORKERS.flatMap(({ workers, ...range }) =>
      Array.from({ length: workers }, () => startRepeating(() => sendDueMails(sending, range), sending)),
    ),
  ]
  return {
    wake() {
      for (const afterMs of READ_AFTER_MS) setTimeout(() => loops.forEach(({ wake }) => wake()), afterMs).unref()
    },
    async stop() {
      ending.abort()
      await Promise.race([Promise.all(loops.map(({ ended }) => ended)), sleep(STOP_WAIT_MS, undefined, { ref: false })])
      mailer.close()
    },
  }
}

interface Repeating {
  readonly logger: Logger
  readonly ending: AbortSignal
}

/** Repeats work every few seconds, and when woken. Never runs it twice at a time. */
function startRepeating(work: () => Promise<void>, { logger, ending }: Repeating): { wake: () => void; ended: Promise<void> } {
  let wake = () => {}
  let isWoken = false
  ending.addEventListener('abort', () => wake(), { once: true })
  const run = async () => {
    let isFailing = false
    while (!ending.aborted) {
      isWoken = false
      try {
        await work()
        isFailing = false
      } catch (error) {
        // Logged once for an outage: the next attempt is seconds away.
        if (!isFailing) logger.error({ err: error }, 'queueing or sending mail failed; it is tried again every few seconds')
        isFailing = true
      }
      if (ending.aborted || (isWoken && !isFailing)) continue
      const rest = new AbortController()
      wake = () => rest.abort()
      await sleep(EVERY_MS, undefined, { signal: rest.signal, ref: false }).catch(() => {})
    }
  }
  return {
    ended: run(),
    wake() {
      isWoken = true
      wake()
    },
  }
}
