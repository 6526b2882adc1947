import { isImportedDraft } from '#writing/contract/imported-drafts.ts'
import type { DraftMark } from '#platform/contract/fields.ts'
import type { Post } from '#posts/contract/posts.endpoints.ts'
import { type PostText, sameText } from '#writing/web/post-form/post-text.ts'
import type { Attempt } from '#writing/web/post-form/send-publication.ts'
import { type Draft, type DraftScope, type KnownDraft, type ServerDrafts, sortDrafts } from './draft.ts'
import { DraftAutosave } from './draft-autosave.ts'
import type { Saved } from './server-drafts.ts'
import { CLEAN, type Published, type WritingParts, type WritingState } from './writing-state.ts'

/** State of one open form: its text, where that is saved, and other drafts. */
export class WritingSession {
  readonly #parts: WritingParts
  readonly #listeners = new Set<() => void>()
  /** A new post gets its id when it is published. */
  #scope: DraftScope
  /** Published text, as the form has read it last. */
  #published: Published
  #autosave: DraftAutosave
  /** Drafts that this form has left or discarded: they are saved until the server has them. */
  readonly #former = new Map<string, DraftAutosave>()
  #state: WritingState
  /** Sequence number of each draft on the server that has been read. */
  readonly #known = new Map<string, number>()

