import type { Post } from '#posts/contract/posts.endpoints.ts'
import { ApiError } from '#ui/api/api-error.ts'
import { type PostText, sameText, withoutAudience } from '#writing/web/post-form/post-text.ts'
import { type Begun, NOT_PUBLISHED, type Published, toPublished, type Wish } from './draft.ts'
import { DraftSaver, type SaverParts } from './draft-saver.ts'
import { findTexts, type Opening, type Place } from './open-writing.ts'
import { sendLeft } from './send-left.ts'
import { isDraftConflict, isEditConflict, isGone, isMissing, type ServerText } from './server-drafts.ts'
import { isUnsaved, type WritingState } from './writing-state.ts'

export interface WritingParts extends SaverParts, Place {
  /** Called when the new text turns out to be a post. */
  readonly onPost: (post: Post) => void
}

const ATTEMPTS_MAX = 5
const UNTOUCHED = { restored: null, discarded: null, conflict: null, compared: null }
const MUST_CHOOSE = 'This text was continued in another place. Please choose between the two first.'

/** The audience is published beside the text, once: a later choice of another window stays. */
const asPublished = (text: PostText, audience: PostText['audience']) => (text.audience === audience ? withoutAudience(text) : text)

/** One open form: its text, where that is saved, and what other forms have saved. */
export class WritingSession extends DraftSaver {
  readonly #onPost: WritingParts['onPost']
  /** Published text, as the form has read it last. */
  #published: Published
  #hasFiles = () => false

