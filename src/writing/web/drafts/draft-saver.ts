import { DRAFT_SERVER_DELAY_MS } from '#platform/contract/limits.ts'
import { type PostText, sameText } from '#writing/web/post-form/post-text.ts'
import { DeviceCopy } from './device-copy.ts'
import type { DeviceDrafts } from './device-drafts.ts'
import {
  type Begun,
  CLEAN,
  type DeviceDraft,
  leftUnsaved,
  type Mark,
  newText,
  nextId,
  nextSave,
  type Save,
  type SaveStatus,
  type Unsaved,
} from './draft.ts'
import { type DraftServer, isDraftConflict, isGone, isMissing, isSignedOut, isTrouble, type ServerText } from './server-drafts.ts'

const RETRY_MS = 5000
const RETRY_MAX_MS = 60_000
const ATTEMPTS_MAX = 5

export interface SaverParts {
  readonly userId: string
  readonly device: DeviceDrafts
  readonly server: DraftServer
  readonly now: () => number
  /** @returns a function that cancels it */
  readonly after: (ms: number, work: () => void) => () => void
}

interface Listeners {
  readonly onStatus: (status: SaveStatus) => void
  /** Called after each save on the server with the revision of the post. */
  readonly onSaved: (revision: number) => void
  /** Another form has saved the text since. Ends with `follow` or `hold`. */
  readonly onConflict: (found: ServerText) => Promise<void>
  /** The text goes on under another id. */
  readonly onId: () => void
}

/**
 * Saves one text: on the device a third of a second after a change, on the server after a second, one call at a time. A call
 * without a response is repeated unchanged until it has one, sooner when the connection or the session is back; newer text
 * follows.
 */
export class DraftSaver {
  readonly #parts: SaverParts & Listeners
  readonly #copy: DeviceCopy
  /** Changed by the saver alone. */
  begun: Begun
  #unsaved: Unsaved | null = null
  #sent: Save | null = null
  /** Texts of publications without a response. */
  attempts: readonly PostText[] = []
  status = CLEAN
  #isSignedOut = false
  /** Nothing is saved on the server: the writer has to choose, or publishes. */
  #isHeld = false
  #failures = 0
  #sending: Promise<unknown> | null = null
  #cancel: (() => void) | null = null

