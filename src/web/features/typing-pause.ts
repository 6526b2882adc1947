/** So long without a letter is a pause. */
const PAUSE_MS = 1000
/** The work of each picture waits no longer than this for one. */
export const PAUSE_WAIT_MAX_MS = 8000

/** Heavy work begins while nobody types: a phone has few processors. */
export class TypingPause {
  readonly #page: EventTarget
  #typedAt = Number.NEGATIVE_INFINITY

  constructor(page: EventTarget) {
    this.#page = page
  }

  watch(): void {
    this.#page.addEventListener('input', this.#onInput, { capture: true, passive: true })
  }

  ignore(): void {
    this.#page.removeEventListener('input', this.#onInput, { capture: true })
  }

  /** Resolves in the next pause, at once where this is one, and when none comes in time. */
  async wait(): Promise<void> {
    const end = performance.now() + PAUSE_WAIT_MAX_MS
    for (;;) {
      const left = Math.min(this.#typedAt + PAUSE_MS, end) - performance.now()
      if (left <= 0) return
      await new Promise((resolve) => setTimeout(resolve, left))
    }
  }

  readonly #onInput = () => {
    this.#typedAt = performance.now()
  }
}
