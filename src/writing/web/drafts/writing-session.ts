import { isImportedWriter } from '#writing/contract/imported-drafts.ts'
import type { Post } from '#posts/contract/posts.endpoints.ts'
import { type PostText, sameText } from '#writing/web/post-form/post-text.ts'
import type { Attempt } from '#writing/web/post-form/send-publication.ts'
import { type Draft, type DraftMark, type DraftScope, type KnownDraft, newWriter, type PublishedDraft, sortDrafts } from './draft.ts'
import { DraftDeletions } from './draft-deletions.ts'
import { DraftAutosave } from './draft-autosave.ts'
import type { Saved } from './server-drafts.ts'
import { CLEAN, type OtherText, type WritingParts, type WritingState } from './writing-state.ts'

/** State of one open form: its text, where that is saved, and other drafts. */
export class WritingSession {
  readonly #parts: WritingParts
  readonly #listeners = new Set<() => void>()
  #deletions: DraftDeletions
  /** A new post gets its id when it is published. */
  #scope: DraftScope
  #autosave: DraftAutosave
  #state: WritingState
  /** Sequence number of each draft on the server that has been read. */
  readonly #known = new Map<string, number>()

  constructor(parts: WritingParts, device: readonly Draft[]) {
    this.#parts = parts
    this.#scope = parts.scope
    this.#deletions = this.#newDeletions()
    this.#autosave = this.#newAutosave()
    const { server, published, liveWriters, wanted } = parts
    const { open, over } = sortDrafts({ device, server, published: published.text, deleted: this.#deletions.pending })
    void this.#deletions.retry()
    for (const draft of over) void this.#delete(draft)
    for (const { writer, sequence } of server?.drafts ?? []) this.#known.set(writer, sequence)
    // A draft that another tab is writing belongs to that tab, unless the URL asks for it.
    const mayRestore = ({ writer }: Draft) => (wanted === null ? !liveWriters.has(writer) && !isImportedWriter(writer) : writer === wanted)
    const restored = open.find(mayRestore) ?? null
    this.#state = {
      text: restored?.text ?? published.text,
      base: restored ? { ...published, revision: restored.baseRevision } : published,
      editorKey: 0,
      status: CLEAN,
      restored,
      isMissing: wanted !== null && restored === null,
      discarded: null,
      others: open.filter((draft) => draft !== restored),
      isOpenElsewhere: liveWriters.size > 0,
      latestRevision: published.revision,
      otherText: null,
    }
    // Under another name, because the editor that wrote it may still be open somewhere.
    if (restored) this.#autosave.change(restored.text, restored.baseRevision, this.#toReplace(restored))
  }

  readonly getState = (): WritingState => this.#state
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Writer and sequence number of the latest change. */
  get draft(): PublishedDraft {
    return this.#autosave.mark
  }

  readonly change = (part: Partial<PostText>): void => {
    const text = { ...this.#state.text, ...part }
    this.#set({ text, discarded: null, isMissing: false })
    this.#save(text)
  }

  /** Leaves the text as a draft, and starts with an empty form. */
  readonly beginNew = (): void => {
    this.#setAside()
    this.#show(this.#parts.published.text, { base: this.#parts.published, restored: null, discarded: null })
  }

  /** Returns to the published text; `takeBack` restores the discarded one. */
  readonly discard = (): void => {
    const { text, base } = this.#state
    this.#show(base.text, { restored: null, discarded: text, otherText: null })
    void this.#autosave.discard()
  }

  readonly takeBack = (): void => {
    const { discarded } = this.#state
    if (discarded === null) return
    this.#show(discarded, { discarded: null })
    this.#save(discarded)
  }

  /** Shows another text beside the current one. */
  readonly compare = (otherText: OtherText | null): void => {
    const { latestRevision } = this.#state
    this.#set({ otherText, latestRevision: otherText?.kind === 'published' ? otherText.published.revision : latestRevision })
  }

  /** The next publication replaces the other published text; another draft stays unchanged. */
  readonly keepMine = (): void => {
    const { otherText, text } = this.#state
    this.#set({ otherText: null })
    if (otherText?.kind !== 'published') return
    this.#set({ base: otherText.published })
    this.#save(text)
  }

  /** The current text becomes one of the other drafts. */
  readonly takeOther = (): void => {
    const { otherText } = this.#state
    if (otherText === null) return
    this.#setAside()
    if (otherText.kind === 'published') return this.#show(otherText.published.text, { base: otherText.published, otherText: null })
    const { draft } = otherText
    const base = { ...this.#state.base, revision: draft.baseRevision }
    this.#show(draft.text, { base, others: this.#othersThan(draft), otherText: null })
    this.#save(draft.text, this.#toReplace(draft))
  }

  readonly discardOther = async (draft: KnownDraft): Promise<void> => {
    const { otherText } = this.#state
    const isCompared = otherText?.kind === 'draft' && otherText.draft.writer === draft.writer
    this.#set({ others: this.#othersThan(draft), otherText: isCompared ? null : otherText })
    // The server may have received it in the meantime.
    await this.#delete({ ...draft, place: 'both' })
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
    this.#deletions = this.#newDeletions()
    this.#set({ text, base: { text: base, revision }, latestRevision: revision, status: CLEAN, restored: null, otherText: null })
    this.#autosave = this.#newAutosave()
    const isNewer = !sameText(text, base)
    if (isNewer) this.#autosave.change(text, revision)
    await this.#autosave.flush()
    await before.published(draft)
    return isNewer
  }

  readonly setOpenElsewhere = (live: ReadonlySet<string>): void => this.#set({ isOpenElsewhere: live.size > 0 })
  readonly flush = (): Promise<void> => this.#autosave.flush()
  /** @returns whether the text is saved anywhere */
  readonly flushNow = (): boolean => this.#autosave.flushNow()
  readonly wake = (): void => {
    this.#autosave.wake()
    void this.#deletions.retry()
  }
  readonly close = (): void => {
    this.#autosave.close()
    this.#deletions.close()
  }

  /** A draft that another tab is writing is not replaced. */
  #toReplace({ writer, sequence, replaces }: Draft): readonly DraftMark[] {
    return this.#parts.liveWriters.has(writer) ? [] : [{ writer, sequence }, ...replaces]
  }

  #set(change: Partial<WritingState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }

  /** Puts another text into the editor. */
  #show(text: PostText, change: Partial<WritingState>): void {
    this.#set({ text, editorKey: this.#state.editorKey + 1, ...change })
  }

  #save(text: PostText, replaces: readonly DraftMark[] = []): void {
    const { base } = this.#state
    if (sameText(text, base.text)) void this.#autosave.discard()
    else this.#autosave.change(text, base.revision, replaces)
  }

