import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE_MS, SECOND_MS } from '#platform/contract/limits.ts'
import { BEFORE_TEXT_MS, type Mailer } from './mailer.ts'
import { MAIL_PRIORITY } from './outbox.ts'
import { createRefusals } from './refusals.ts'
import { type MailLane, sendDueMails, type SendParts } from './send-mails.ts'

/** Poll interval: another process may have queued a mail, or died while sending one. */
const EVERY_MS = 5 * SECOND_MS
/** Delays after a wake-up. The transaction has nearly always ended by the first, on a busy machine by the second. */
const READ_AFTER_MS = [50, SECOND_MS]
/** Time for the current mails to be sent and recorded before the blog stops. */
const STOP_WAIT_MS = 6 * SECOND_MS

export interface MailConnections {
  readonly prompt: Mailer
  /** Sends all mails over one connection. */
  readonly bulk: Mailer
}

/** Mails at a time: one whose mailbox does not respond holds up no other. All of them together are few for a provider. */
const URGENT_WORKERS = 6
const NOTICE_WORKERS = 2
const LOW_WORKERS = 2

/** Codes are behind no other mail, notices behind none to addresses that strangers chose, and no mail is behind newsletters. */
export const createMailLanes = ({
  prompt,
  bulk,
}: { readonly [Name in keyof MailConnections]: Pick<Mailer, 'send'> }): readonly MailLane[] => {
  const { urgent, notice, low, newsletter } = MAIL_PRIORITY
  return [
    { from: urgent, to: urgent, mailer: prompt, beforeTextMs: BEFORE_TEXT_MS, workers: URGENT_WORKERS },
    { from: urgent, to: notice, mailer: prompt, beforeTextMs: BEFORE_TEXT_MS, workers: NOTICE_WORKERS },
    { from: low, to: low, mailer: prompt, beforeTextMs: BEFORE_TEXT_MS, workers: LOW_WORKERS },
    { from: newsletter, to: newsletter, mailer: bulk, beforeTextMs: 2 * MINUTE_MS },
  ]
}

export interface StartedMails {
  /** Call when an urgent mail was queued. */
  readonly wake: () => void
  readonly stop: () => Promise<void>
}

interface StartParts extends Omit<SendParts, 'pause' | 'ending' | 'refusals'> {
  readonly mailers: MailConnections
}

/** Starts sending the mails in the outbox; all processes share the work. */
export function startMails({ mailers, ...parts }: StartParts): StartedMails {
  const ending = new AbortController()
  const pause = (ms: number) => sleep(ms, undefined, { signal: ending.signal, ref: false }).catch(() => {})
  const sending = { ...parts, refusals: createRefusals(), pause, ending: ending.signal }
  const lanes = createMailLanes(mailers).flatMap((lane) =>
    Array.from({ length: lane.workers ?? 1 }, () =>
      startRepeating(() => sendDueMails(sending, lane), { ...sending, name: 'sending mail' }),
    ),
  )
  return {
    wake() {
      for (const afterMs of READ_AFTER_MS) setTimeout(() => lanes.forEach(({ wake }) => wake()), afterMs).unref()
    },
    async stop() {
      ending.abort()
      await Promise.race([Promise.all(lanes.map(({ ended }) => ended)), sleep(STOP_WAIT_MS, undefined, { ref: false })])
      mailers.prompt.close()
      mailers.bulk.close()
    },
  }
}

interface Repeated extends Pick<SendParts, 'logger' | 'ending'> {
  readonly name: string
}

/** Repeats work every few seconds, and when woken. Never runs it twice at a time. */
export function startRepeating(work: () => Promise<void>, { logger, ending, name }: Repeated): { wake: () => void; ended: Promise<void> } {
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
        if (!isFailing) logger.error({ err: error }, `${name} failed; it is tried again every few seconds`)
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
