/** Delay between attempts if the browser does not report that it is online again. */
const RETRY_MS = 5000

/** The writer stopped waiting. */
export class WaitCancelled extends Error {
  override readonly message = 'It was not published. Your text stays here.'
}

/** Waits for the connection to come back, if the writer asked for it. */
export class ConnectionWait {
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

  /** Resolves when the connection may be back, rejects when the writer stops waiting; null if nobody waits. */
  readonly wait = (): Promise<void> | null => {
    if (!this.#isWanted) return null
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const listening = new AbortController()
    const timer = setTimeout(resolve, RETRY_MS)
    addEventListener('online', () => resolve(), { signal: listening.signal })
    this.#cancel = () => reject(new WaitCancelled())
    return promise.finally(() => {
      clearTimeout(timer)
      listening.abort()
      this.#cancel = null
    })
  }
}