  private constructor(parts: WritingParts, { state, record }: Opening) {
    super(parts, state, record)
    this.#onPost = parts.onPost
    this.#published = parts.published
    // It was published by a form that had no response.
    if (state.restored && this.#wish.isEnded) this.save(this.#wish)
  }

  static async open(parts: WritingParts): Promise<WritingSession> {
    const opening = await findTexts(parts)
    for (const each of opening.left) void sendLeft(parts, each)
    return new WritingSession(parts, opening)
  }

  readonly change = (part: Partial<PostText>): void => {
    this.set({ text: { ...this.state.text, ...part }, discarded: null, isMissing: false })
    this.save(this.#wish)
  }

  /** Returns to the published text; `takeBack` restores the discarded one. */
  readonly discard = (): void => {
    const { text, base } = this.state
    this.#show(this.#published.text, { ...UNTOUCHED, base: this.#published, discarded: { text, base } })
    this.save({ text, baseRevision: base.revision, isEnded: true }, 0)
  }

  readonly takeBack = (): void => {
    const { discarded } = this.state
    if (discarded === null) return
    this.#show(discarded.text, { base: discarded.base, discarded: null })
    this.save(this.#wish)
  }

  /** Shows the published text beside the current one. */
  readonly comparePublished = async (): Promise<void> => {
    await this.#readPost()
    this.set({ compared: 'published' })
  }

  readonly compareDraft = (): void => this.set({ compared: 'draft' })
  readonly stopComparing = (): void => this.set({ compared: null })

  /** The text that is shown beside the current one. */
  get otherText(): PostText | null {
    const { compared, conflict } = this.state
    return compared === 'draft' ? (conflict?.text ?? null) : compared && this.#published.text
  }

  /** The current text replaces the other one, which becomes a version that only its writer sees if it was never published. */
  readonly keepMine = async (): Promise<void> => {
    const { compared, conflict, text } = this.state
    if (compared === 'draft' && conflict) {
      const sequence = await this.choose(this.#wish, conflict.text, conflict.sequence)
      if (sequence === null) return
      this.accept({ sequence, conflict: null, compared: null })
      if (!sameText(this.state.text, text)) this.save(this.#wish)
    } else if (compared) {
      this.set({ base: this.#published, compared: null })
      this.save(this.#wish)
    }
  }

  /** The current text becomes a version that only its writer sees. */
  readonly takeOther = async (): Promise<void> => {
    const { compared, conflict, text, base } = this.state
    if (compared === 'draft' && conflict) {
      const taken = { ...base, revision: conflict.baseRevision }
      await this.#take({ ...conflict, isEnded: false }, conflict.sequence, () => this.#show(conflict.text, { ...UNTOUCHED, base: taken }))
    } else if (compared) {
      const show = () => this.#show(this.#published.text, { ...UNTOUCHED, base: this.#published })
      if (sameText(text, base.text)) show()
      else await this.#take({ text, baseRevision: base.revision, isEnded: true }, null, show)
    }
  }

  /** Both texts stay in view if it failed, or something was typed meanwhile. */
  async #take(wish: Wish, from: number | null, show: () => void): Promise<void> {
    const { text } = this.state
    const sequence = await this.choose(wish, text, from)
    if (sequence === null || !sameText(this.state.text, text)) return
    show()
    this.accept({ sequence })
  }

  /**
   * Publishes a text, and saves nothing on the server meanwhile.
   * @param call gets the id of the post, `new` for none, and the last save
   * @throws ApiError
   */
  readonly publish = async (text: PostText, call: (postId: string, draft: Begun) => Promise<Post>): Promise<Post> => {
    try {
      await this.settle()
      if (this.state.conflict) throw new ApiError({ status: 409, code: 'draft_conflict', message: MUST_CHOOSE })
      const { id, isNew, attempts } = this.state
      this.set({ attempts: [...attempts.filter((each) => !sameText(each, text)), text].slice(-ATTEMPTS_MAX) })
      // A page that dies before the response is followed by one that knows what was sent.
      this.flush()
      return await call(isNew ? 'new' : id, this.state)
    } catch (error) {
      this.release()
      throw error
    }
  }

  /** @returns whether a refused publication can be repeated: it replaces nothing that its writer has not seen */
  readonly mayRepeat = async (error: unknown): Promise<boolean> => {
    if (isGone(error) && this.state.isNew) this.renew()
    else if (isDraftConflict(error) && !this.state.conflict) await this.meet(await this.parts.server.read(this.state.id), true)
    else if (isEditConflict(error)) await this.#readPost()
    else return false
    const { conflict, base, latestRevision } = this.state
    return conflict === null && base.revision === latestRevision
  }

  /**
   * Called after publication. Text typed since then continues as a change of the published post.
   *
   * @returns whether there is any
   */
  readonly published = async (sent: PostText, { revision }: Pick<Post, 'revision'>): Promise<boolean> => {
    this.#published = { text: withoutAudience(sent), revision }
    const text = asPublished(this.state.text, sent.audience)
    this.accept({ ...UNTOUCHED, text, base: this.#published, latestRevision: revision, isNew: false, attempts: [] })
    if (this.#wish.isEnded) return false
    this.save(this.#wish)
    // The number of the last save must not be guessed: it may be that of another form. Without it, the next save asks.
    await this.parts.server.read(this.state.id).then(
      (found) => this.meet(found),
      () => {},
    )
    return true
  }

  /** @param hasFiles whether the form has files that its text does not name yet: another text would end their uploads */
  readonly keepFor = (hasFiles: () => boolean): void => {
    this.#hasFiles = hasFiles
  }

  /** Called when the connection, the session or the reader may be back. */
  override readonly wake = (): void => {
    const { isIdle, state } = this
    super.wake()
    if (isIdle && (state.sequence > 0 || !state.isNew)) void this.#refresh(state)
  }

  /** Puts another text into the editor. */
  #show(text: PostText, change: Partial<WritingState>): void {
    this.set({ text, editorKey: this.state.editorKey + 1, ...change })
  }

  get #wish(): Wish {
    const { text, base } = this.state
    return { text, baseRevision: base.revision, isEnded: sameText(text, base.text) }
  }

  /** Reads the published text. */
  async #readPost(): Promise<void> {
    const post = await this.parts.server.readPost(this.state.id)
    this.#published = toPublished(post)
    const { text } = this.#published
    const mine = asPublished(this.state.text, post.audience)
    const isOwn = [mine, ...this.state.attempts].some((each) => sameText(withoutAudience(each), text))
    const { isNew } = this.state
    this.set({ isNew: false, latestRevision: post.revision, ...(isOwn ? { base: this.#published, text: mine } : {}) })
    if (isNew) this.#onPost(post)
  }

  /** @param isWanted the text of this form is to be saved or published */
  protected override async meet(found: ServerText, isWanted = isUnsaved(this.state)): Promise<void> {
    const { draft, state, revision, sequence } = found
    if (state !== 'draft' && (this.state.isNew || revision > this.state.latestRevision)) await this.#readPost()
    if (isWanted && draft && !sameText(draft.text, this.state.text)) {
      return this.set({ conflict: { text: draft.text, baseRevision: draft.baseRevision, sequence }, compared: 'draft' })
    }
    this.set({ sequence, ...(this.state.conflict ? { conflict: null, compared: null } : {}) })
    if (!isWanted) this.#showFound(found)
    else if (isUnsaved(this.state)) this.save(this.#wish)
  }

  /** Nothing was typed in this form that the server does not have. */
  #showFound({ draft }: ServerText): void {
    const { text, base } = this.state
    if (sameText(text, draft ? draft.text : base.text)) return
    if (draft) this.#show(draft.text, { ...UNTOUCHED, base: { ...this.#published, revision: draft.baseRevision } })
    else this.#show(this.#published.text, { ...UNTOUCHED, base: this.#published, isMissing: true })
  }

  /** Looks whether another form has saved the text that this one shows. */
  async #refresh({ id, sequence, isNew }: Begun): Promise<void> {
    const isSame = () => this.isIdle && !this.#hasFiles() && this.state.id === id && this.state.sequence === sequence
    try {
      const found = await this.parts.server.read(id)
      const isNews = found.sequence !== sequence || (isNew && found.state !== 'draft')
      if (isSame() && isNews) await this.meet(found)
      else if (isSame()) this.set({ latestRevision: Math.max(found.revision, this.state.latestRevision) })
    } catch (error) {
      if (!isMissing(error) || !isNew || !isSame()) return
      this.renew()
      this.#show(NOT_PUBLISHED.text, { ...UNTOUCHED, base: NOT_PUBLISHED, isMissing: true })
    }
  }
}
