import { DRAFT_DEVICE_DELAY_MS, DRAFT_SERVER_DELAY_MS } from '#platform/contract/limits.ts'
import type { DraftMark } from '#platform/contract/fields.ts'
import { EMPTY_POST, type PostText } from '#writing/web/post-form/post-text.ts'
import { begunWith, type Copy, type Draft, isUnsaved, type KnownDraft, newId } from './draft.ts'
import { createSaveQueue } from './save-queue.ts'
import { type DraftServer, isDraftConflict, isSignedOut, isTrouble, type Saved } from './server-drafts.ts'
import { CLEAN, type SaveStatus, type WritingParts } from './writing-state.ts'

interface Parts extends Pick<WritingParts, 'scope' | 'device' | 'now' | 'after'> {
  readonly server: Pick<DraftServer, 'save' | 'saveLast'>
  readonly onStatus: (status: SaveStatus) => void
  /** Called after each save on the server. */
  readonly onSaved: (saved: Saved) => void
  /** Called when another form had continued the draft: the text is now a draft of its own, and a deletion is cancelled. */
  readonly onConflict: (formerId: string) => void
}

/**
 * Saves one draft, as its writer: on the device a third of a second after a change at the latest, on the server after a
 * second. A deletion is a save, too. Failed saves are retried, sooner when the connection is back.
 */
export class DraftAutosave {
  readonly writer = newId()
  readonly #parts: Parts
  readonly #device: ReturnType<typeof createSaveQueue>
  readonly #server: ReturnType<typeof createSaveQueue>
  #id: string
  #sequence: number
  /** Sequence number of the version that the server has. */
  #follows: number
  /** Texts of other forms that this one began with. */
  readonly #begun: readonly Copy[]
  /** Texts on the device that the next save replaces. */
  #copies: readonly Copy[]
  #draft: Draft | null = null
  #status = CLEAN
  /** Without a session, the server is not called before the writer signs in. */
  #isSignedOut = false
  #isClosed = false

  /** @param adopted draft to continue; null for a new one */
  constructor(parts: Parts, adopted: KnownDraft | null = null) {
    this.#parts = parts
    this.#id = adopted?.id ?? newId()
    this.#sequence = adopted?.sequence ?? 0
    this.#follows = adopted?.follows ?? 0
    this.#begun = adopted ? begunWith(adopted) : []
    this.#copies = adopted?.copies ?? []
    const latest = () => this.#latest
    const after = (ms: number, work: () => void) => (this.#isClosed ? () => {} : parts.after(ms, work))
    this.#device = createSaveQueue({ latest, after, save: this.#saveOnDevice, onFailure: this.#onDeviceFailure })
    this.#server = createSaveQueue({ latest, after, save: this.#saveOnServer, onFailure: this.#onServerFailure })
    if (adopted) this.#adopt(adopted)
  }

  get id(): string {
    return this.#id
  }

  get #latest(): Draft | null {
    return this.#draft && { ...this.#draft, follows: this.#follows, begun: this.#begun }
  }

  get status(): SaveStatus {
    return this.#status
  }

