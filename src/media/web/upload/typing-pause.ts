/** Time without input that counts as a pause. */
const PAUSE_MS = 1000
/** Maximum wait of one picture. */
export const PAUSE_WAIT_MAX_MS = 8000

/** Delays heavy work until the user pauses typing: a phone has few processors. */
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

  /** Resolves at the next pause, immediately during one, and after PAUSE_WAIT_MAX_MS at the latest. */
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
