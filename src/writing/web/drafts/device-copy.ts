import { DRAFT_DEVICE_DELAY_MS } from '#platform/contract/limits.ts'
import { EMPTY_POST } from '#writing/web/post-form/post-text.ts'
import type { DeviceDrafts } from './device-drafts.ts'
import { type DeviceDraft, type Mark, newId } from './draft.ts'

const RETRY_MS = 5000

export type CopyContent = Omit<DeviceDraft, keyof Mark | 'replaces'>

interface Parts {
  readonly userId: string
  readonly device: DeviceDrafts
  readonly after: (ms: number, work: () => void) => () => void
  /** What is to be on the device; null for nothing. */
  readonly latest: () => CopyContent | null
  readonly onStored: (isStored: boolean) => void
}

/** The text of one form on this device, which it deletes when the server has the text. */
export class DeviceCopy {
  readonly #parts: Parts
  readonly #form = newId()
  #version = 0
  /** Key of the latest version. */
  #key: string | null = null
  /** Other texts that this one contains: the next write deletes them. */
  #replaces: readonly Mark[] = []
  /** Counts what changed. */
  #changes = 0
  #stored = 0
  #storing = Promise.resolve()
  #cancel: (() => void) | null = null

  constructor(parts: Parts) {
    this.#parts = parts
  }

  replace(...marks: readonly Mark[]): void {
    this.#replaces = [...this.#replaces, ...marks]
  }

  /** The text has changed. */
  plan(ms = DRAFT_DEVICE_DELAY_MS): void {
    this.#changes += 1
    this.#cancel ??= this.#parts.after(ms, () => void this.store())
  }

  store(): Promise<void> {
    this.#changes += 1
    this.#storing = this.#storing.then(() => this.#write())
    return this.#storing
  }

  flush(): Promise<void> {
    return this.isStored ? this.#storing : this.store()
  }

  get isStored(): boolean {
    return this.#stored === this.#changes
  }

  /** Synchronous. @returns whether it is stored */
  storeNow(): boolean {
    const draft = this.isStored ? null : this.#nextDraft()
    if (draft === null || this.#parts.device.putNow(draft)) return true
    // Without its text a deletion may still fit.
    return draft.isEnded && this.#parts.device.putNow({ ...draft, text: EMPTY_POST })
  }

  #nextDraft(): DeviceDraft | null {
    const latest = this.#parts.latest()
    if (latest === null) return null
    const key = `${this.#parts.userId}/${latest.id}/${this.#form}`
    // The text has got another id.
    if (this.#key !== null && this.#key !== key) this.replace({ key: this.#key, version: this.#version })
    this.#key = key
    this.#version += 1
    return { ...latest, key, version: this.#version, replaces: this.#replaces }
  }

  async #write(): Promise<void> {
    this.#cancel?.()
    this.#cancel = null
    const changes = this.#changes
    const draft = this.#nextDraft()
    const replaces = this.#replaces
    const own = draft === null && this.#key !== null ? [{ key: this.#key, version: this.#version }] : []
    if (draft === null && own.length + replaces.length === 0) return
    try {
      await this.#parts.device.change(draft, [...replaces, ...own])
      this.#replaces = this.#replaces.filter((mark) => !replaces.includes(mark))
      this.#stored = Math.max(this.#stored, changes)
      if (draft && this.isStored) this.#parts.onStored(true)
    } catch {
      if (draft === null) return
      this.#parts.onStored(false)
      // The user may free storage.
      this.plan(RETRY_MS)
    }
  }
}
