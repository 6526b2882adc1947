import { isSignedOut, isTrouble } from './call-failure.ts'
import { isMark } from './device-drafts.ts'
import type { DraftMark, DraftScope } from './draft.ts'
import type { DraftServer } from './server-drafts.ts'

/** Drafts that were given up here and that the server may still have. It outlives the page. */
export interface PendingDeletions {
  readonly list: (scope: DraftScope) => readonly DraftMark[]
  readonly write: (scope: DraftScope, marks: readonly DraftMark[]) => void
}

interface Parts {
  readonly pending: PendingDeletions
  readonly server: Pick<DraftServer, 'end'>
  readonly after: (ms: number, work: () => void) => () => void
}

const RETRY_MS = 5000

/** Deletes drafts on the server, and tries again what failed: after a while, when the line is back, and on the next page. */
export class DraftDeletions {
  readonly #parts: Parts
  readonly #scope: DraftScope
  #cancelRetry: (() => void) | null = null

  constructor(scope: DraftScope, parts: Parts) {
    this.#scope = scope
    this.#parts = parts
  }

  get pending(): readonly DraftMark[] {
    return this.#parts.pending.list(this.#scope)
  }

  async add(marks: readonly DraftMark[]): Promise<void> {
    const replaced = new Set(marks.map(({ writer }) => writer))
    this.#write([...this.pending.filter(({ writer }) => !replaced.has(writer)), ...marks])
    await Promise.all(marks.map((mark) => this.#send(mark)))
  }

  readonly retry = async (): Promise<void> => {
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
    this.#parts.pending.write(this.#scope, marks)
  }
}

/** In a storage as browsers have it; where it refuses, for the life of the page. */
export const storedDeletions = (storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): PendingDeletions => {
  const inMemory = new Map<string, readonly DraftMark[]>()
  const keyOf = ({ userId, postId }: DraftScope) => `post-draft-deletions/${userId}/${postId}`
  return {
    list(scope) {
      const known = inMemory.get(keyOf(scope))
      if (known) return known
      try {
        const stored: unknown = JSON.parse(storage().getItem(keyOf(scope)) ?? '[]')
        return Array.isArray(stored) ? stored.filter(isMark) : []
      } catch {
        return []
      }
    },
    write(scope, marks) {
      const key = keyOf(scope)
      inMemory.delete(key)
      try {
        if (marks.length === 0) storage().removeItem(key)
        else storage().setItem(key, JSON.stringify(marks))
      } catch {
        inMemory.set(key, marks)
      }
    },
  }
}
