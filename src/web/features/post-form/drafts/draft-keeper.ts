import { DRAFT_DEVICE_DELAY_MS, DRAFT_SERVER_DELAY_MS } from '#contract/limits.ts'
import { ApiError } from '#web/api/api-error.ts'
import type { PostText } from '#web/features/post-form/post-text.ts'
import type { DeviceDrafts } from './device-drafts.ts'
import type { Draft, DraftMark, DraftScope } from './draft.ts'
import type { DraftServer, Saved } from './server-drafts.ts'

/** Where the latest text stands. */
export interface Standing {
  /** `clean`: there is nothing to save. */
  readonly device: 'clean' | 'saving' | 'saved' | 'failed'
  readonly server: 'clean' | 'saving' | 'saved' | 'offline' | 'refused'
  /** Why the server did not take it. */
  readonly reason: string | null
}

export const CLEAN: Standing = { device: 'clean', server: 'clean', reason: null }

interface Parts {
  readonly scope: DraftScope
  readonly writer: string
  readonly device: DeviceDrafts
  readonly server: DraftServer
  readonly now: () => number
  /** @returns what calls it off */
  readonly after: (ms: number, work: () => void) => () => void
  readonly onStanding: (standing: Standing) => void
  /** Told after each save on the server. */
  readonly onSaved: (saved: Saved) => void
}

const RETRY_FIRST_MS = 1000
const DEVICE_RETRY_MS = 5000
const RETRY_MAX_MS = 15_000

/** A server in trouble will take it later; one that says no will say so again. */
const isTrouble = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500

/**
 * Saves what is written: on the device a third of a second after a change at the latest, on the server after a second,
 * one call at a time. What cannot be saved is tried again, sooner when the line is back.
 */