  /** Leaves the current text as a draft of its own; the next text is written under another name. */
  #setAside(): void {
    const { text, base, others } = this.#state
    if (sameText(text, base.text)) return
    const asideDraft: KnownDraft = { ...this.draft, baseRevision: base.revision, savedAt: this.#parts.now(), text, place: 'both' }
    this.#autosave.close()
    this.#autosave = this.#newAutosave()
    this.#set({ others: [asideDraft, ...others], restored: null, status: CLEAN })
  }

  #newDeletions(): DraftDeletions {
    const { storage, drafts: server, after } = this.#parts
    return new DraftDeletions(this.#scope, { storage, server, after })
  }

  #newAutosave(): DraftAutosave {
    const writer = newWriter()
    this.#parts.onWriter(writer)
    const autosave: DraftAutosave = new DraftAutosave({
      ...this.#parts,
      scope: this.#scope,
      writer,
      server: this.#parts.drafts,
      deletions: this.#deletions,
      onStatus: (status) => {
        if (autosave === this.#autosave) this.#set({ status })
      },
      onSaved: (saved) => {
        if (autosave === this.#autosave) void this.#readOthers(saved)
      },
    })
    return autosave
  }

  /** After a save: checks whether the post has changed, and reads the drafts of other windows. */
  async #readOthers({ revision, others }: Saved): Promise<void> {
    // Responses may be out of order.
    if ((revision ?? 0) > (this.#state.latestRevision ?? 0)) this.#set({ latestRevision: revision })
    if (others.every((other) => (this.#known.get(other.writer) ?? 0) >= other.sequence)) return
    try {
      const { drafts } = await this.#parts.drafts.read(this.#scope.postId)
      for (const { writer, sequence } of drafts) this.#known.set(writer, sequence)
      const { open } = sortDrafts({
        device: this.#state.others,
        server: { revision, drafts, ended: [] },
        published: this.#state.base.text,
        deleted: this.#deletions.pending,
      })
      this.#set({ others: open.filter((draft) => draft.writer !== this.draft.writer) })
    } catch {
      // The next save tries again.
    }
  }

  #othersThan({ writer }: DraftMark): KnownDraft[] {
    return this.#state.others.filter((other) => other.writer !== writer)
  }

  async #delete(draft: KnownDraft): Promise<void> {
    const onServer = draft.place === 'device' ? [] : [draft]
    await Promise.allSettled([this.#parts.device.change(this.#scope, null, [draft]), this.#deletions.add(onServer)])
  }
}
