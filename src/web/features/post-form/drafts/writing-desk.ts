import { type PostText, sameText } from '#web/features/post-form/post-text.ts'
import type { DeviceDrafts } from './device-drafts.ts'
import { type Draft, type DraftMark, type DraftScope, type KnownDraft, type ServerDrafts, newWriter, sortDrafts } from './draft.ts'
import { CLEAN, DraftKeeper, type Standing } from './draft-keeper.ts'
import type { DraftServer, Saved } from './server-drafts.ts'

/** A text as it is published. */
export interface Published {
  readonly text: PostText
  /** Null for a post that is not there yet. */
  readonly revision: number | null
}

/** Another text to hold against one's own. */
export type Theirs = { readonly kind: 'published'; readonly published: Published } | { readonly kind: 'draft'; readonly draft: KnownDraft }

export interface DeskState {
  readonly text: PostText
  /** What the text is a change of. */
  readonly base: Published
  /** Another number gives the editor other text to begin with. */
  readonly edition: number
  readonly standing: Standing
  /** Unsaved text of an earlier visit that the form began with. */
  readonly restored: KnownDraft | null
  /** What was thrown away last; it can be taken back. */
  readonly discarded: PostText | null
  /** Other unsaved texts of the same post: nothing of them is lost, nothing is taken over unasked. */
  readonly others: readonly KnownDraft[]
  readonly isOpenElsewhere: boolean
  /** The post was published anew since this text was begun. */
  readonly isOutdated: boolean
  readonly theirs: Theirs | null
}

export interface DeskParts {
  readonly scope: DraftScope
  readonly published: Published
  /** Null where the server could not be asked. */
  readonly server: ServerDrafts | null
  readonly drafts: DraftServer
  readonly device: DeviceDrafts
  readonly now: () => number
  readonly after: (ms: number, work: () => void) => () => void
  /** Writers in other tabs of this browser that have the same text open now. */
  readonly liveWriters: ReadonlySet<string>
  /** Told the name that this desk writes under, and each new one. */
  readonly onWriter: (writer: string) => void
  /** Asks the server for the drafts once more. */
  readonly readServer: () => Promise<ServerDrafts>
}

/** One open form: its text, where it stands, and the other texts that there are. */
export class WritingDesk {
  readonly #parts: DeskParts
  readonly #listeners = new Set<() => void>()
  #keeper: DraftKeeper
  #state: DeskState
  /** Drafts that the next save goes on from. */
  #replaces: readonly DraftMark[] = []
  /** Of the post, as the server said last. */
  #latestRevision: number | null
  #isPublished = false
  /** Which texts of others on the server have been read, and up to where. */
  readonly #heard = new Map<string, number>()

