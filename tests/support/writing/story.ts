import type { Post } from '#posts/contract/posts.endpoints.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { Device, Network } from './device.ts'
import { Tab } from './tab.ts'

/** Text typed longer ago than this must survive a crash. */
const MAX_LOSS_MS = 1000

export const KINDS = [
  'type',
  'wait',
  'open',
  'open other',
  'crash',
  'leave',
  'discard',
  'discard and leave',
  'take back',
  'discard other',
  'begin new',
  'publish',
  'publish and type',
  'compare',
  'keep mine',
  'take theirs',
  'lose responses',
  'delay requests',
  'requests arrive',
  'offline',
  'online',
  'sign out',
  'sign in',
  'return',
] as const

export interface Step {
  readonly kind: (typeof KINDS)[number]
  /** Place of the tab: 0 and 1 are one browser, 2 another one of the same person, 3 one of another admin. */
  readonly place: 0 | 1 | 2 | 3
  readonly n: number
}

const WAITS_MS = [300, 1200, 6000, 70_000]
const PLACES = [0, 1, 2, 3] as const
const DEVICE_OF = [0, 0, 1, 2] as const
const tokensIn = (content: string): string[] => content.match(/t\d+x/g) ?? []

/** Plays one story, and collects what went wrong. */
export class Story {
  readonly problems: string[] = []
  readonly #blog: TestApp
  readonly #network = new Network()
  readonly #devices: readonly Device[]
  readonly #tabs: (Tab | null)[] = [null, null, null, null]
  /** Published posts, also those whose writer got no response. */
  readonly #postIds: string[]
  /** When each piece of text was typed that must not be lost. */
  readonly #owed = new Map<string, number>()
  /** Texts sent for publication, by draft, in their order. */
  readonly #sent = new Map<string, string[]>()
  /** Published texts that the writer of each draft has seen. */
  readonly #seenBy = new Map<string, Set<string>>()
  /** Places whose form has shown each text. */
  readonly #shownAt = new Map<string, Set<Step['place']>>()
  /** Versions that each post is known to have. */
  readonly #versions = new Map<string, number>()
  #count = 0

  private constructor(blog: TestApp, devices: readonly Device[], network: Network, post: Post) {
    this.#blog = blog
    this.#devices = devices
    this.#network = network
    this.#postIds = [post._id]
    for (const device of devices) device.onSent = (path, body) => this.#onSent(path, body)
  }

  static async play(blog: TestApp, steps: readonly Step[]): Promise<readonly string[]> {
    const [ada, ben] = [await blog.makeAdmin(), await blog.makeAdmin()]
    const post = await blog.makePost({ by: ada, content: '<p>Begun.</p>' })
    const network = new Network()
    const devices = [ada, ada, ben].map((user) => new Device(blog, network, user))
    const story = new Story(blog, devices, network, post)
    for (const step of steps) {
      await story.#step(step)
      await story.#settle()
      story.#noteShown()
    }
    await story.#end()
    return story.problems
  }

