import { DRAFT_DEVICE_DELAY_MS, DRAFT_SERVER_DELAY_MS } from '#platform/contract/limits.ts'
import type { PostText } from '#writing/web/post-form/post-text.ts'
import type { Draft, DraftMark, PublishedDraft } from './draft.ts'
import type { DraftDeletions } from './draft-deletions.ts'
import { createSaveQueue } from './save-queue.ts'
import { type DraftServer, isSignedOut, isTrouble, type Saved } from './server-drafts.ts'
import { CLEAN, type SaveStatus, type WritingParts } from './writing-state.ts'

interface Parts extends Pick<WritingParts, 'scope' | 'device' | 'now' | 'after'> {
  readonly writer: string
  readonly server: Pick<DraftServer, 'save'>
  readonly deletions: Pick<DraftDeletions, 'add'>
  readonly onStatus: (status: SaveStatus) => void
  /** Called after each save on the server. */
  readonly onSaved: (saved: Saved) => void
}

/**
 * Saves drafts: on the device a third of a second after a change at the latest, on the server after a second.
 * Failed saves are retried, sooner when the connection is back.
 */
export class DraftAutosave {
  readonly #parts: Parts
  readonly #device: ReturnType<typeof createSaveQueue>
  readonly #server: ReturnType<typeof createSaveQueue>
  #draft: Draft | null = null
  #sequence = 0
  #replaces: readonly DraftMark[] = []
  #status = CLEAN
  #isEnded = false

  constructor(parts: Parts) {
    this.#parts = parts
    const latest = () => this.#draft
    const after = (ms: number, work: () => void) => (this.#isEnded ? () => {} : parts.after(ms, work))
    this.#device = createSaveQueue({ latest, after, save: this.#saveOnDevice, onFailure: this.#onDeviceFailure })
    this.#server = createSaveQueue({ latest, after, save: this.#saveOnServer, onFailure: this.#onServerFailure })
  }

  /** Writer and sequence number of the latest change. */
  get mark(): PublishedDraft {
    return { writer: this.#parts.writer, sequence: Math.max(1, this.#sequence), replaces: this.#replaces }
  }

  /** `replaces`: drafts that the text continues, which are deleted with the first save. */
  change(text: PostText, baseRevision: number | null, replaces: readonly DraftMark[] = []): void {
    if (this.#isEnded) return
    this.#sequence += 1
    this.#replaces = [...this.#replaces, ...replaces]
    const { now, writer } = this.#parts
    this.#draft = { writer, sequence: this.#sequence, baseRevision, savedAt: now(), text, replaces: this.#replaces }
    const isCutOff = this.#status.server === 'offline' || this.#status.server === 'signed-out'
    this.#report({ device: 'saving', ...(isCutOff ? {} : { server: 'saving', reason: null }) })
    this.#device.plan(DRAFT_DEVICE_DELAY_MS)
    this.#server.plan(DRAFT_SERVER_DELAY_MS)
  }

  /** Saves on the device at once: the page may be about to close. */
  flush(): Promise<void> {
    return this.#device.saveNow()
  }

  /** Saves synchronously, for a page that is being unloaded. @returns whether the text is saved anywhere */
  flushNow(): boolean {
    const draft = this.#draft
    if (draft === null || this.#device.has(draft) || this.#server.has(draft)) return true
    return this.#parts.device.putNow(this.#parts.scope, draft)
  }

  /** Called when the connection may be back. */
  wake(): void {
    void this.#server.saveNow()
  }

  /** Deletes the draft on the device and on the server, because nothing is left to save. */
  async discard(): Promise<void> {
    this.#draft = null
    this.#report(CLEAN)
    if (this.#sequence === 0 && this.#replaces.length === 0) return
    this.#sequence += 1
    const { replaces, ...mark } = this.mark
    const marks = [mark, ...replaces]
    this.#replaces = []
    await Promise.allSettled([this.#parts.deletions.add(marks), this.#deleteOnDevice(marks)])
  }

  /** Called when the text was published up to this mark. Newer changes are up to the caller. */
  async published(mark: PublishedDraft): Promise<void> {
    const isNewer = this.#draft !== null && this.#draft.sequence > mark.sequence
    this.#isEnded = true
    this.#draft = null
    await (isNewer ? this.discard() : this.#deleteOnDevice([mark, ...mark.replaces]))
  }

  /** The page closes: saves the rest at once, and nothing afterwards. Saved drafts stay. */
  close(): void {
    void Promise.all([this.#device.saveNow(), this.#server.saveNow()])
    this.#isEnded = true
  }

  /** Waits for a running save. */
  async #deleteOnDevice(marks: readonly DraftMark[]): Promise<void> {
    await this.#device.saveNow()
    await this.#parts.device.change(this.#parts.scope, null, marks)
  }

  #report(change: Partial<SaveStatus>): void {
    this.#status = { ...this.#status, ...change }
    this.#parts.onStatus(this.#status)
  }

  #reportSaved(place: 'device' | 'server', { sequence }: Draft): void {
    if (this.#draft) this.#report({ [place]: this.#draft.sequence === sequence ? 'saved' : 'saving' })
  }

  readonly #saveOnDevice = async (draft: Draft): Promise<void> => {
    await this.#parts.device.change(this.#parts.scope, draft, draft.replaces)
    this.#reportSaved('device', draft)
  }

  /** Retries, because the user may free storage. */
  readonly #onDeviceFailure = (): boolean => {
    if (this.#draft) this.#report({ device: 'failed' })
    return true
  }

  readonly #saveOnServer = async (draft: Draft): Promise<void> => {
    const saved = await this.#parts.server.save(this.#parts.scope, draft)
    this.#replaces = this.#replaces.filter((mark) => !draft.replaces.includes(mark))
    this.#parts.onSaved(saved)
    this.#reportSaved('server', draft)
  }

  /** A refused text is not retried before it changes, nor a save without a session before the writer signs in. */
  readonly #onServerFailure = (error: unknown): boolean => {
    const server = isTrouble(error) ? 'offline' : isSignedOut(error) ? 'signed-out' : 'refused'
    if (this.#draft) this.#report({ server, reason: server === 'refused' && error instanceof Error ? error.message : null })
    return server === 'offline'
  }
}
