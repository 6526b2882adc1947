import { HOUR_MS } from '#platform/contract/limits.ts'
import type { MailFailure } from './mail-failure.ts'

/** Number of refusals in a row, of different mails or of few mails repeatedly, from which the server refuses the blog. */
const IN_A_ROW = 3
/** One mail that is refused so soon after another was accepted may go to a mailbox that does not exist. */
const JUST_BEFORE_MS = HOUR_MS
const REMEMBERED_MAX = 1000

interface RefusedMail {
  readonly id: string
  /** Whether anybody may have entered the address, and so chosen the server that refuses it. */
  readonly isAsk: boolean
  readonly isAboutRecipient: boolean
  readonly now: number
}

interface Remembered {
  readonly failure: 'blog' | 'unclear'
  /** When it was refused for the first and the last time. */
  readonly since: number
  readonly at: number
  readonly times: number
  isAlone: boolean
}

/** What a process remembers of refusals that may be about one mail, or about the blog. */
export interface Refusals {
  /** @param begunAt when the attempt began */
  readonly noteAccepted: (begunAt: number, now: number) => void
  /** Whether the server refuses the blog: it has accepted nothing since. */
  readonly isRefusing: () => boolean
  /** Decides what a refusal is about, by those of other mails; never returns `blog` or `unclear`. */
  readonly judge: (failure: MailFailure, mail: RefusedMail) => Exclude<MailFailure, 'blog' | 'unclear'>
}

/**
 * A mail was refused alone if another one was accepted afterwards, and nothing paused the mails between. The memory is not
 * shared: a process that knows nothing of earlier refusals tries a mail once more.
 */
export function createRefusals(): Refusals {
  const mails = new Map<string, Remembered>()
  let refusingSince = Number.POSITIVE_INFINITY
  let acceptedAt = Number.NEGATIVE_INFINITY
  const isRefusing = () => refusingSince !== Number.POSITIVE_INFINITY
  /** @returns the mails in a row that were refused without a reason */
  const remember = (id: string, { failure, at }: Pick<Remembered, 'failure' | 'at'>) => {
    const { since = at, times = 0 } = mails.get(id) ?? {}
    mails.set(id, { failure, at, since, times: times + 1, isAlone: false })
    if (mails.size > REMEMBERED_MAX) mails.delete([...mails.keys()][0] ?? id)
    return new Map([...mails].filter(([, mail]) => mail.failure === 'unclear' && !mail.isAlone))
  }
  const isAboutBlog = (inRow: ReadonlyMap<string, Remembered>) => {
    const refused = [...inRow.values()]
    const isOneDead = refused.length === 1 && refused.some(({ since }) => since - acceptedAt < JUST_BEFORE_MS)
    return !isOneDead && refused.reduce((sum, { times }) => sum + times, 0) >= IN_A_ROW
  }
  return {
    isRefusing,
    noteAccepted(begunAt, now) {
      acceptedAt = begunAt
      // A limit that begins in the future: the clock was set back.
      if (refusingSince <= begunAt || refusingSince > now) refusingSince = Number.POSITIVE_INFINITY
      for (const mail of mails.values()) if (mail.at <= begunAt) mail.isAlone = true
    },
    judge(failure, { id, isAsk, isAboutRecipient, now }) {
      if (failure !== 'blog' && failure !== 'unclear') return failure
      if (isAsk) return 'later'
      const before = isRefusing() ? undefined : mails.get(id)
      if (before?.isAlone === true) return judgeAlone([before.failure, failure], isAboutRecipient)
      const inRow = remember(id, { failure, at: now })
      if (!isRefusing() && failure === 'unclear' && !isAboutBlog(inRow)) return 'later'
      refusingSince = Math.min(refusingSince, now)
      for (const unclear of inRow.keys()) mails.delete(unclear)
      return 'server'
    },
  }
}

/** A reply that names a limit ends no mail. */
function judgeAlone(replies: readonly MailFailure[], isAboutRecipient: boolean) {
  if (replies.includes('blog')) return 'later'
  return isAboutRecipient ? 'bounced' : 'refused'
}
