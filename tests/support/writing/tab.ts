import { getPostToEdit } from '#writing/contract/manage-posts.endpoints.ts'
import { ApiError } from '#ui/api/api-error.ts'
import { readServerDrafts } from '#writing/web/drafts/server-drafts.ts'
import { WritingSession } from '#writing/web/drafts/writing-session.ts'
import { comparePublished, NOT_PUBLISHED, type PublishOptions, publishPost, toPublished } from '#writing/web/post-form/publish-post.ts'
import { type Attempt, sendPublication } from '#writing/web/post-form/send-publication.ts'
import type { Device } from './device.ts'

interface TabOptions {
  readonly device: Device
  readonly postId: string
  /** Draft that the address asks for. */
  readonly wanted: string | null
  readonly clock: { readonly now: number }
  /** Drafts of the same post in the other tabs of the device. */
  readonly live: () => ReadonlySet<string>
  /** Called when the page is rendered; until then the browser shows the page before, which goes on. */
  readonly onRendered: () => Promise<void>
  /** Called when the drafts that the tab writes have changed. */
  readonly onDraft: () => void
  /** Called before each attempt to publish. */
  readonly onAttempt: (tab: Tab, attempt: Attempt) => void
}

/** One open form: the code of the form without React, with timers that the story moves. */
export class Tab {
  readonly device: Device
  readonly session: WritingSession
  readonly timers = new Set<{ readonly at: number; readonly work: () => void }>()
  readonly drafts = new Set<string>()
  /** Published texts that its writer has seen. */
  readonly seen = new Set<string>()
  readonly #options: TabOptions
  postId: string
  isOpen = true

  private constructor(
    options: TabOptions,
    parts: Pick<ConstructorParameters<typeof WritingSession>[0], 'published' | 'server'>,
    device: ConstructorParameters<typeof WritingSession>[1],
  ) {
    this.#options = options
    this.device = options.device
    this.postId = options.postId
    this.session = new WritingSession(
      {
        ...parts,
        scope: { userId: options.device.user.id, postId: options.postId },
        drafts: options.device.server,
        device: {
          ...options.device.drafts,
          // As IndexedDB does: later, and not at all once the page is gone.
          change: async (...call) => {
            await new Promise(setImmediate)
            return this.isOpen ? options.device.drafts.change(...call) : new Promise(() => {})
          },
        },
        isDeviceSilent: false,
        isNew: false,
        now: () => options.clock.now,
        after: (ms, work) => this.#after(ms, work),
        live: options.live(),
        wanted: options.wanted,
        onDraft: ({ id }) => {
          this.drafts.add(id)
          options.onDraft()
        },
        onDiscarded: options.onDraft,
      },
      device,
    )
    // An outdated draft does not show the published text.
    if (this.session.getState().base.revision === parts.published.revision) this.seen.add(parts.published.text.content)
  }

  /** Loads the page as the server renders it. Null if it cannot be loaded. */
  static async open(options: TabOptions): Promise<Tab | null> {
    const { device, postId } = options
    const { api } = device
    try {
      const published = postId === 'new' ? NOT_PUBLISHED : toPublished(await api(getPostToEdit, { params: { postId } }))
      const server = await readServerDrafts(api, postId)
      await options.onRendered()
      return new Tab(options, { published, server }, await device.drafts.list({ userId: device.user.id, postId }))
    } catch (error) {
      if (error instanceof ApiError) return null
      throw error
    }
  }

  get content(): string {
    return this.session.getState().text.content
  }

  /** Stops the tab as a crash does: nothing is saved any more. */
  crash(): void {
    this.isOpen = false
    this.timers.clear()
  }

  /** Leaves the page. */
  leave(): void {
    this.session.flushNow()
    this.crash()
  }

  /** As the Publish button does. */
  async publish(): Promise<void> {
    const { session } = this
    const { device, postId } = this
    const target = {
      userId: device.user.id,
      postId,
      plannedFor: undefined,
      date: undefined,
      commentsOpen: true,
      audience: 'public',
    } as const
    const options: PublishOptions = {
      publishAt: postId === 'new' ? 'now' : 'unchanged',
      commentsOpen: 'unchanged',
      audience: postId === 'new' ? 'public' : 'unchanged',
      mail: 'unspecified',
    }
    const read = (): Attempt => {
      const { text, base } = session.getState()
      return { text, draft: session.takeMark(), baseRevision: base.revision }
    }
    const send = (attempt: Attempt) => {
      this.#options.onAttempt(this, attempt)
      return publishPost(device.api, target, { ...attempt, ...options })
    }
    const signIn = () => Promise.reject(new Error('Not now'))
    try {
      const { post, attempt } = await sendPublication({ read, send, fork: session.fork, signIn, waitForConnection: () => null })
      const isNewer = await session.published(attempt, post)
      this.postId = post._id
      this.seen.add(post.content)
      if (!isNewer && this.isOpen) this.leave()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === 'edit_conflict') await this.compare()
    }
  }

  async compare(): Promise<void> {
    const found = await comparePublished(this.device.api, this.session, this.postId).catch(() => null)
    if (found) this.postId = found._id
    const { otherText } = this.session.getState()
    if (otherText) this.seen.add(otherText.text.content)
  }

  #after(ms: number, work: () => void): () => void {
    const timer = { at: this.#options.clock.now + ms, work }
    if (this.isOpen) this.timers.add(timer)
    return () => this.timers.delete(timer)
  }
}
