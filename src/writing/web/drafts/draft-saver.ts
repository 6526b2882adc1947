import { DRAFT_DEVICE_DELAY_MS, DRAFT_SERVER_DELAY_MS } from '#writing/contract/writing-limits.ts'
import { type PostText, sameText } from '#writing/web/post-form/post-text.ts'
import type { DeviceDrafts } from './device-drafts.ts'
import { type DeviceDraft, isSameWish, newId, newText, nextId, type Save, type Wish } from './draft.ts'
import { type DraftServer, isDraftConflict, isGone, isMissing, isSignedOut, isTrouble, type ServerText } from './server-drafts.ts'
import type { WritingState } from './writing-state.ts'

const RETRY_MS = 5000
const RETRY_MAX_MS = 60_000

export interface SaverParts {
  readonly userId: string
  readonly device: DeviceDrafts
  readonly server: DraftServer
  readonly now: () => number
  /** @returns a function that cancels it */
  readonly after: (ms: number, work: () => void) => () => void
}

/**
 * Saves the text of one form: on the device a third of a second after a change, on the server after a second, one call at a
 * time. A call without a response is repeated unchanged until it has one, sooner when the connection or the session is back;
 * newer text follows.
 */
export abstract class DraftSaver {
  protected readonly parts: SaverParts
  protected state: WritingState
  readonly #listeners = new Set<() => void>()
  /** Where the text is on the device. */
  readonly #key: string
  #version = 0
  #failures = 0
  /** A call runs that no save may overtake. */
  #isBusy = false
  #sending: Promise<unknown> | null = null
  #cancelSend: (() => void) | null = null
  #cancelStore: (() => void) | null = null

  /** @param found where the text of the state was on this device */
  constructor(parts: SaverParts, state: WritingState, found: DeviceDraft | null) {
    this.parts = parts
    this.state = state
    this.#key = `${parts.userId}/${newId()}`
    if (found) void this.#store([found])
    this.#plan()
  }