  constructor(parts: WritingParts, device: readonly Draft[]) {
    this.#parts = parts
    this.#scope = parts.scope
    this.#published = parts.published
    const { server, published, live, wanted, isNew } = parts
    const open = this.#sort(device, server, live)
    // A draft that another tab is writing belongs to that tab, unless the URL asks for it.
    const mayRestore = ({ id }: Draft) => (wanted === null ? !live.has(id) && !isImportedDraft(id) : id === wanted)
    const restored = isNew ? null : (open.find(mayRestore) ?? null)
    this.#autosave = this.#open(restored)
    this.#state = {
      text: restored?.text ?? published.text,
      base: restored ? { ...published, revision: restored.baseRevision } : published,
      editorKey: 0,
      status: this.#autosave.status,
      restored,
      isDeviceSilent: parts.isDeviceSilent,
      isMissing: wanted !== null && restored === null,
      discarded: null,
      others: open.filter((draft) => draft !== restored),
      live,
      latestRevision: published.revision,
      otherText: null,
    }
  }

  readonly getState = (): WritingState => this.#state
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Id of the draft that the form writes. */
  get draftId(): string {
    return this.#autosave.id
  }

  /** Numbers one attempt to publish the current text. */
  readonly takeMark = (): DraftMark => this.#autosave.takeMark()

  /** Goes on as another draft: the server has refused this one, which another form has continued. */
  readonly fork = (): void => this.#autosave.fork()

  readonly change = (part: Partial<PostText>): void => {
    const text = { ...this.#state.text, ...part }
    this.#set({ text, discarded: null, isMissing: false })
    this.#save(text)
  }

  /** Leaves the text as a draft, and starts with an empty form. */
  readonly beginNew = (): void => {
    this.#setAside()
    this.#show(this.#published.text, { base: this.#published, restored: null, discarded: null })
  }

  /** Returns to the published text; `takeBack` restores the discarded one. */
  readonly discard = (): void => {
    const { text, base } = this.#state
    this.#show(this.#published.text, { base: this.#published, restored: null, discarded: { text, base }, otherText: null })
    void this.#autosave.discard().then(this.#parts.onDiscarded)
  }

  readonly takeBack = (): void => {
    const { discarded } = this.#state
    if (discarded === null) return
    this.#show(discarded.text, { base: discarded.base, discarded: null })
    this.#save(discarded.text)
  }

  /** Shows the published text beside the current one. */
  readonly compare = (otherText: Published | null): void => {
    if (otherText) this.#published = otherText
    this.#set({ otherText, latestRevision: otherText ? otherText.revision : this.#state.latestRevision })
  }

  /** The next publication replaces the published text. */
  readonly keepMine = (): void => {
    const { otherText, text } = this.#state
    if (otherText === null) return
    this.#set({ base: otherText, otherText: null })
    this.#save(text)
  }

  /** The current text becomes one of the other drafts. */
  readonly takeOther = (): void => {
    const { otherText } = this.#state
    if (otherText === null) return
    this.#setAside()
    this.#show(otherText.text, { base: otherText, otherText: null })
  }

  readonly discardOther = async (draft: KnownDraft): Promise<void> => {
    this.#set({ others: this.#state.others.filter(({ id }) => id !== draft.id) })
    await this.#end(draft)
  }

  /**
   * Called after publication. Text typed since then continues as a draft of the published post.
   *
   * @returns whether there is any
   */
  readonly published = async ({ draft, text: sent }: Attempt, { _id, revision }: Pick<Post, '_id' | 'revision'>): Promise<boolean> => {
    const before = this.#autosave
    // The chosen audience is published only once: a later choice of another window stays.
    const base = { ...sent, audience: null }
    const text = { ...this.#state.text, audience: this.#state.text.audience === sent.audience ? null : this.#state.text.audience }
    this.#scope = { ...this.#scope, postId: _id }
    this.#published = { text: base, revision }
    this.#autosave = this.#open()
    this.#former.set(before.id, before)
    this.#set({ text, base: this.#published, latestRevision: revision, status: CLEAN, restored: null, otherText: null })
    const isNewer = !sameText(text, base)
    if (isNewer) this.#autosave.change(text, revision)
    await this.#autosave.flush()
    await before.published(draft)
    return isNewer
  }

  /** Id of the post that this draft of a new post was published as, if its response was lost. */
  readonly findPost = (): Promise<string | null> => this.#parts.drafts.findPost(this.draftId)

  readonly setLive = (live: ReadonlySet<string>): void => {
    this.#set({ live })
    void this.#verify()
  }
  readonly flush = (): Promise<void> => this.#autosave.flush()
  /** @returns whether the text is saved anywhere */
  readonly flushNow = (): boolean => [this.#autosave, ...this.#former.values()].map((autosave) => autosave.flushNow()).every(Boolean)
  /** The connection, the session or the reader may be back. */
  readonly wake = (): void => {
    for (const autosave of [this.#autosave, ...this.#former.values()]) autosave.wake()
    void this.#verify()
  }
  readonly close = (): void => {
    for (const autosave of [this.#autosave, ...this.#former.values()]) autosave.close()
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
    if (sameText(text, base.text)) void this.#autosave.discard()
    else this.#autosave.change(text, base.revision)
  }

  /** Leaves the current text as a draft of its own. */
  #setAside(): void {
    const { text, base, others } = this.#state
    if (sameText(text, base.text)) return
    const { id, writer } = this.#autosave
    this.#former.set(id, this.#autosave)
    void this.#autosave.flush()
    const mark = { id, writer, sequence: 0, follows: 0, begun: [] }
    const aside: KnownDraft = {
      ...mark,
      baseRevision: base.revision,
      savedAt: this.#parts.now(),
      text,
      isEnded: false,
      place: 'both',
      copies: [],
    }
    this.#autosave = this.#open()
    this.#set({ others: [aside, ...others], restored: null, status: CLEAN })
  }

  /** The form goes on with this draft, or with a new one. */
  #open(adopted: KnownDraft | null = null): DraftAutosave {
    const autosave = this.#newAutosave(adopted)
    this.#parts.onDraft(autosave)
    return autosave
  }

  #newAutosave(adopted: KnownDraft | null): DraftAutosave {
    const autosave: DraftAutosave = new DraftAutosave(
      {
        ...this.#parts,
        scope: this.#scope,
        server: this.#parts.drafts,
        onStatus: (status) => {
          if (autosave === this.#autosave) this.#set({ status })
        },
        onSaved: (saved) => {
          if (autosave === this.#autosave) void this.#readOthers(saved)
        },
        onConflict: (formerId) => {
          if (autosave === this.#autosave) this.#parts.onDraft(autosave)
          else this.#renameFormer(formerId, autosave)
          void this.#readOthers(null)
        },
      },
      adopted,
    )
    return autosave
  }

  /** Joins the drafts of both places, and ends those that are over. @returns those that can be continued */
  #sort(device: readonly Draft[], server: ServerDrafts, live: ReadonlySet<string>): readonly KnownDraft[] {
    const { open, ending, over, forks } = sortDrafts({ device, server, published: this.#published.text, live })
    for (const { id, sequence } of server.drafts) this.#known.set(id, sequence)
    const store = (draft: Draft | null) => void this.#parts.device.change(this.#scope, draft, over).catch(() => {})
    for (const fork of forks) store(fork)
    if (over.length > 0) store(null)
    for (const draft of ending) void this.#end(draft)
    return open
  }

  /** After a save: checks whether the post has changed, and reads the drafts of other windows. */
  async #readOthers(saved: Saved | null): Promise<void> {
    // Responses may be out of order.
    if (saved && (saved.revision ?? 0) > (this.#state.latestRevision ?? 0)) this.#set({ latestRevision: saved.revision })
    if (saved?.others.every(({ id, sequence }) => (this.#known.get(id) ?? 0) >= sequence)) return
    try {
      const server = await this.#parts.drafts.read(this.#scope.postId)
      const isForeign = ({ id }: Draft) => id !== this.draftId && !this.#former.has(id)
      const { live, others } = this.#state
      const device = others.filter((draft) => draft.place !== 'server' && isForeign(draft))
      const open = this.#sort(device, { ...server, drafts: server.drafts.filter(isForeign) }, live)
      this.#set({ others: [...others.filter((draft) => !isForeign(draft)), ...open] })
    } catch {
      // The next save tries again.
    }
  }

  /** If another form has discarded the draft, its text, which is still in this form, is saved as another one. */
  async #verify(): Promise<void> {
    const { draftId } = this
    const { server } = this.#state.status
    if (server !== 'saved') return
    const { ended } = await this.#parts.drafts.read(this.#scope.postId).catch(() => ({ ended: [] }))
    const end = ended.find(({ id, writer }) => id === draftId && writer !== this.#autosave.writer)
    if (end && end.publishedAs === null && this.#state.status.server === 'saved' && draftId === this.draftId) this.fork()
  }

  #renameFormer(formerId: string, autosave: DraftAutosave): void {
    this.#former.delete(formerId)
    if (autosave.id === formerId) return
    this.#former.set(autosave.id, autosave)
    this.#set({ others: this.#state.others.map((draft) => (draft.id === formerId ? { ...draft, id: autosave.id } : draft)) })
  }

  /** Discards a draft that the form does not show. */
  async #end(draft: KnownDraft): Promise<void> {
    const autosave = this.#former.get(draft.id) ?? this.#newAutosave(draft)
    this.#former.set(draft.id, autosave)
    await autosave.discard()
    this.#parts.onDiscarded()
  }
}
