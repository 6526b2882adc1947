import type { Draft } from './draft.ts'

const RETRY_MS = 5000
const RETRY_MAX_MS = 60_000

interface Parts {
  /** Draft to save now; null for none. */
  readonly latest: () => Draft | null
  readonly save: (draft: Draft) => Promise<void>
  /** @returns whether to retry; otherwise the queue waits for another text */
  readonly onFailure: (error: unknown) => boolean
  readonly after: (ms: number, work: () => void) => () => void
}

/** Saves the latest text in one place, one call at a time. The time between retries doubles up to a minute. */
export const createSaveQueue = ({ latest, save, onFailure, after }: Parts) => {
  let saved = 0
  let failures = 0
  let work = Promise.resolve()
  let next: Promise<void> | null = null
  let cancelTimer: (() => void) | null = null
  const has = ({ sequence }: Draft) => saved >= sequence
  const saveLatest = async () => {
    const draft = latest()
    if (!draft || has(draft)) return
    try {
      await save(draft)
      saved = Math.max(saved, draft.sequence)
      failures = 0
    } catch (error) {
      if (onFailure(error)) plan(Math.min(RETRY_MS * 2 ** failures, RETRY_MAX_MS))
      failures += 1
    }
  }
  /** Resolves when this and every save before it has ended. */
  const saveNow = () => {
    cancelTimer?.()
    cancelTimer = null
    next ??= work.then(() => {
      next = null
      return saveLatest()
    })
    return (work = next)
  }
  /** Saves after this time, unless a save is planned already. */
  const plan = (ms: number) => {
    cancelTimer ??= after(ms, () => void saveNow())
  }
  return {
    has,
    plan,
    saveNow,
    /** A retry may succeed now. */
    wake() {
      failures = 0
      return saveNow()
    },
    /** Saves the latest text again. */
    repeat(ms: number) {
      saved = 0
      plan(ms)
    },
    /** The text is stored already. */
    skip(sequence: number) {
      saved = sequence
    },
  }
}
