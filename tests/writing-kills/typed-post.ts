/** Text typed longer ago than this must survive every kill. */
export const MAX_LOSS_MS = 1000

/** White space is not compared: it may be lost at the end of a paragraph. */
export const withoutBlanks = (text: string): string => text.replace(/\s|&nbsp;/g, '')

/** One post that is written across kills: every character, and when it was typed. */
export class TypedPost {
  /** Unique title of the post. */
  readonly marker: string
  /** Null until the post is known to be published. */
  postId: string | null = null
  #text = ''
  #typedAt: number[] = []

  constructor(marker: string) {
    this.marker = marker
  }

  /** The typed text without white space. */
  get text(): string {
    return this.#text
  }

  typed(character: string): void {
    this.#text += character
    this.#typedAt.push(Date.now())
  }

  /** @returns what is wrong with the text found after a kill at that time; null if nothing is */
  lossOf(found: string, killedAt: number): string | null {
    const due = this.#typedAt.filter((at) => at <= killedAt - MAX_LOSS_MS).length
    if (!this.#text.startsWith(found)) return `${this.marker}: '${found}' is not how '${this.#text}' begins`
    if (found.length < due) return `${this.marker}: ${due - found.length} characters older than ${MAX_LOSS_MS} ms were lost`
    return null
  }

  /** Continues from the text that survived. */
  continueFrom(found: string): void {
    this.#typedAt = this.#typedAt.slice(0, found.length)
    this.#text = found
  }
}
