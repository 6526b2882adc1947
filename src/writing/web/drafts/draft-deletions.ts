import { isMark } from './device-drafts.ts'
import type { DraftMark, DraftScope } from './draft.ts'
import { type DraftServer, isSignedOut, isTrouble } from './server-drafts.ts'
import type { WritingParts } from './writing-state.ts'

type Parts = Pick<WritingParts, 'storage' | 'after'> & { readonly server: Pick<DraftServer, 'end'> }

const RETRY_MS = 5000

/**
 * Deletes drafts on the server that were discarded here. Failed deletions are retried: after a while, when the connection
 * is back, and by the next page, which finds them in the storage.
 */
export class DraftDeletions {
  readonly #parts: Parts
  readonly #scope: DraftScope
  readonly #key: string
  /** Used if the storage refuses to write. */
  #unstored: readonly DraftMark[] | null = null
  #cancelRetry: (() => void) | null = null

  constructor(scope: DraftScope, parts: Parts) {
    this.#parts = parts
    this.#scope = scope
    this.#key = `post-draft-deletions/${scope.userId}/${scope.postId}`
  }

  get pending(): readonly DraftMark[] {
    if (this.#unstored) return this.#unstored
    try {
      const stored: unknown = JSON.parse(this.#parts.storage().getItem(this.#key) ?? '[]')
      return Array.isArray(stored) ? stored.filter(isMark) : []
    } catch {
      return []
    }
  }

  async add(marks: readonly DraftMark[]): Promise<void> {
    const replaced = new Set(marks.map(({ writer }) => writer))
    this.#write([...this.pending.filter(({ writer }) => !replaced.has(writer)), ...marks])
    await Promise.all(marks.map((mark) => this.#send(mark)))
  }

  async retry(): Promise<void> {
    this.close()
    await Promise.all(this.pending.map((mark) => this.#send(mark)))
  }

  close(): void {
    this.#cancelRetry?.()
    this.#cancelRetry = null
  }

  async #send(mark: DraftMark): Promise<void> {
    try {
      await this.#parts.server.end(this.#scope, mark)
    } catch (error) {
      if (isTrouble(error) || isSignedOut(error)) {
        this.#cancelRetry ??= this.#parts.after(RETRY_MS, () => void this.retry())
        return
      }
    }
    this.#write(this.pending.filter(({ writer, sequence }) => writer !== mark.writer || sequence > mark.sequence))
  }

  #write(marks: readonly DraftMark[]): void {
    try {
      if (marks.length === 0) this.#parts.storage().removeItem(this.#key)
      else this.#parts.storage().setItem(this.#key, JSON.stringify(marks))
      this.#unstored = null
    } catch {
      this.#unstored = marks
    }
  }
}
