/** Between two tries where the browser does not notice that the line is back. */
const RETRY_MS = 5000

/** The writer waits for the line no longer. */
export class WaitEnded extends Error {
  override readonly message = 'It was not published. Your text stays here.'
}

/** Waits for the line to come back, where the writer asked for it. */
export class LineWait {
  #cancel: (() => void) | null = null
  #isWanted = false

  get isWanted(): boolean {
    return this.#isWanted
  }

  want(): void {
    this.#isWanted = true
  }

  end(): void {
    this.#isWanted = false
    this.#cancel?.()
  }

  /** Resolves when the line may be back, rejects when it is waited for no longer; null where nobody asked for it. */
  readonly wait = (): Promise<void> | null => {
    if (!this.#isWanted) return null
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const listening = new AbortController()
    const timer = setTimeout(resolve, RETRY_MS)
    addEventListener('online', () => resolve(), { signal: listening.signal })
    this.#cancel = () => reject(new WaitEnded())
    return promise.finally(() => {
      clearTimeout(timer)
      listening.abort()
      this.#cancel = null
    })
  }
}
