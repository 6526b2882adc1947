import { getPostToEdit } from '#writing/contract/manage-posts.endpoints.ts'
import { ApiError } from '#ui/api/api-error.ts'
import type { Api } from '#ui/api/client.ts'
import { createDraftServer } from '#writing/web/drafts/server-drafts.ts'
import { NOT_PUBLISHED, type Published, toPublished } from '#writing/web/drafts/draft.ts'
import { WritingSession } from '#writing/web/drafts/writing-session.ts'
import { type PublishOptions, publishPost } from '#writing/web/post-form/publish-post.ts'
import { type Attempt, sendPublication } from '#writing/web/post-form/send-publication.ts'
import type { Device, Watch } from './device.ts'

type Begin = Pick<TabOptions, 'postId' | 'wanted' | 'isNew'>

interface TabOptions {
  readonly device: Device
  readonly postId: string
  /** New text that the address asks for. */
  readonly wanted: string | null
  /** Begins with an empty text. */
  readonly isNew?: boolean
  readonly clock: { readonly now: number }
  /** Called when the page is rendered; until then the browser shows the page before, which goes on. */
  readonly onRendered: () => Promise<void>
  /** Called before each attempt to publish. */
  readonly onAttempt: (tab: Tab, attempt: Attempt) => void
  /** Called around each request of the tab that the server gets. */
  readonly watch: (tab: Tab, ...request: Parameters<Watch>) => ReturnType<Watch>
}

/** One open form: the code of the form without React, with timers that the scenario moves. */
export class Tab {
  readonly device: Device
  readonly api: Api
  readonly timers = new Set<{ readonly at: number; readonly work: () => void }>()
  /** Contents that the form has shown, and published ones that its text is based on. */
  readonly shown = new Set<string>()
  readonly #options: TabOptions
  #session!: WritingSession
  postId: string
  isOpen = true
  #isCrashed = false

  private constructor(options: TabOptions) {
    this.#options = options
    this.device = options.device
    this.api = options.device.connect((...request) => options.watch(this, ...request))
    this.postId = options.postId
  }

  /** Loads the page as the server renders it, and opens its form. Null if it cannot be loaded. */
  static async open(options: TabOptions): Promise<Tab | null> {
    const { postId, onRendered } = options
    const tab = new Tab(options)
    try {
      const published = postId === 'new' ? NOT_PUBLISHED : toPublished(await tab.api(getPostToEdit, { params: { postId } }))
      await onRendered()
      await tab.#begin(options, published)
      return tab
    } catch (error) {
      if (error instanceof ApiError) return null
      throw error
    }
  }

  async #begin({ postId, wanted, isNew = false }: Begin, published: Published): Promise<void> {
    const { device, clock } = this.#options
    const session: WritingSession = await WritingSession.open({
      userId: device.user.id,
      postId,
      published,
      wanted,
      server: createDraftServer(this.api),
      device: device.drafts.open(
        () => this.isOpen,
        () => !this.#isCrashed,
      ),
      isNew,
      now: () => clock.now,
      after: (ms, work) => this.#after(ms, work),
      // The form before may still save its text.
      onPost: ({ _id }) => {
        if (this.#session === session) this.postId = _id
      },
    })
    this.#session = session
    const show = () => {
      if (!this.isOpen) return
      for (const text of [this.session.getState().text, this.session.otherText]) if (text) this.shown.add(text.content)
    }
    this.session.subscribe(show)
    show()
    // An outdated draft does not show the published text.
    if (this.session.getState().base.revision === published.revision) this.shown.add(published.text.content)
  }

  get session(): WritingSession {
    return this.#session
  }

  get content(): string {
    return this.session.getState().text.content
  }

  /** Stops the tab as a crash does: nothing is saved any more. */
  crash(): void {
    this.#isCrashed = true
    this.#close()
  }

  /** Leaves the page. */
  leave(): void {
    this.session.flush(true)
    this.#close()
  }

  #close(): void {
    this.isOpen = false
    this.timers.clear()
  }

  /** As the button does: the page opens a form that begins with an empty text. */
  async beginNew(): Promise<void> {
    this.session.flush(true)
    await this.#begin({ postId: 'new', wanted: null, isNew: true }, NOT_PUBLISHED)
  }

  /** As the Publish button does. */
  async publish(): Promise<void> {
    const { session, api, device } = this
    const target = {
      userId: device.user.id,
      postId: this.postId,
      plannedFor: undefined,
      timeZone: 'UTC',
      date: undefined,
      commentsOpen: true,
      audience: 'public',
    } as const
    const options: PublishOptions = {
      publishAt: this.postId === 'new' ? 'now' : 'unchanged',
      commentsOpen: 'unchanged',
      audience: this.postId === 'new' ? 'public' : 'unchanged',
      mail: 'unspecified',
    }
    const read = (): Attempt => {
      const { text, base } = session.getState()
      return { text, baseRevision: base.revision }
    }
    const send = (attempt: Attempt) =>
      session.publish(attempt.text, (postId, draft) => {
        this.#options.onAttempt(this, attempt)
        return publishPost(api, { ...target, postId }, { ...attempt, ...options, draft })
      })
    const signIn = () => Promise.reject(new Error('Not now'))
    try {
      const { post, attempt } = await sendPublication({ read, send, mayRepeat: session.mayRepeat, signIn, waitForConnection: () => null })
      const isNewer = await session.published(attempt.text, post)
      this.postId = post._id
      if (!isNewer && this.isOpen) this.leave()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const { base, latestRevision } = session.getState()
      if (/edit_conflict|draft_conflict/.test(error.code) && base.revision !== latestRevision)
        await session.comparePublished().catch(() => {})
    }
  }

  #after(ms: number, work: () => void): () => void {
    const timer = { at: this.#options.clock.now + ms, work }
    if (this.isOpen) this.timers.add(timer)
    return () => this.timers.delete(timer)
  }
}
