import type { Post } from '#posts/contract/posts.endpoints.ts'
import { listPostOverview } from '#writing/contract/manage-posts.endpoints.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { Device, Network } from './device.ts'
import { passTime, settle } from './pass-time.ts'
import { Replacements, tokensIn } from './replacements.ts'
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
  'begin new',
  'publish',
  'publish and type',
  'compare',
  'keep mine',
  'take theirs',
  'not now',
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

/** Longer than the next retry takes. */
const SAVED_MS = 12_000
const CHOICES_MAX = 5
const OPENINGS_MAX = 10
const WAITS_MS = [300, 1200, 6000, 70_000]
const PLACES = [0, 1, 2, 3] as const
const DEVICE_OF = [0, 0, 1, 2] as const

/** Plays the steps of one scenario, and collects what went wrong. */
export class DraftScenario {
  readonly problems: string[] = []
  readonly #blog: TestApp
  readonly #replacements: Replacements
  readonly #network = new Network()
  readonly #devices: readonly Device[]
  readonly #tabs: (Tab | null)[] = [null, null, null, null]
  /** Published posts, also those whose writer got no response. */
  readonly #postIds: string[]
  /** When each piece of text was typed that must not be lost. */
  readonly #owed = new Map<string, number>()
  /** Contents that were discarded, and that only one place has shown. */
  readonly #discarded = new Set<string>()
  /** Places whose form has shown each text. */
  readonly #shownAt = new Map<string, Set<Step['place']>>()
  #count = 0

  private constructor(blog: TestApp, devices: readonly Device[], network: Network, post: Post) {
    this.#blog = blog
    this.#devices = devices
    this.#network = network
    this.#postIds = [post._id]
    this.#replacements = new Replacements(blog.db, (problem) => this.problems.push(problem), this.#postIds)
  }

  static async play(blog: TestApp, steps: readonly Step[]): Promise<readonly string[]> {
    const [ada, ben] = [await blog.makeAdmin(), await blog.makeAdmin()]
    const post = await blog.makePost({ by: ada, content: '<p>Begun.</p>' })
    const network = new Network()
    const devices = [ada, ada, ben].map((user) => new Device(blog, network, user))
    const scenario = new DraftScenario(blog, devices, network, post)
    for (const step of steps) {
      await scenario.#step(step)
      await settle(network)
      scenario.#noteShown()
    }
    await scenario.#end()
    return scenario.problems
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
    const { text } = session.getState()
    const actions: Partial<Record<Step['kind'], () => unknown>> = {
      type: () => this.#type(tab),
      crash: () => this.#crash(place),
      leave: () => this.#leave(place),
      discard: () => {
        this.#discard(tab, text.content)
        session.discard()
      },
      'discard and leave': () => this.#discardAndLeave(tab, step),
      'take back': () => {
        // The button is there only after a discard in this form: a text that was discarded elsewhere stays discarded.
        if (session.getState().discarded === null) return
        session.takeBack()
        this.#discarded.delete(tab.content)
        for (const token of tokensIn(tab.content)) this.#owed.set(token, this.#blog.clock.now)
      },
      'open other': async () => {
        const drafts = await this.#listDrafts(tab)
        const other = drafts[n % Math.max(1, drafts.length)]
        if (!other) return
        this.#leave(place)
        await this.#open(place, other.postId, other.postId === 'new' ? other.id : null)
      },
      'begin new': () => (tab.postId === 'new' ? tab.beginNew() : undefined),
      publish: () => this.#publish(tab, place),
      'publish and type': async () => {
        const publishing = this.#publish(tab, place)
        if (tab.isOpen) this.#type(tab)
        await publishing
      },
      compare: () => (session.getState().conflict ? session.compareDraft() : session.comparePublished().catch(() => {})),
      'not now': session.stopComparing,
      'keep mine': () => this.#choose(tab, n, session.keepMine),
      'take theirs': () => this.#choose(tab, n, session.takeOther),
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
    const isOwn = this.#discard(tab, content)
    await this.#open(place, postId, null, async () => {
      tab.session.discard()
      if (n % 2 === 1) await settle(this.#network)
    })
    const session = this.#tabs[place]?.session
    const isRestored = session && session.getState().restored !== null && this.#tabs[place]?.content === content
    if (isOwn && (isRestored || session?.otherText?.content === content)) this.problems.push(`came back: ${content}`)
  }