  async #step(step: Step): Promise<void> {
    const { kind, place, n } = step
    const device = this.#deviceOf(place)
    const wake = () => this.#tabs.forEach((tab) => tab?.device === device && tab.session.wake())
    const events: Partial<Record<Step['kind'], () => unknown>> = {
      wait: () => this.#wait(WAITS_MS[n % WAITS_MS.length] ?? 0),
      'requests arrive': () => this.#network.arrive(),
      'lose responses': () => (device.lost = 1 + (n % 3)),
      'delay requests': () => (device.delayed = 1 + (n % 2)),
      offline: () => (device.isOnline = false),
      'sign out': () => (device.isSignedIn = false),
      online: () => {
        device.isOnline = true
        wake()
      },
      'sign in': () => {
        device.isSignedIn = true
        wake()
      },
    }
    const event = events[kind]
    const tab = this.#tabs[place]
    if (event) await event()
    else if (tab && kind !== 'open') await this.#use(tab, step)
    else await this.#open(place, n % 3 < 2 && place !== 3 ? 'new' : (this.#postIds[n % this.#postIds.length] ?? 'new'))
  }

  #deviceOf(place: Step['place']): Device {
    const device = this.#devices[DEVICE_OF[place]]
    if (!device) throw new Error('no device')
    return device
  }

  /** What a person does in an open form. */
  async #use(tab: Tab, step: Step): Promise<void> {
    const { kind, place, n } = step
    const { session } = tab
    const { others, text } = session.getState()
    const other = others[n % Math.max(1, others.length)]
    const actions: Partial<Record<Step['kind'], () => unknown>> = {
      type: () => this.#type(tab),
      crash: () => this.#crash(place),
      leave: () => this.#leave(place),
      discard: () => {
        this.#forgive(text.content)
        session.discard()
        // The form shows the published text.
        tab.seen.add(tab.content)
      },
      'discard and leave': () => this.#discardAndLeave(tab, step),
      'take back': () => {
        // The button is there only after a discard in this form: a text that was discarded elsewhere stays discarded.
        if (session.getState().discarded === null) return
        session.takeBack()
        for (const token of tokensIn(tab.content)) this.#owed.set(token, this.#blog.clock.now)
      },
      'discard other': () => {
        if (!other || session.getState().live.has(other.id)) return
        this.#forgive(other.text.content)
        return session.discardOther(other)
      },
      'open other': async () => {
        if (!other) return
        this.#leave(place)
        await this.#open(place, tab.postId, other.id)
      },
      'begin new': () => (tab.postId === 'new' ? session.beginNew() : undefined),
      publish: () => this.#publish(tab, place),
      'publish and type': async () => {
        const publishing = this.#publish(tab, place)
        if (tab.isOpen) this.#type(tab)
        await publishing
      },
      compare: () => tab.compare(),
      'keep mine': session.keepMine,
      'take theirs': session.takeOther,
      return: session.wake,
    }
    await actions[kind]?.()
  }

  #noteShown(): void {
    for (const place of PLACES) {
      const content = this.#tabs[place]?.content
      if (content) this.#shownAt.set(content, (this.#shownAt.get(content) ?? new Set()).add(place))
    }
  }

  /**
   * The next page is rendered before the deletion is saved, and shown before or after that. A text that no other form has
   * shown must not come back.
   */
  async #discardAndLeave(tab: Tab, { place, n }: Step): Promise<void> {
    const { content, postId } = tab
    this.#forgive(content)
    const isOwn = this.#shownAt.get(content)?.size === 1
    await this.#open(place, postId, null, async () => {
      tab.session.discard()
      if (n % 2 === 1) await this.#settle()
    })
    const state = this.#tabs[place]?.session.getState()
    const found = [...(state?.restored ? [state.restored] : []), ...(state?.others ?? [])]
    if (isOwn && content !== '' && found.some(({ text }) => text.content === content)) this.problems.push(`came back: ${content}`)
  }

  #type(tab: Tab): void {
    this.#count += 1
    const token = `t${this.#count}x`
    this.#owed.set(token, this.#blog.clock.now)
    tab.session.change({ title: 'A story', content: `${tab.content}<p>${token}</p>` })
  }

  async #publish(tab: Tab, place: number): Promise<void> {
    if (tab.content === '') return
    await tab.publish()
    if (!tab.isOpen) this.#close(place)
  }

  /** @param last what happens in the page before, when the server has rendered the next one */
  async #open(place: Step['place'], postId: string, wanted: string | null = null, last = async () => {}): Promise<void> {
    const device = this.#deviceOf(place)
    const leaveFormer = async () => {
      await last()
      if (this.#tabs[place]) this.#leave(place)
    }
    const tab = await Tab.open({
      device,
      postId,
      wanted,
      clock: this.#blog.clock,
      live: () => this.#liveFor(device, postId, null),
      onRendered: leaveFormer,
      onDraft: () => this.#tellTabs(),
      onAttempt: (by, { draft, text }) => this.#attempt(by, draft.id, text.content),
    })
    if (!tab) await leaveFormer()
    this.#tabs[place] = tab
    this.#tellTabs()
  }

  #liveFor(device: Device, postId: string, self: Tab | null): ReadonlySet<string> {
    const others = this.#tabs.filter((tab) => tab && tab !== self && tab.device === device && tab.postId === postId)
    return new Set(others.flatMap((tab) => [...(tab?.drafts ?? [])]))
  }

  #tellTabs(): void {
    for (const tab of this.#tabs) tab?.session.setLive(this.#liveFor(tab.device, tab.postId, tab))
  }

  #crash(place: Step['place']): void {
    const tab = this.#tabs[place]
    if (!tab) return
    for (const token of tokensIn(tab.content)) {
      if ((this.#owed.get(token) ?? 0) > this.#blog.clock.now - MAX_LOSS_MS) this.#owed.delete(token)
    }
    tab.crash()
    this.#close(place)
  }

  #leave(place: Step['place']): void {
    this.#tabs[place]?.leave()
    this.#close(place)
  }

  #close(place: number): void {
    this.#tabs[place] = null
    this.#tellTabs()
  }

  /** The writer has thrown this text away. */
  #forgive(content: string): void {
    for (const token of tokensIn(content)) this.#owed.delete(token)
  }

  #attempt(tab: Tab, draftId: string, content: string): void {
    this.#sent.set(draftId, [...(this.#sent.get(draftId) ?? []), content])
    for (const seen of tab.seen) this.#seen(draftId).add(seen)
  }

  #seen(draftId: string): Set<string> {
    const seen = this.#seenBy.get(draftId) ?? new Set()
    this.#seenBy.set(draftId, seen)
    return seen
  }

  /** Checks the version that a publication has replaced. */
  async #onSent(path: string, body: string): Promise<void> {
    if (!/\/api\/post\/(create|updatepost)/.test(path)) return
    const { draft, content } = JSON.parse(body) as { draft: { id: string }; content: string }
    const { db } = this.#blog
    const row = await db.selectFrom('post_drafts').select('published_as').where('id', '=', draft.id).executeTakeFirst()
    const postId = row?.published_as ?? ''
    if (!this.#postIds.includes(postId)) this.#postIds.unshift(postId)
    const versions = db.selectFrom('post_revisions').select('content').where('post_id', '=', postId)
    const [replaced, ...earlier] = await versions.orderBy('revision', 'desc').execute()
    if (!replaced || earlier.length < (this.#versions.get(postId) ?? 0)) return
    this.#versions.set(postId, earlier.length + 1)
    this.#checkReplaced(draft.id, replaced.content, content)
  }

  #checkReplaced(draftId: string, replaced: string, content: string): void {
    const sent = this.#sent.get(draftId) ?? []
    const isOlder = sent.includes(replaced) && sent.indexOf(content) < sent.indexOf(replaced)
    if (isOlder) this.problems.push(`an older text replaced a newer one: ${replaced}`)
    const isSeen = sent.includes(replaced) || this.#seen(draftId).has(replaced)
    if (!isSeen) this.problems.push(`replaced unseen: ${replaced} by ${content}`)
  }

  async #wait(ms: number): Promise<void> {
    const { clock } = this.#blog
    const end = clock.now + ms
    for (;;) {
      await this.#settle()
      const due = this.#tabs.flatMap((tab) => (tab ? [...tab.timers].map((timer) => ({ tab, timer })) : []))
      const [next] = due.filter(({ timer }) => timer.at <= end).toSorted((a, b) => a.timer.at - b.timer.at)
      if (!next) break
      next.tab.timers.delete(next.timer)
      clock.now = Math.max(clock.now, next.timer.at)
      next.timer.work()
    }
    clock.now = end
  }

  /** Waits until no request is running and no code is waiting for one. */
  async #settle(): Promise<void> {
    for (let quiet = 0; quiet < 3; quiet = this.#network.running === 0 ? quiet + 1 : 0) await new Promise(setImmediate)
  }

  /** Everything works again: nothing may be missing, and each draft may have become one post at most. */
  async #end(): Promise<void> {
    await this.#network.arrive()
    for (const device of this.#devices) Object.assign(device, { isOnline: true, isSignedIn: true, lost: 0, delayed: 0 })
    for (const tab of this.#tabs) tab?.session.wake()
    await this.#wait(5000)
    for (const place of PLACES) this.#leave(place)
    const { db } = this.#blog
    const userIds = this.#devices.map(({ user }) => user.id)
    const posts = await db.selectFrom('posts').select(['id', 'content']).where('author_id', 'in', userIds).execute()
    const postIds = posts.map(({ id }) => id)
    const former = await db.selectFrom('post_revisions').select('content').where('post_id', 'in', postIds).execute()
    const found = new Set([...posts, ...former].flatMap(({ content }) => tokensIn(content)))
    for (const place of PLACES) {
      for (const postId of ['new', ...postIds]) for (const token of await this.#readForm(place, postId)) found.add(token)
    }
    const lost = [...this.#owed.keys()].filter((token) => !found.has(token))
    if (lost.length > 0) this.problems.push(`lost: ${lost.join(' ')}`)
    const drafts = await db
      .selectFrom('post_drafts')
      .select('published_as')
      .where('user_id', 'in', userIds)
      .where('post_id', '=', 'new')
      .execute()
    const publications = drafts.flatMap(({ published_as }) => published_as ?? [])
    if (posts.length - 1 !== publications.length) this.problems.push(`${posts.length - 1} posts of ${publications.length} drafts`)
  }

  /** What a writer finds who opens the form. */
  async #readForm(place: Step['place'], postId: string): Promise<readonly string[]> {
    await this.#open(place, postId)
    await this.#wait(2000)
    const state = this.#tabs[place]?.session.getState()
    this.#leave(place)
    return state ? [state.text, ...state.others.map(({ text }) => text)].flatMap(({ content }) => tokensIn(content)) : []
  }
}