  /** @param found text on the device that this form goes on with */
  constructor(parts: SaverParts & Listeners, begun: Begun, found: DeviceDraft | null = null) {
    this.#parts = parts
    this.begun = begun
    this.#copy = new DeviceCopy({
      ...parts,
      latest: () => this.#unsaved && { ...this.begun, ...this.#unsaved, sent: this.#sent, attempts: this.attempts },
      onStored: (isStored) => this.unsaved && this.#report({ device: isStored ? 'saved' : 'failed' }),
    })
    if (found === null) return
    const { text, baseRevision, isEnded, keeps, savedAt } = found
    this.#unsaved = { text, baseRevision, isEnded, keeps, savedAt }
    this.#sent = found.sent
    this.attempts = found.attempts
    this.#copy.replace(...found.replaces, found)
    if (!isEnded) this.status = { device: 'saved', server: 'saving', reason: null }
    this.#plan(isEnded ? 0 : DRAFT_SERVER_DELAY_MS)
  }

  get id(): string {
    return this.begun.id
  }

  get isNew(): boolean {
    return this.begun.isNew
  }

  /** Text that is not saved on the server yet. */
  get unsaved(): PostText | null {
    return this.#unsaved?.isEnded === false ? this.#unsaved.text : null
  }

  get isIdle(): boolean {
    return this.#unsaved === null && this.#sending === null && !this.#isHeld
  }

  save(text: PostText, baseRevision: number): void {
    this.#want({ text, baseRevision, isEnded: false })
    this.#copy.plan()
    const isCutOff = this.#isSignedOut || this.status.server === 'offline' || this.status.server === 'conflict'
    this.#report({ device: 'saving', ...(isCutOff ? {} : { server: 'saving', reason: null }) })
    this.#plan(DRAFT_SERVER_DELAY_MS)
  }

  /** Ends the text on the server. What is typed later is another new text, or another change of the post. */
  discard(text: PostText, baseRevision: number, ms = 0): void {
    this.#want({ text, baseRevision, isEnded: true })
    this.#isHeld = false
    this.#setStatus(CLEAN)
    void this.#copy.store()
    this.#plan(ms)
  }

  /** The next saves bring this text along. Before `save` or `discard`. @param mark where it is on the device */
  keep(text: PostText, mark: Mark | null): void {
    this.#want({ text, baseRevision: 0, isEnded: false, ...this.#unsaved }, [text])
    if (mark) this.#copy.replace(mark)
  }

  /** The next save replaces this one of another form. */
  follow({ sequence, state }: Pick<ServerText, 'sequence' | 'state'>): void {
    this.begun = { ...this.begun, sequence, isNew: this.isNew && state === 'draft' }
    this.resume()
  }

  resume(): void {
    this.#isHeld = false
    if (this.status.server === 'conflict') this.#report({ server: 'saving' })
    this.#plan(0)
  }

  /** Saves on the device alone until the writer has chosen. */
  hold(): void {
    this.#isHeld = true
    this.#report({ server: 'conflict', reason: null })
  }

  /** Goes on with a text whose id is in the trash, or that of another form. */
  renew(): void {
    this.begun = newText(nextId(this.id))
    this.attempts = []
    this.#parts.onId()
  }

  /** The text was published. */
  becamePost(): void {
    this.begun = { ...this.begun, isNew: false }
  }

  /** Before a publication: waits for calls without a response, and saves nothing until it has ended. @throws what they failed with */
  async settle(): Promise<void> {
    const mustChoose = this.#isHeld
    this.#isHeld = true
    await this.#sending
    while (!mustChoose && (this.#sent || this.#unsaved?.keeps.length)) {
      const error = await this.#send()
      if (error !== null) throw error
    }
  }

  /** Call before a publication. */
  attempted(text: PostText): void {
    this.attempts = [...this.attempts.filter((each) => !sameText(each, text)), text].slice(-ATTEMPTS_MAX)
    void this.#copy.store()
  }

  publishingFailed(): void {
    this.#isHeld = this.status.server === 'conflict'
    this.#plan(DRAFT_SERVER_DELAY_MS)
  }

  /**
   * The number of the last save is another one now, and must not be guessed: it may be that of another form.
   * @param isNewer text was typed since, and saved as a change of the post
   */
  published(isNewer: boolean): Promise<void> {
    this.becamePost()
    this.attempts = []
    this.#isHeld = false
    if (!isNewer) this.#unsaved = null
    return this.#copy.store()
  }

  /** Saves on the device at once: the page may be about to close. */
  flush(): Promise<void> {
    return this.#copy.flush()
  }

  /** Saves on the device synchronously, for a page that is being unloaded, and sends the text. @returns whether it is saved anywhere */
  flushNow(): boolean {
    const { isStored } = this.#copy
    if (this.#unsaved && !this.#sent && this.#maySend) void this.#send(true)
    return this.#copy.storeNow() || isStored
  }

  /** Called when the connection or the session may be back. */
  wake(): void {
    this.#isSignedOut = false
    this.#failures = 0
    if (this.#unsaved && this.#maySend) void this.#send()
  }

  get #maySend(): boolean {
    return !this.#isSignedOut && !this.#isHeld
  }

  #want(wish: Omit<Unsaved, 'savedAt' | 'keeps'>, keeps: readonly PostText[] = []): void {
    this.#unsaved = { ...wish, savedAt: this.#parts.now(), keeps: [...(this.#unsaved?.keeps ?? []), ...keeps] }
  }

  #report(change: Partial<SaveStatus>): void {
    this.#setStatus({ ...this.status, ...change })
  }

  #setStatus(status: SaveStatus): void {
    this.status = status
    this.#parts.onStatus(status)
  }

  #plan(ms: number): void {
    if (!this.#unsaved || this.#isSignedOut) return
    this.#cancel ??= this.#parts.after(ms, () => {
      this.#cancel = null
      if (this.#maySend) void this.#send()
    })
  }

  /** @returns why the call failed; null if it did not, or nothing is left to send */
  #send(isLast = false): Promise<unknown> {
    this.#cancel?.()
    this.#cancel = null
    this.#sending ??= this.#call(isLast).finally(() => {
      this.#sending = null
    })
    return this.#sending
  }

  async #call(isLast: boolean): Promise<unknown> {
    if (this.#isUnknown) return this.#deleteUnsent()
    this.#sent ??= this.#unsaved && nextSave(this.begun, this.#unsaved)
    if (this.#sent === null) return null
    const save = this.#sent
    // If the page dies before the response, the next one repeats this call.
    void this.#copy.store()
    try {
      const { sequence, revision } = await this.#parts.server.save({ userId: this.#parts.userId, id: this.id }, save, isLast)
      this.#acknowledge(save, sequence)
      this.#parts.onSaved(revision)
      return null
    } catch (error) {
      await this.#fail(save, error)
      return error
    } finally {
      void this.#copy.store()
    }
  }

  /** Whether a discarded text was never sent. */
  get #isUnknown(): boolean {
    return this.#sent === null && this.begun.sequence === 0 && this.#unsaved?.isEnded === true && this.#unsaved.keeps.length === 0
  }

  /** The end is stored until the text is deleted: the page may be left in between. */
  async #deleteUnsent(): Promise<null> {
    await this.#copy.flush()
    if (this.#isUnknown) this.#unsaved = null
    void this.#copy.store()
    return null
  }

  #acknowledge(save: Save, sequence: number): void {
    this.#sent = null
    this.#failures = 0
    this.begun = { ...this.begun, sequence }
    if (save.isEnded && this.isNew) this.renew()
    if (this.#unsaved === null) return
    const { isEnded } = this.#unsaved
    this.#unsaved = leftUnsaved(this.#unsaved, save)
    if (!isEnded) this.#report({ server: this.#unsaved ? 'saving' : 'saved', reason: null })
    this.#plan(DRAFT_SERVER_DELAY_MS)
  }

  async #fail(save: Save, error: unknown): Promise<void> {
    if (isTrouble(error) || isSignedOut(error)) return this.#wait(error)
    this.#sent = null
    if (isGone(error) && save.isEnded) this.#acknowledge(save, save.sequence)
    else if (isGone(error) && this.isNew) this.renew()
    else if (isDraftConflict(error)) return this.#meet(save)
    else return this.#refuse(error)
    this.#plan(0)
  }

  /** Without a session, the server is not called before the writer signs in. */
  #wait(error: unknown): void {
    this.#isSignedOut = isSignedOut(error)
    if (this.unsaved) this.#report({ server: this.#isSignedOut ? 'signed-out' : 'offline', reason: null })
    this.#plan(Math.min(RETRY_MS * 2 ** this.#failures, RETRY_MAX_MS))
    this.#failures += 1
  }

  /** A refused text is not sent again before it changes, or the writer returns. */
  #refuse(error: unknown): void {
    const reason = isGone(error) ? 'this post is in the trash.' : error instanceof Error ? error.message : null
    if (this.unsaved) this.#report({ server: 'refused', reason })
    else if (isMissing(error)) this.#unsaved = null
  }

  async #meet(save: Save): Promise<void> {
    const discarded = [save, this.#unsaved].find((each) => each?.isEnded)?.text
    try {
      const found = await this.#parts.server.read(this.id)
      // It was saved by a call whose response was lost.
      if (discarded && found.draft && sameText(found.draft.text, discarded)) return this.follow(found)
      // Another form has continued it: it stays.
      if (this.#unsaved?.isEnded) this.#unsaved = null
      if (this.isNew && !this.#unsaved) this.renew()
      else await this.#parts.onConflict(found)
    } catch (error) {
      if (isGone(error) && this.isNew) this.renew()
      this.#wait(error)
    }
  }
}