  readonly getState = (): WritingState => this.state
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The page may be about to close. @param isLeft it is being left: sends the text, too */
  flush(isLeft = false): void {
    const { unsaved, sent } = this.state
    if (unsaved === null) return
    if (isLeft && !sent && this.#maySend) void this.#send(true)
    void this.#store()
  }

  /** Called when the connection or the session may be back. */
  wake(): void {
    this.#failures = 0
    this.set({ trouble: null })
    if (this.#maySend) void this.#send()
  }

  protected set(change: Partial<WritingState>): void {
    this.state = { ...this.state, ...change }
    for (const listener of this.#listeners) listener()
  }

  /** With `isEnded`, what is typed later is another new text, or another change of the post. */
  protected save(wish: Wish, ms?: number): void {
    const { stored, trouble } = this.state
    this.set({
      unsaved: { ...wish, savedAt: this.parts.now() },
      stored: stored === 'failed' ? stored : 'not yet',
      trouble: trouble?.kind === 'refused' ? null : trouble,
    })
    if (wish.isEnded) void this.#store()
    else this.#cancelStore ??= this.parts.after(DRAFT_DEVICE_DELAY_MS, () => void this.#store())
    this.#plan(ms)
  }

  protected get isIdle(): boolean {
    return this.state.unsaved === null && this.#sending === null && this.state.conflict === null
  }

  /** Call before another call. Waits for a save without a response, and sends nothing until `release`. @throws what it failed with */
  protected async settle(): Promise<void> {
    this.#isBusy = true
    await this.#sending
    const error = this.state.sent && (await this.#send())
    if (this.state.sent) throw error
  }

  protected release(ms?: number): void {
    this.#isBusy = false
    this.#plan(ms)
  }

  /**
   * Saves one of two texts, while the server keeps the other as a version: one call, which the writer repeats if it fails.
   * @returns number of the save; null if it failed
   */
  protected async choose(wish: Wish, keep: PostText, sequence: number | null): Promise<number | null> {
    const read = () => ({ ...wish, sequence: sequence ?? this.state.sequence })
    try {
      await this.settle()
      return (await this.parts.server.save(this.#scope, read(), { keep })).sequence
    } catch (error) {
      await this.#fail(read(), error)
      return null
    } finally {
      this.release()
    }
  }

  /** The server has this text now, and nothing newer is to be saved. */
  protected accept(change: Partial<WritingState>): void {
    this.set({ unsaved: null, sent: null, trouble: null, ...change })
    this.release(0)
    void this.#store()
  }

  /** Another form has saved the text since. */
  protected abstract meet(found: ServerText): Promise<void>

  /** Goes on after the text was discarded, here or in another place. No other form has saved one under the next id. */
  protected renew(): void {
    const { id, unsaved } = this.state
    this.set({ ...newText(nextId(id)), unsaved: unsaved?.isEnded ? null : unsaved, conflict: null, compared: null })
  }

  get #scope() {
    return { userId: this.parts.userId, id: this.state.id }
  }

  get #maySend(): boolean {
    const { unsaved, trouble, conflict } = this.state
    return unsaved !== null && trouble?.kind !== 'signed-out' && conflict === null && !this.#isBusy
  }

  /** Makes the text on the device that of the form. @param taken texts of former forms that this one goes on with */
  async #store(taken: readonly DeviceDraft[] = []): Promise<void> {
    this.#cancelStore?.()
    this.#cancelStore = null
    const { id, isNew, sequence, unsaved, sent, attempts } = this.state
    const version = (this.#version += 1)
    const draft = unsaved && { ...unsaved, id, isNew, sequence, sent, attempts, key: this.#key, version }
    try {
      await this.parts.device.change(this.#key, draft, taken)
      if (draft && version === this.#version && this.#cancelStore === null) this.set({ stored: 'yes' })
    } catch {
      // The next change and the next call try again.
      if (draft) this.set({ stored: 'failed' })
    }
  }

  #plan(ms = DRAFT_SERVER_DELAY_MS): void {
    if (!this.#maySend) return
    this.#cancelSend ??= this.parts.after(ms, () => {
      this.#cancelSend = null
      if (this.#maySend) void this.#send()
    })
  }

  /** @returns why the call failed; null if it did not, or nothing is left to send */
  #send(isLast = false): Promise<unknown> {
    this.#cancelSend?.()
    this.#cancelSend = null
    this.#sending ??= this.#call(isLast).finally(() => {
      this.#sending = null
    })
    return this.#sending
  }

  async #call(isLast: boolean): Promise<unknown> {
    const { sequence, sent, unsaved } = this.state
    // The server does not know a text that is discarded before it was sent.
    if (!sent && sequence === 0 && unsaved?.isEnded) this.set({ unsaved: null })
    const save = sent ?? (this.state.unsaved && { ...this.state.unsaved, sequence })
    this.set({ sent: save })
    // If the page dies before the response, the next one repeats this call.
    void this.#store()
    if (save === null) return null
    try {
      const saved = await this.parts.server.save(this.#scope, save, { isLast })
      this.#acknowledge(save, saved)
      return null
    } catch (error) {
      await this.#fail(save, error)
      return error
    } finally {
      void this.#store()
    }
  }

  #acknowledge(save: Save, { sequence, revision }: { sequence: number; revision: number }): void {
    this.#failures = 0
    const { unsaved, latestRevision } = this.state
    const left = unsaved && isSameWish(unsaved, save) ? null : unsaved
    this.set({ sent: null, sequence, unsaved: left, latestRevision: Math.max(revision, latestRevision), trouble: null })
    if (save.isEnded && this.state.isNew) this.renew()
    this.#plan()
  }

  async #fail(save: Save, error: unknown): Promise<void> {
    if (isTrouble(error) || isSignedOut(error)) return this.#wait(error)
    this.set({ sent: null })
    if (isGone(error) && this.state.isNew) this.renew()
    else if (!isDraftConflict(error)) return this.#refuse(error)
    else {
      try {
        await this.#meetOther(save, await this.parts.server.read(this.state.id))
      } catch (readError) {
        return this.#fail(save, readError)
      }
    }
    this.#plan(0)
  }

  /** Without a session, the server is not called before the writer signs in. */
  #wait(error: unknown): void {
    this.set({ trouble: { kind: isSignedOut(error) ? 'signed-out' : 'offline' } })
    this.#plan(Math.min(RETRY_MS * 2 ** this.#failures, RETRY_MAX_MS))
    this.#failures += 1
  }

  /** A refused text is not sent again before it changes, or the writer returns. */
  #refuse(error: unknown): void {
    const reason = isGone(error) ? 'this post is in the trash.' : error instanceof Error ? error.message : 'it gave no reason.'
    const isOver = this.state.unsaved?.isEnded && isMissing(error)
    this.set(isOver ? { unsaved: null } : { trouble: { kind: 'refused', reason } })
  }

  async #meetOther(save: Save, found: ServerText): Promise<void> {
    const discarded = [save, this.state.unsaved].find((each) => each?.isEnded)?.text
    // It was saved by a call whose response was lost.
    if (discarded && found.draft && sameText(found.draft.text, discarded)) return this.set({ sequence: found.sequence })
    // Another form has continued what was discarded here: it stays.
    if (this.state.unsaved?.isEnded) this.set({ unsaved: null })
    if (this.state.isNew && !this.state.unsaved) this.renew()
    else await this.meet(found)
  }
}