  #type(tab: Tab): void {
    this.#count += 1
    const token = `t${this.#count}x`
    this.#owed.set(token, this.#blog.clock.now)
    tab.session.change({ title: 'A story', content: `${tab.content}<p>${token}</p>` })
  }

  /** The writer may type before the response. */
  async #choose(tab: Tab, n: number, choose: () => Promise<void>): Promise<void> {
    const chosen = choose()
    if (n % 4 === 3) this.#type(tab)
    await chosen
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
      onRendered: leaveFormer,
      onAttempt: (by, { text }) => this.#replacements.attempt(by, text.content),
      watch: (by, ...request) => this.#replacements.watch(by, ...request),
    })
    if (!tab) await leaveFormer()
    else this.#replacements.add(tab)
    this.#tabs[place] = tab
  }

  async #listDrafts(tab: Tab) {
    try {
      return (await tab.api(listPostOverview, {})).drafts
    } catch {
      return []
    }
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
  }

  /** The writer throws this text away. @returns whether no other place has shown it */
  #discard(tab: Tab, content: string): boolean {
    this.#replacements.discard(tab, content)
    for (const token of tokensIn(content)) this.#owed.delete(token)
    const isOwn = tokensIn(content).length > 0 && this.#shownAt.get(content)?.size === 1
    if (isOwn) this.#discarded.add(content)
    return isOwn
  }

  #wait(ms: number): Promise<void> {
    return passTime({ clock: this.#blog.clock, network: this.#network, tabs: this.#tabs }, ms)
  }

  /** Everything works again: nothing may be missing, and each piece of text may be in one post at most. */
  async #end(): Promise<void> {
    await this.#network.arrive()
    for (const device of this.#devices) Object.assign(device, { isOnline: true, isSignedIn: true, lost: 0, delayed: 0 })
    for (const tab of this.#tabs) tab?.session.wake()
    await this.#wait(5000)
    for (const place of PLACES) this.#leave(place)
    const found = await this.#readForms()
    const { db } = this.#blog
    const userIds = this.#devices.map(({ user }) => user.id)
    const posts = await db.selectFrom('posts').select(['id', 'state', 'content']).where('author_id', 'in', userIds).execute()
    const postIds = posts.map(({ id }) => id)
    const versions = await db
      .selectFrom('post_versions')
      .select(['post_id', 'revision', 'content'])
      .where('post_id', 'in', postIds)
      .execute()
    const published = [
      ...posts.filter(({ state }) => state === 'published'),
      ...versions.filter(({ revision }) => revision !== null).map(({ post_id, content }) => ({ id: post_id, content })),
    ]
    // A text that was not chosen is a version of its writer.
    for (const { content } of [...published, ...versions]) for (const token of tokensIn(content)) found.add(token)
    const lost = [...this.#owed.keys()].filter((token) => !found.has(token))
    if (lost.length > 0) this.problems.push(`lost: ${lost.join(' ')}`)
    this.#checkPosts(published)
    const edits = await db.selectFrom('post_edits').select('content').where('user_id', 'in', userIds).where('is_empty', '=', 0).execute()
    for (const { content } of [...posts.filter(({ state }) => state === 'draft'), ...edits]) {
      if (this.#discarded.has(content) && this.#shownAt.get(content)?.size === 1) this.problems.push(`came back in the end: ${content}`)
    }
  }

  /** Each piece of text may be in one post at most. */
  #checkPosts(published: readonly { id: string; content: string }[]): void {
    const postOf = new Map<string, string>()
    for (const { id, content } of published) {
      for (const token of tokensIn(content)) {
        if ((postOf.get(token) ?? id) !== id) this.problems.push(`in two posts: ${token}`)
        postOf.set(token, id)
      }
    }
  }

  /** What writers find who open the forms, and each of their drafts. */
  async #readForms(): Promise<Set<string>> {
    const found = new Set<string>()
    const add = async (place: Step['place'], postId: string, wanted: string | null = null) => {
      for (const token of await this.#readForm(place, postId, wanted)) found.add(token)
    }
    for (const place of PLACES) {
      for (const postId of this.#postIds) await add(place, postId)
      // Each opening begins with a text that waits on the device.
      for (let openings = 0; openings < OPENINGS_MAX && (openings === 0 || (await this.#isWaiting(place))); openings += 1)
        await add(place, 'new')
    }
    for (const place of PLACES) {
      await this.#open(place, 'new')
      const tab = this.#tabs[place]
      const drafts = tab ? await this.#listDrafts(tab) : []
      for (const { postId, id } of drafts) await add(place, postId, postId === 'new' ? id : null)
    }
    return found
  }

  async #isWaiting(place: Step['place']): Promise<boolean> {
    const { drafts, user } = this.#deviceOf(place)
    return (await drafts.list(user.id)).some(({ isNew, isEnded }) => isNew && !isEnded)
  }

  /** What a writer finds who opens the form, and chooses where there are two texts. */
  async #readForm(place: Step['place'], postId: string, wanted: string | null): Promise<readonly string[]> {
    await this.#open(place, postId, wanted)
    const tokens: string[] = []
    for (let choices = 0; choices < CHOICES_MAX; choices += 1) {
      await this.#wait(SAVED_MS)
      const tab = this.#tabs[place]
      if (!tab) break
      for (const content of [tab.content, tab.session.otherText?.content ?? '']) tokens.push(...tokensIn(content))
      if (tab.session.getState().conflict === null) break
      tab.session.compareDraft()
      void tab.session.keepMine()
    }
    this.#leave(place)
    return tokens
  }
}