  /** Numbers a publication, which is a save as well. Later changes have higher numbers. */
  takeMark(): DraftMark {
    this.#sequence += 1
    return { id: this.#id, writer: this.writer, sequence: this.#sequence, follows: this.#follows, begun: this.#begun }
  }

  change(text: PostText, baseRevision: number | null): void {
    this.#put({ text, baseRevision, isEnded: false })
    const isCutOff = this.#status.server === 'offline' || this.#isSignedOut
    this.#report({ device: 'saving', ...(isCutOff ? {} : { server: 'saving', reason: null }) })
    this.#device.plan(DRAFT_DEVICE_DELAY_MS)
    if (!this.#isSignedOut) this.#server.plan(DRAFT_SERVER_DELAY_MS)
  }

  /** Saves on the device at once: the page may be about to close. */
  flush(): Promise<void> {
    return this.#device.saveNow()
  }

  /**
   * Saves synchronously, for a page that is being unloaded. A deletion is sent as well: its writer may not come back to
   * this device. @returns whether the text is saved anywhere
   */
  flushNow(): boolean {
    const draft = this.#latest
    if (draft === null || this.#server.has(draft)) return true
    if (draft.isEnded && !this.#isSignedOut) void this.#parts.server.saveLast(this.#parts.scope, draft).catch(() => {})
    const putNow = (now: Draft) => this.#parts.device.putNow(this.#parts.scope, now)
    if (this.#device.has(draft) || putNow(draft)) return true
    // Without its text a deletion may still fit.
    if (draft.isEnded) putNow({ ...draft, text: EMPTY_POST })
    return draft.isEnded
  }

  /** Called when the connection or the session may be back. */
  wake(): void {
    this.#isSignedOut = false
    void this.#server.wake()
  }

  /**
   * Ends the draft in both places, because nothing is left to save. Until the server has ended it, the device has the discarded
   * text: the server may have an equal one, of a form whose response was lost.
   */
  async discard(): Promise<void> {
    if (this.#sequence === 0) return
    this.#put({ text: this.#draft?.text ?? EMPTY_POST, baseRevision: null, isEnded: true })
    this.#report(CLEAN)
    await this.#device.saveNow()
    if (!this.#isSignedOut) await this.#server.saveNow()
  }

  /** Goes on with the text as another draft: the former one belongs to another form. */
  fork(): void {
    const formerId = this.#id
    this.#id = newId()
    this.#follows = 0
    if (this.#draft) {
      this.#draft = { ...this.#draft, id: this.#id }
      this.#device.repeat(0)
      this.#server.repeat(DRAFT_SERVER_DELAY_MS)
    }
    this.#parts.onConflict(formerId)
  }

  /** Called when the text was published up to this mark. Newer changes are up to the caller. */
  async published({ sequence }: DraftMark): Promise<void> {
    if (this.#draft && this.#draft.sequence > sequence) return this.discard()
    const draft = this.#draft
    this.#draft = null
    this.#isClosed = true
    if (draft) await this.#keepEnd({ ...draft, sequence })
  }

  /** The page closes: saves the rest at once, and nothing afterwards. Saved drafts stay. */
  close(): void {
    void Promise.all([this.#device.saveNow(), this.#isSignedOut ? null : this.#server.saveNow()])
    this.#isClosed = true
  }

  /** A draft that is merely opened is saved again only if the server does not have it. */
  #adopt({ place: _place, copies: _copies, ...draft }: KnownDraft): void {
    if (isUnsaved(draft)) {
      this.#sequence += 1
      this.#server.plan(0)
    } else this.#server.skip(this.#sequence)
    this.#device.skip(this.#sequence)
    this.#draft = { ...draft, writer: this.writer, sequence: this.#sequence }
    this.#status = { device: 'saved', server: isUnsaved(draft) ? 'saving' : 'saved', reason: null }
  }

  #put(change: Pick<Draft, 'text' | 'baseRevision' | 'isEnded'>): void {
    this.#sequence += 1
    const mark = { id: this.#id, writer: this.writer, sequence: this.#sequence, follows: this.#follows, begun: this.#begun }
    this.#draft = { ...mark, ...change, savedAt: this.#parts.now() }
  }

  /**
   * Leaves the end on the device, without the text: the page that opens next may have been rendered before the server had it.
   * `sortDrafts` deletes it when it is over.
   */
  async #keepEnd({ sequence, ...draft }: Draft): Promise<void> {
    await this.#device.saveNow()
    const end = { ...draft, sequence, follows: sequence, text: EMPTY_POST, isEnded: true }
    await this.#parts.device.change(this.#parts.scope, end, this.#copies).catch(() => {})
  }

  #report(change: Partial<SaveStatus>): void {
    this.#status = { ...this.#status, ...change }
    this.#parts.onStatus(this.#status)
  }

  #reportSaved(place: 'device' | 'server', { sequence }: Draft): void {
    if (this.#draft && !this.#draft.isEnded) this.#report({ [place]: this.#draft.sequence === sequence ? 'saved' : 'saving' })
  }

  readonly #saveOnDevice = async (draft: Draft): Promise<void> => {
    const copies = this.#copies
    await this.#parts.device.change(this.#parts.scope, draft, copies)
    this.#copies = this.#copies.filter((copy) => !copies.includes(copy))
    this.#reportSaved('device', draft)
  }

  /** Retries, because the user may free storage. */
  readonly #onDeviceFailure = (): boolean => {
    if (this.#draft && !this.#draft.isEnded) this.#report({ device: 'failed' })
    return true
  }

  readonly #saveOnServer = async (draft: Draft): Promise<void> => {
    const saved = await this.#parts.server.save(this.#parts.scope, draft)
    if (draft.id === this.#id) this.#follows = draft.sequence
    const isLatest = this.#draft?.sequence === draft.sequence
    if (draft.isEnded && isLatest) {
      this.#draft = null
      await this.#keepEnd(draft)
    } else this.#device.repeat(0)
    this.#parts.onSaved(saved)
    this.#reportSaved('server', draft)
  }

  /** A refused text is not retried before it changes, nor a save without a session before the writer signs in. */
  readonly #onServerFailure = (error: unknown): boolean => {
    if (isDraftConflict(error)) {
      if (this.#draft?.isEnded) void this.#endElsewhere()
      else this.fork()
      return false
    }
    this.#isSignedOut = isSignedOut(error)
    const server = isTrouble(error) ? 'offline' : this.#isSignedOut ? 'signed-out' : 'refused'
    if (this.#draft && !this.#draft.isEnded)
      this.#report({ server, reason: server === 'refused' && error instanceof Error ? error.message : null })
    return server === 'offline'
  }

  /** Another form has continued the draft that was to be discarded: it stays. */
  async #endElsewhere(): Promise<void> {
    this.#draft = null
    await this.#device.saveNow()
    const copies = [...this.#copies, { writer: this.writer, sequence: this.#sequence }]
    await this.#parts.device.change(this.#parts.scope, null, copies).catch(() => {})
    this.#parts.onConflict(this.#id)
  }
}
