import type { MailFailure } from './mail-failure.ts'

/** Number of different mails refused in a row from which the server refuses the blog. */
const IN_A_ROW = 3
const REMEMBERED_MAX = 1000

interface RefusedMail {
  readonly id: string
  /** Whether anybody may have entered the address, and so chosen the server that refuses it. */
  readonly isAsk: boolean
  readonly isAboutRecipient: boolean
  readonly now: number
}

/** What a process remembers of refusals that may be about one mail, or about the blog. */
export interface Refusals {
  /** @param begunAt when the attempt began */
  readonly noteAccepted: (begunAt: number) => void
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
  const mails = new Map<string, { readonly failure: 'blog' | 'unclear'; readonly at: number; isAlone: boolean }>()
  let isRefusing = false
  /** @returns the mails in a row that were refused without a reason */
  const remember = (id: string, refused: { readonly failure: 'blog' | 'unclear'; readonly at: number }) => {
    mails.set(id, { ...refused, isAlone: false })
    if (mails.size > REMEMBERED_MAX) mails.delete([...mails.keys()][0] ?? id)
    return [...mails].flatMap(([each, { failure, isAlone }]) => (failure === 'unclear' && !isAlone ? each : []))
  }
  return {
    isRefusing: () => isRefusing,
    noteAccepted(begunAt) {
      isRefusing = false
      for (const mail of mails.values()) if (mail.at <= begunAt) mail.isAlone = true
    },
    judge(failure, { id, isAsk, isAboutRecipient, now }) {
      if (failure !== 'blog' && failure !== 'unclear') return failure
      if (isAsk) return 'later'
      const before = isRefusing ? undefined : mails.get(id)
      if (before?.isAlone === true) return judgeAlone([before.failure, failure], isAboutRecipient)
      const inRow = remember(id, { failure, at: now })
      if (!isRefusing && failure === 'unclear' && inRow.length < IN_A_ROW) return 'later'
      isRefusing = true
      for (const unclear of inRow) mails.delete(unclear)
      return 'server'
    },
  }
}

/** A reply that names a limit ends no mail. */
function judgeAlone(replies: readonly MailFailure[], isAboutRecipient: boolean) {
  if (replies.includes('blog')) return 'later'
  return isAboutRecipient ? 'bounced' : 'refused'
}
