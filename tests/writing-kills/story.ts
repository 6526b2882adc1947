/** What was typed longer ago than this must survive every kill. */
export const PROMISE_MS = 1000

/** Blanks at the end of a paragraph are no characters that anyone misses. */
export const withoutBlanks = (text: string): string => text.replace(/\s|&nbsp;/g, '')

/** One post that is written, across kills: every character, and when it was typed. */
export class Story {
  /** The title, which no other post has. */
  readonly marker: string
  /** Null until it is known to be published. */
  postId: string | null = null
  #text = ''
  #typedAt: number[] = []

  constructor(marker: string) {
    this.marker = marker
  }

  /** Without blanks. */
  get text(): string {
    return this.#text
  }

  typed(character: string): void {
    this.#text += character
    this.#typedAt.push(Date.now())
  }

  /** @returns why this text cannot be what is left of the story after a kill at that time; null where it can */
  lossOf(found: string, killedAt: number): string | null {
    const due = this.#typedAt.filter((at) => at <= killedAt - PROMISE_MS).length
    if (!this.#text.startsWith(found)) return `${this.marker}: '${found}' is not how '${this.#text}' begins`
    if (found.length < due) return `${this.marker}: ${due - found.length} characters older than ${PROMISE_MS} ms were lost`
    return null
  }

  /** It goes on from what was left. */
  goOnFrom(found: string): void {
    this.#typedAt = this.#typedAt.slice(0, found.length)
    this.#text = found
  }
}