  constructor(parts: DeskParts, device: readonly Draft[]) {
    this.#parts = parts
    this.#keeper = this.#newKeeper()
    const { server, published, liveWriters } = parts
    this.#latestRevision = published.revision
    const { open, over } = sortDrafts({ device, server, published: published.text })
    for (const draft of over) this.#drop(draft)
    for (const { writer, sequence } of server?.drafts ?? []) this.#heard.set(writer, sequence)
    // What is being written in another tab belongs to that tab.
    const restored = open.find((draft) => !liveWriters.has(draft.writer)) ?? null
    this.#state = {
      text: restored?.text ?? published.text,
      base: restored ? { ...published, revision: restored.baseRevision } : published,
      edition: 0,
      standing: CLEAN,
      restored,
      discarded: null,
      others: open.filter((draft) => draft !== restored),
      isOpenElsewhere: liveWriters.size > 0,
      isOutdated: restored !== null && restored.baseRevision !== published.revision,
      theirs: null,
    }
    // Another name for the same text: should the editor that wrote it still be alive somewhere, the two never meet.
    if (restored) this.#keeper.change(restored.text, restored.baseRevision, [restored])
  }

  readonly getState = (): DeskState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  get mark(): DraftMark {
    return this.#keeper.mark
  }

  /** Whether leaving now would leave something unpublished behind. */
  readonly hasUnsaved = (): boolean => !this.#isPublished && !sameText(this.#state.text, this.#state.base.text)

  readonly change = (part: Partial<PostText>): void => {
    const text = { ...this.#state.text, ...part }
    this.#set({ text, discarded: null })
    this.#keep(text)
  }

  /** Back to what is published; the text can still be taken back. */
  readonly discard = (): void => {
    const { text, base } = this.#state
    this.#show(base.text, { restored: null, discarded: text, theirs: null })
    void this.#keeper.discard()
  }

  readonly takeBack = (): void => {
    const { discarded } = this.#state
    if (discarded === null) return
    this.#show(discarded, { discarded: null })
    this.#keep(discarded)
  }

  /** Puts another text beside one's own. */
  readonly compare = (theirs: Theirs | null): void => {
    if (theirs?.kind === 'published') this.#latestRevision = theirs.published.revision
    this.#set({ theirs })
  }

  /** The next publication is meant to replace theirs; another draft just stays what it is. */
  readonly keepMine = (): void => {
    const { theirs, text } = this.#state
    this.#set({ theirs: null })
    if (theirs?.kind !== 'published') return
    this.#set({ base: theirs.published, isOutdated: false })
    this.#keep(text)
  }

  /** One's own text stays among the others. */
  readonly takeTheirs = (): void => {
    const { theirs } = this.#state
    if (theirs === null) return
    this.#park()
    if (theirs.kind === 'published') {
      this.#show(theirs.published.text, { base: theirs.published, theirs: null, isOutdated: false })
      return
    }
    const { draft } = theirs
    const others = this.#state.others.filter((other) => other.writer !== draft.writer)
    const base = { ...this.#state.base, revision: draft.baseRevision }
    const isOutdated = draft.baseRevision !== this.#latestRevision
    this.#show(draft.text, { base, others, theirs: null, isOutdated })
    this.#replaces = this.#isLive(draft) ? [] : [draft]
    this.#keep(draft.text)
  }

  readonly discardOther = async (draft: KnownDraft): Promise<void> => {
    this.#set({ others: this.#state.others.filter((other) => other.writer !== draft.writer) })
    if (this.#state.theirs?.kind === 'draft' && this.#state.theirs.draft.writer === draft.writer) this.#set({ theirs: null })
    const { scope, device, drafts } = this.#parts
    await Promise.allSettled([device.remove(scope, draft), drafts.end(scope, draft)])
  }

  /** It was published with this mark. */
  readonly published = async (mark: DraftMark): Promise<void> => {
    this.#isPublished = true
    await this.#keeper.published(mark)
  }

  readonly tellTabs = (live: ReadonlySet<string>): void => this.#set({ isOpenElsewhere: live.size > 0 })
  readonly flush = (): Promise<void> => this.#keeper.flush()
  readonly readUnsaved = (): Draft | null => this.#keeper.unsaved
  readonly wake = (): void => this.#keeper.wake()
  readonly close = (): void => this.#keeper.close()

  #isLive(draft: DraftMark): boolean {
    return this.#parts.liveWriters.has(draft.writer)
  }

  #set(change: Partial<DeskState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }

  /** Another text in the editor. */
  #show(text: PostText, change: Partial<DeskState>): void {
    this.#set({ text, edition: this.#state.edition + 1, ...change })
  }

  #keep(text: PostText): void {
    const { base } = this.#state
    const replaces = this.#replaces
    this.#replaces = []
    if (sameText(text, base.text)) void this.#keeper.discard()
    else this.#keeper.change(text, base.revision, replaces)
  }

  /** Leaves the present text as a draft of its own; what follows has another name. */
  #park(): void {
    const { text, base, others } = this.#state
    if (sameText(text, base.text)) return
    const parked: KnownDraft = { ...this.#keeper.mark, baseRevision: base.revision, savedAt: this.#parts.now(), text, place: 'both' }
    this.#keeper.close()
    this.#keeper = this.#newKeeper()
    this.#set({ others: [parked, ...others], restored: null, standing: CLEAN })
  }

  #newKeeper(): DraftKeeper {
    const { scope, device, drafts: server, now, after, onWriter } = this.#parts
    const writer = newWriter()
    onWriter(writer)
    const keeper: DraftKeeper = new DraftKeeper({
      scope,
      writer,
      device,
      server,
      now,
      after,
      onStanding: (standing) => {
        if (keeper === this.#keeper) this.#set({ standing })
      },
      onSaved: (saved) => {
        if (keeper === this.#keeper) void this.#hear(saved)
      },
    })
    return keeper
  }

  /** What the server said of the post and of other texts. */
  async #hear({ revision, others }: Saved): Promise<void> {
    this.#latestRevision = revision
    if (revision !== this.#state.base.revision && !this.#isPublished) this.#set({ isOutdated: true })
    if (others.every((other) => (this.#heard.get(other.writer) ?? 0) >= other.sequence)) return
    try {
      const { drafts } = await this.#parts.readServer()
      for (const { writer, sequence } of drafts) this.#heard.set(writer, sequence)
      const { open } = sortDrafts({
        device: this.#state.others,
        server: { revision, drafts, ended: [] },
        published: this.#state.base.text,
      })
      this.#set({ others: open.filter((draft) => draft.writer !== this.#keeper.mark.writer) })
    } catch {
      // The next save will tell again.
    }
  }

  #drop(draft: KnownDraft): void {
    const { scope, device, drafts } = this.#parts
    void device.remove(scope, draft).catch(() => {})
    if (draft.place !== 'device') void drafts.end(scope, draft).catch(() => {})
  }
}