export class DraftKeeper {
  readonly #parts: Parts
  #draft: Draft | null = null
  #sequence = 0
  #replaces: readonly DraftMark[] = []
  #onDevice = 0
  #onServer = 0
  #standing = CLEAN
  #deviceTimer: (() => void) | null = null
  #serverTimer: (() => void) | null = null
  #deviceWork: Promise<void> = Promise.resolve()
  #isSending = false
  #retryMs = RETRY_FIRST_MS
  #isOver = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** The text as far as it has come. */
  get mark(): DraftMark {
    return { writer: this.#parts.writer, sequence: Math.max(1, this.#sequence) }
  }

  /** With `replaces`, the text goes on from others, which end with the first save. */
  change(text: PostText, baseRevision: number | null, replaces: readonly DraftMark[] = []): void {
    if (this.#isOver) return
    this.#sequence += 1
    this.#replaces = [...this.#replaces, ...replaces]
    this.#draft = { writer: this.#parts.writer, sequence: this.#sequence, baseRevision, savedAt: this.#parts.now(), text }
    this.#tell({ device: 'saving', ...(this.#standing.server === 'offline' ? {} : { server: 'saving', reason: null }) })
    this.#deviceTimer ??= this.#parts.after(DRAFT_DEVICE_DELAY_MS, () => void this.#saveOnDevice())
    this.#serverTimer ??= this.#parts.after(DRAFT_SERVER_DELAY_MS, () => void this.#saveOnServer())
  }

  /** At once: the page may be about to go. */
  async flush(): Promise<void> {
    this.#callOff('device')
    if (this.unsaved) await this.#saveOnDevice()
  }

  /** What is not on the device yet; null where all of it is. */
  get unsaved(): Draft | null {
    return this.#draft && this.#onDevice < this.#draft.sequence ? this.#draft : null
  }

  /** The line may be back. */
  wake(): void {
    if (this.#isOver || !this.#draft || this.#onServer >= this.#draft.sequence) return
    this.#retryMs = RETRY_FIRST_MS
    this.#callOff('server')
    void this.#saveOnServer()
  }

  /** Nothing is left to save: what was kept goes, here and there. */
  async discard(): Promise<void> {
    this.#forget()
    const { scope, device, server } = this.#parts
    if (this.#sequence === 0 && this.#replaces.length === 0) return
    this.#sequence += 1
    const marks = [this.mark, ...this.#replaces]
    this.#replaces = []
    await this.#deviceWork
    await Promise.allSettled(marks.flatMap((mark) => [device.remove(scope, mark), server.end(scope, mark)]))
  }

  /** The text was published up to this mark, and the server knows. */
  async published(mark: DraftMark): Promise<void> {
    // What was typed while the call was under way is there the next time.
    if (this.#draft && this.#draft.sequence > mark.sequence) await this.flush()
    this.#stop()
    await this.#deviceWork
    const { scope, device } = this.#parts
    await Promise.allSettled([mark, ...this.#replaces].map((each) => device.remove(scope, each)))
  }

  /** The page goes: what is left is saved at once, and nothing after it. What is saved stays. */
  close(): void {
    void this.flush()
    if (!this.#isOver && this.#draft && this.#onServer < this.#draft.sequence) void this.#saveOnServer()
    this.#stop()
  }

  #stop(): void {
    this.#isOver = true
    this.#callOff('device')
    this.#callOff('server')
  }

  #forget(): void {
    this.#draft = null
    this.#callOff('device')
    this.#callOff('server')
    this.#tell(CLEAN)
  }

  #callOff(place: 'device' | 'server'): void {
    if (place === 'device') {
      this.#deviceTimer?.()
      this.#deviceTimer = null
    } else {
      this.#serverTimer?.()
      this.#serverTimer = null
    }
  }

  #tell(change: Partial<Standing>): void {
    this.#standing = { ...this.#standing, ...change }
    this.#parts.onStanding(this.#standing)
  }

  #saveOnDevice(): Promise<void> {
    this.#deviceTimer = null
    const draft = this.#draft
    if (!draft) return this.#deviceWork
    const { scope, device } = this.#parts
    const replaces = this.#replaces
    this.#deviceWork = this.#deviceWork.then(async () => {
      try {
        await device.put(scope, draft, replaces)
        this.#onDevice = Math.max(this.#onDevice, draft.sequence)
        if (this.#draft?.sequence === draft.sequence) this.#tell({ device: 'saved' })
      } catch {
        if (!this.#draft) return
        this.#tell({ device: 'failed' })
        // Somebody may make room.
        if (!this.#isOver) this.#deviceTimer ??= this.#parts.after(DEVICE_RETRY_MS, () => void this.#saveOnDevice())
      }
    })
    return this.#deviceWork
  }

  async #saveOnServer(): Promise<void> {
    this.#serverTimer = null
    const draft = this.#draft
    if (!draft || this.#isSending) return
    const replaces = this.#replaces
    this.#isSending = true
    try {
      const saved = await this.#parts.server.save(this.#parts.scope, draft, replaces)
      this.#onServer = draft.sequence
      this.#replaces = this.#replaces.filter((mark) => !replaces.includes(mark))
      this.#retryMs = RETRY_FIRST_MS
      this.#parts.onSaved(saved)
      if (this.#draft?.sequence === draft.sequence) this.#tell({ server: 'saved', reason: null })
      else if (this.#draft) this.#tell({ server: 'saving', reason: null })
    } catch (error) {
      if (this.#draft) this.#giveReason(error)
    } finally {
      this.#isSending = false
    }
    this.#planNext(draft.sequence)
  }

  #giveReason(error: unknown): void {
    if (isTrouble(error)) this.#tell({ server: 'offline', reason: null })
    else this.#tell({ server: 'refused', reason: error instanceof Error ? error.message : null })
  }

  /** What was written meanwhile goes next; what failed is tried again, less and less often. What was refused waits for another text. */
  #planNext(tried: number): void {
    if (this.#isOver || this.#serverTimer || !this.#draft || this.#onServer >= this.#draft.sequence) return
    if (this.#standing.server === 'refused' && this.#draft.sequence === tried) return
    const failed = this.#onServer < tried
    const wait = failed ? this.#retryMs : DRAFT_SERVER_DELAY_MS
    if (failed) this.#retryMs = Math.min(RETRY_MAX_MS, this.#retryMs * 2)
    this.#serverTimer = this.#parts.after(wait, () => void this.#saveOnServer())
  }
}
