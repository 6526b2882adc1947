import { DRAFT_SERVER_DELAY_MS } from '#platform/contract/limits.ts'
import type { Post } from '#posts/contract/posts.endpoints.ts'
import { ApiError } from '#ui/api/api-error.ts'
import { EMPTY_POST, type PostText, sameText, toPostText } from '#writing/web/post-form/post-text.ts'
import { type Begun, CLEAN, type DeviceDraft, newText, type Published, type SaveStatus } from './draft.ts'
import { DraftSaver } from './draft-saver.ts'
import { findTexts, type Opening } from './open-writing.ts'
import { isDraftConflict, isEditConflict, isGone, isMissing, type ServerText } from './server-drafts.ts'
import type { OtherDraft, WritingParts, WritingState } from './writing-state.ts'

export const NOT_PUBLISHED: Published = { text: EMPTY_POST, revision: 0 }
export const toPublished = (post: Post): Published => ({ text: toPostText(post), revision: post.revision })

const SAVED: SaveStatus = { device: 'saved', server: 'saved', reason: null }
const UNTOUCHED = { restored: null, discarded: null, conflict: null, compared: null }
const MUST_CHOOSE = 'This text was continued in another place. Please choose between the two first.'

/** The audience is published beside the text, once: a later choice of another window stays. */
const asPublished = (text: PostText, sent: PostText): PostText => (text.audience === sent.audience ? { ...text, audience: null } : text)

/** State of one open form: its text, where that is saved, and what other forms have saved. */
export class WritingSession {
  readonly #parts: WritingParts
  readonly #listeners = new Set<() => void>()
  /** Published text, as the form has read it last. */
  #published: Published
  #saver: DraftSaver
  /** Saves what this form has left, and ends what was discarded before, until the server knows. */
  readonly #former = new Set<DraftSaver>()
  /** Texts of other forms on this device, which the writer will be shown. */
  #waiting: readonly DeviceDraft[]
  #state: WritingState
  /** Id of the last call to publish. */
  #calledFor: string | null = null

