import { DRAFT_DEVICE_DELAY_MS, DRAFT_SERVER_DELAY_MS } from '#contract/limits.ts'
import type { PostText } from '#web/features/post-form/post-text.ts'
import { isSignedOut, isTrouble } from './call-failure.ts'
import type { DeviceDrafts } from './device-drafts.ts'
import type { Draft, DraftMark, DraftScope, PublishedDraft } from './draft.ts'
import type { DraftDeletions } from './draft-deletions.ts'
import type { DraftServer, Saved } from './server-drafts.ts'

/** Where the latest text is saved. */
export interface SaveStatus {
  /** `clean`: there is nothing to save. */
  readonly device: 'clean' | 'saving' | 'saved' | 'failed'
  readonly server: 'clean' | 'saving' | 'saved' | 'offline' | 'signed-out' | 'refused'
  /** Why the server did not take it. */
  readonly reason: string | null
}

export const CLEAN: SaveStatus = { device: 'clean', server: 'clean', reason: null }

interface Parts {
  readonly scope: DraftScope
  readonly writer: string
  readonly device: DeviceDrafts
  readonly server: Pick<DraftServer, 'save'>
  readonly deletions: Pick<DraftDeletions, 'add'>
  readonly now: () => number
  /** @returns a function that cancels it */
  readonly after: (ms: number, work: () => void) => () => void
  readonly onStatus: (status: SaveStatus) => void
  /** Called after each save on the server. */
  readonly onSaved: (saved: Saved) => void
}

const RETRY_FIRST_MS = 1000
const DEVICE_RETRY_MS = 5000
const RETRY_MAX_MS = 15_000

/**
 * Saves what is written: on the device a third of a second after a change at the latest, on the server after a second,
 * one call at a time. What cannot be saved is tried again, sooner when the line is back.
 */
export class DraftAutosave {
  readonly #parts: Parts
  #draft: Draft | null = null
  #sequence = 0
  #replaces: readonly DraftMark[] = []
  #onDevice = 0
  #onServer = 0
  #status = CLEAN
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