  private constructor(parts: WritingParts, opening: Opening) {
    const { begun, record, draft, others, ended, revision, isMissing: isNotThere, isUnread } = opening
    const { published } = parts
    this.#parts = parts
    this.#published = published
    this.#waiting = others
    this.#saver = this.#open(begun, record)
    const found = record?.isEnded === true ? null : (record ?? draft)
    this.#state = {
      text: found?.text ?? published.text,
      base: found && !this.#hasSent(published.text) ? { ...published, revision: found.baseRevision } : published,
      editorKey: 0,
      status: draft ? SAVED : this.#saver.status,
      restored: found && { savedAt: found.savedAt, place: record ? 'device' : 'server' },
      isUnread,
      isMissing: isNotThere,
      discarded: null,
      latestRevision: Math.max(published.revision, revision),
      conflict: null,
      compared: null,
    }
    for (const each of ended) this.#former.add(this.#open(each, each))
    this.#showNext()
  }

  static async open(parts: WritingParts): Promise<WritingSession> {
    return new WritingSession(parts, await findTexts(parts))
  }

  readonly getState = (): WritingState => this.#state
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Id of the post, or of the new text. */
  get id(): string {
    return this.#saver.id
  }

  readonly change = (part: Partial<PostText>): void => {
    const text = { ...this.#state.text, ...part }
    this.#set({ text, discarded: null, isMissing: false })
    this.#save(text)
  }

  /** Leaves the text as a draft, and starts with an empty form. */
  readonly beginNew = (): void => {
    void this.#saver.flush()
    this.#former.add(this.#saver)
    this.#saver = this.#open()
    this.#parts.onId(this.id)
    this.#show(NOT_PUBLISHED.text, { ...UNTOUCHED, base: NOT_PUBLISHED, status: CLEAN })
  }

  /** Returns to the published text; `takeBack` restores the discarded one. */
  readonly discard = (): void => {
    const { text, base } = this.#state
    this.#show(this.#published.text, { ...UNTOUCHED, base: this.#published, discarded: { text, base } })
    this.#saver.discard(text, base.revision)
  }

  readonly takeBack = (): void => {
    const { discarded } = this.#state
    if (discarded === null) return
    this.#show(discarded.text, { base: discarded.base, discarded: null })
    this.#save(discarded.text)
  }

  /** Shows the published text beside the current one. */
  readonly comparePublished = async (): Promise<void> => {
    await this.#readPost()
    this.#set({ compared: 'published' })
  }

  readonly compareDraft = (): void => this.#set({ compared: 'draft' })
  readonly stopComparing = (): void => this.#set({ compared: null })

  /** The text that is shown beside the current one. */
  get otherText(): PostText | null {
    const { compared, conflict } = this.#state
    return compared === 'draft' ? (conflict?.text ?? null) : compared && this.#published.text
  }

  /** The next save or publication replaces the other text. */
  readonly keepMine = (): void => {
    const { compared, conflict, text } = this.#state
    if (compared === 'draft' && conflict) this.#choose(conflict, conflict.text)
    else if (compared) {
      this.#set({ base: this.#published, compared: null })
      this.#save(text)
    }
  }

  /** The current text becomes a version that only its writer sees. */
  readonly takeOther = (): void => {
    const { compared, conflict, text, base } = this.#state
    if (compared === 'draft' && conflict) {
      const revision = conflict.found?.draft?.baseRevision ?? base.revision
      this.#show(conflict.text, { base: { ...base, revision }, restored: null })
      this.#choose(conflict, text)
    } else if (compared) {
      if (!sameText(text, base.text)) this.#saver.keep(text, null)
      this.#show(this.#published.text, { ...UNTOUCHED, base: this.#published })
      this.#save(this.#published.text)
    }
  }

  /**
   * Publishes a text, and saves nothing on the server meanwhile.
   * @param call gets the id of the post, `new` for none, and the last save
   * @throws ApiError
   */
  readonly publish = async (text: PostText, call: (postId: string, draft: Begun) => Promise<Post>): Promise<Post> => {
    const saver = this.#saver
    try {
      await saver.settle()
      if (this.#state.conflict) throw new ApiError({ status: 409, code: 'draft_conflict', message: MUST_CHOOSE })
      saver.attempted(text)
      this.#calledFor = saver.id
      return await call(saver.isNew ? 'new' : saver.id, saver.begun)
    } catch (error) {
      saver.publishingFailed()
      throw error
    }
  }

  /** @returns whether a refused publication can be repeated: it replaces nothing that its writer has not seen */
  readonly mayRepeat = async (error: unknown): Promise<boolean> => {
    if (isGone(error) && this.#saver.isNew) {
      // A save that was refused has got another id already.
      if (this.#saver.id === this.#calledFor) this.#saver.renew()
    } else if (isDraftConflict(error) && !this.#state.conflict) await this.#meet(await this.#parts.server.read(this.id), true)
    else if (isEditConflict(error)) await this.#readPost()
    else return false
    const { conflict, base, latestRevision } = this.#state
    return conflict === null && base.revision === latestRevision
  }

  /**
   * Called after publication. Text typed since then continues as a change of the published post.
   *
   * @returns whether there is any
   */
  readonly published = async (sent: PostText, { revision }: Pick<Post, 'revision'>): Promise<boolean> => {
    const base = { text: { ...sent, audience: null }, revision }
    const text = asPublished(this.#state.text, sent)
    const isNewer = !sameText(text, base.text)
    this.#published = base
    this.#set({ ...UNTOUCHED, text, base, latestRevision: revision, status: CLEAN })
    if (isNewer) this.#saver.save(text, revision)
    await this.#saver.published(isNewer)
    if (isNewer) await this.#catchUp()
    return isNewer
  }

  readonly flush = (): Promise<void> => this.#saver.flush()
  /** @returns whether the text is saved anywhere */
  readonly flushNow = (): boolean =>
    this.#savers()
      .map((saver) => saver.flushNow())
      .every(Boolean)
  /** The connection, the session or the reader may be back. */
  readonly wake = (): void => {
    const { isIdle } = this.#saver
    for (const saver of this.#savers()) saver.wake()
    if (isIdle && (this.#saver.begun.sequence > 0 || !this.#saver.isNew)) void this.#refresh()
  }

  #savers(): readonly DraftSaver[] {
    return [this.#saver, ...this.#former]
  }

  #set(change: Partial<WritingState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }

  /** Puts another text into the editor. */
  #show(text: PostText, change: Partial<WritingState>): void {
    this.#set({ text, editorKey: this.#state.editorKey + 1, ...change })
  }

  #save(text: PostText): void {
    const { base } = this.#state
    if (sameText(text, base.text)) this.#saver.discard(text, base.revision, DRAFT_SERVER_DELAY_MS)
    else this.#saver.save(text, base.revision)
  }

  #open(begun: Begun = newText(), record: DeviceDraft | null = null): DraftSaver {
    const isCurrent = () => saver === this.#saver
    const saver: DraftSaver = new DraftSaver(
      {
        ...this.#parts,
        onStatus: (status) => isCurrent() && this.#set({ status }),
        onSaved: (revision) => isCurrent() && revision > this.#state.latestRevision && this.#set({ latestRevision: revision }),
        // A text that no form shows waits on the device.
        onConflict: async (found) => (isCurrent() ? this.#meet(found) : saver.hold()),
        onId: () => isCurrent() && this.#parts.onId(saver.id),
      },
      begun,
      record,
    )
    return saver
  }

  /** Whether this form has published the text, perhaps without a response. */
  #hasSent(published: PostText): boolean {
    return this.#saver.attempts.some((attempt) => sameText({ ...attempt, audience: null }, published))
  }

  /** Reads the published text. */
  async #readPost(): Promise<void> {
    const saver = this.#saver
    const post = await this.#parts.server.readPost(saver.id)
    if (saver !== this.#saver) return
    this.#published = toPublished(post)
    const { text } = this.#published
    const mine = asPublished(this.#state.text, saver.attempts.at(-1) ?? EMPTY_POST)
    const isOwn = this.#hasSent(text) || sameText(mine, text)
    this.#set({ latestRevision: post.revision, ...(isOwn ? { base: this.#published, text: mine } : {}) })
    if (!saver.isNew) return
    saver.becamePost()
    this.#parts.onPost(post)
  }

  /** Another form has saved or published the text since. @param isWanted the text of this form is to be saved or published */
  async #meet(found: ServerText, isWanted = this.#saver.unsaved !== null): Promise<void> {
    const saver = this.#saver
    if (found.state !== 'draft' && (saver.isNew || found.revision > this.#state.latestRevision)) await this.#readPost()
    if (saver !== this.#saver) return
    const { text } = this.#state
    const other = found.draft && !sameText(found.draft.text, text) ? found.draft.text : null
    if (other && isWanted) {
      this.#set({ conflict: { text: other, found, mark: null }, compared: 'draft' })
      return saver.hold()
    }
    saver.follow(found)
    if (!isWanted) this.#showFound(found)
    else if (saver.unsaved) this.#save(text)
  }

  /** Nothing was typed in this form that the server does not have. */
  #showFound({ draft }: ServerText): void {
    const { text, base } = this.#state
    if (sameText(text, draft ? draft.text : base.text)) return
    const change = draft
      ? { base: { ...this.#published, revision: draft.baseRevision }, status: SAVED }
      : { base: this.#published, status: CLEAN, isMissing: true }
    this.#show(draft?.text ?? this.#published.text, { ...UNTOUCHED, ...change })
  }

  /** Without it, the next save asks. */
  async #catchUp(): Promise<void> {
    try {
      await this.#meet(await this.#parts.server.read(this.id))
    } catch {
      // The next save is refused, and tells.
    }
  }

  /** Looks whether another form has saved the text that this one shows. */
  async #refresh(): Promise<void> {
    const saver = this.#saver
    const { sequence } = saver.begun
    const isSame = () => saver === this.#saver && saver.isIdle && saver.begun.sequence === sequence
    try {
      const found = await this.#parts.server.read(saver.id)
      const isNews = found.sequence !== sequence || (saver.isNew && found.state !== 'draft')
      if (isSame() && isNews) await this.#meet(found)
      else if (isSame() && found.revision > this.#state.latestRevision) this.#set({ latestRevision: found.revision })
    } catch (error) {
      if (!isMissing(error) || !saver.isNew || !isSame()) return
      this.#saver = this.#open()
      this.#parts.onId(this.id)
      this.#show(NOT_PUBLISHED.text, { ...UNTOUCHED, base: NOT_PUBLISHED, status: CLEAN, isMissing: true })
    }
  }

  #choose({ found, mark }: OtherDraft, kept: PostText): void {
    this.#saver.keep(kept, mark)
    this.#set({ conflict: null, compared: null })
    this.#save(this.#state.text)
    if (found) this.#saver.follow(found)
    else this.#saver.resume()
    this.#showNext()
  }

  /** Shows a text that another form of this browser has left. */
  #showNext(): void {
    const [next, ...waiting] = this.#waiting
    if (!next) return
    this.#waiting = waiting
    if (sameText(next.text, this.#state.text)) return this.#showNext()
    this.#saver.hold()
    this.#set({ conflict: { text: next.text, found: null, mark: next }, compared: 'draft' })
  }
}