  get publishedDraft(): PublishedDraft {
    return { ...this.mark, replaces: this.#replaces }
  }

  /** With `replaces`, the text goes on from others, which end with the first save. */
  change(text: PostText, baseRevision: number | null, replaces: readonly DraftMark[] = []): void {
    if (this.#isOver) return
    this.#sequence += 1
    this.#replaces = [...this.#replaces, ...replaces]
    const { now, writer } = this.#parts
    this.#draft = { writer, sequence: this.#sequence, baseRevision, savedAt: now(), text, replaces: this.#replaces }
    const isCutOff = this.#status.server === 'offline' || this.#status.server === 'signed-out'
    this.#report({ device: 'saving', ...(isCutOff ? {} : { server: 'saving', reason: null }) })
    this.#deviceTimer ??= this.#parts.after(DRAFT_DEVICE_DELAY_MS, () => void this.#saveOnDevice())
    this.#serverTimer ??= this.#parts.after(DRAFT_SERVER_DELAY_MS, () => void this.#saveOnServer())
  }

  /** At once: the page may be about to go. */
  async flush(): Promise<void> {
    this.#cancel('device')
    if (this.unsaved) await this.#saveOnDevice()
  }

  /** What is not on the device yet; null where all of it is. */
  get unsaved(): Draft | null {
    return this.#draft && this.#onDevice < this.#draft.sequence ? this.#draft : null
  }

  /** At once and synchronously, for a page that goes this moment. @returns whether the text is saved anywhere */
  flushNow(): boolean {
    const draft = this.unsaved
    return draft === null || this.#onServer >= draft.sequence || this.#parts.device.putNow(this.#parts.scope, draft)
  }

  /** Called when the line may be back. */
  wake(): void {
    if (this.#isOver || !this.#draft || this.#onServer >= this.#draft.sequence) return
    this.#retryMs = RETRY_FIRST_MS
    this.#cancel('server')
    void this.#saveOnServer()
  }

  /** Nothing is left to save: the draft is deleted on the device and on the server. */
  async discard(): Promise<void> {
    this.#clear()
    const { scope, device, deletions } = this.#parts
    if (this.#sequence === 0 && this.#replaces.length === 0) return
    this.#sequence += 1
    const marks = [this.mark, ...this.#replaces]
    this.#replaces = []
    const deleted = deletions.add(marks)
    await this.#deviceWork
    await Promise.allSettled([deleted, device.change(scope, null, marks)])
  }

  /** The text was published up to this mark, and the server knows. What is newer is the caller's. */
  async published(mark: PublishedDraft): Promise<void> {
    const isNewer = this.#draft !== null && this.#draft.sequence > mark.sequence
    const { replaces } = mark
    this.#stop()
    if (isNewer) return this.discard()
    await this.#deviceWork
    const { scope, device } = this.#parts
    await device.change(scope, null, [mark, ...replaces])
  }

  /** The page goes: what is left is saved at once, and nothing after it. What is saved stays. */
  close(): void {
    void this.flush()
    if (!this.#isOver && this.#draft && this.#onServer < this.#draft.sequence) void this.#saveOnServer()
    this.#stop()
  }

  #stop(): void {
    this.#isOver = true
    this.#cancel('device')
    this.#cancel('server')
  }

  #clear(): void {
    this.#draft = null
    this.#cancel('device')
    this.#cancel('server')
    this.#report(CLEAN)
  }

  #cancel(place: 'device' | 'server'): void {
    if (place === 'device') {
      this.#deviceTimer?.()
      this.#deviceTimer = null
    } else {
      this.#serverTimer?.()
      this.#serverTimer = null
    }
  }

  #report(change: Partial<SaveStatus>): void {
    this.#status = { ...this.#status, ...change }
    this.#parts.onStatus(this.#status)
  }

  #saveOnDevice(): Promise<void> {
    this.#deviceTimer = null
    const draft = this.#draft
    if (!draft) return this.#deviceWork
    const { scope, device } = this.#parts
    this.#deviceWork = this.#deviceWork.then(async () => {
      try {
        await device.change(scope, draft, draft.replaces)
        this.#onDevice = Math.max(this.#onDevice, draft.sequence)
        if (this.#draft?.sequence === draft.sequence) this.#report({ device: 'saved' })
      } catch {
        if (!this.#draft) return
        this.#report({ device: 'failed' })
        // The user may make room.
        if (!this.#isOver) this.#deviceTimer ??= this.#parts.after(DEVICE_RETRY_MS, () => void this.#saveOnDevice())
      }
    })
    return this.#deviceWork
  }

  async #saveOnServer(): Promise<void> {
    this.#serverTimer = null
    const draft = this.#draft
    if (!draft || this.#isSending) return
    this.#isSending = true
    try {
      const saved = await this.#parts.server.save(this.#parts.scope, draft)
      this.#onServer = draft.sequence
      this.#replaces = this.#replaces.filter((mark) => !draft.replaces.includes(mark))
      this.#retryMs = RETRY_FIRST_MS
      this.#parts.onSaved(saved)
      if (this.#draft?.sequence === draft.sequence) this.#report({ server: 'saved', reason: null })
      else if (this.#draft) this.#report({ server: 'saving', reason: null })
    } catch (error) {
      if (this.#draft) this.#giveReason(error)
    } finally {
      this.#isSending = false
    }
    this.#planNext(draft.sequence)
  }

  #giveReason(error: unknown): void {
    if (isTrouble(error)) this.#report({ server: 'offline', reason: null })
    else if (isSignedOut(error)) this.#report({ server: 'signed-out', reason: null })
    else this.#report({ server: 'refused', reason: error instanceof Error ? error.message : null })
  }

  /** What was written meanwhile goes next; what failed is tried again, less and less often. What was refused waits for another text. */
  #planNext(tried: number): void {
    if (this.#isOver || this.#serverTimer || !this.#draft || this.#onServer >= this.#draft.sequence) return
    if (['refused', 'signed-out'].includes(this.#status.server) && this.#draft.sequence === tried) return
    const failed = this.#onServer < tried
    const wait = failed ? this.#retryMs : DRAFT_SERVER_DELAY_MS
    if (failed) this.#retryMs = Math.min(RETRY_MAX_MS, this.#retryMs * 2)
    this.#serverTimer = this.#parts.after(wait, () => void this.#saveOnServer())
  }
}
