import { listPostOverview } from '#writing/contract/manage-posts.endpoints.ts'
import { listRevisions } from '#writing/contract/writing.endpoints.ts'
import { toStatusLine } from '#writing/web/drafts/save-status.tsx'
import type { TestApp, TestUser } from '#tests/support/test-app.ts'
import { Device, Network } from './device.ts'
import { passTime } from './pass-time.ts'
import { Tab } from './tab.ts'

interface Sent {
  readonly method: string
  readonly path: string
  readonly body: { readonly title?: string; readonly sequence?: number }
}

/** Browsers of one or more writers, with the form's code and the blog's clock. */
export class Browsers {
  readonly #blog: TestApp
  readonly network = new Network()
  readonly tabs: Tab[] = []
  /** What reached the server. */
  readonly sent: Sent[] = []

  constructor(blog: TestApp) {
    this.#blog = blog
  }

  device(user: TestUser): Device {
    return new Device(this.#blog, this.network, user)
  }

  async open(
    device: Device,
    { postId = 'new', wanted = null, isNew = false }: { postId?: string; wanted?: string | null; isNew?: boolean } = {},
  ) {
    const tab = await Tab.open({
      device,
      postId,
      wanted,
      isNew,
      clock: this.#blog.clock,
      onRendered: async () => {},
      onAttempt: () => {},
      watch: (_, { method, path, body }, send) => {
        this.sent.push({ method, path, body: body === '' ? {} : JSON.parse(body) })
        return send()
      },
    })
    if (!tab) throw new Error('The form does not open')
    this.tabs.push(tab)
    return tab
  }

  wait(ms: number): Promise<void> {
    return passTime({ clock: this.#blog.clock, network: this.network, tabs: this.tabs }, ms)
  }

  saves(): readonly Sent[] {
    return this.sent.filter(({ method, path }) => method === 'PUT' && path.startsWith('/api/post/draft/'))
  }

  /** Title of the last save. */
  savedTitle(): string {
    return this.saves().at(-1)?.body.title ?? ''
  }
}

/** One writer with two devices. */
export const beginWriting = async (blog: TestApp) => {
  const [ada, browsers] = [await blog.makeAdmin(), new Browsers(blog)]
  const [device, phone] = [browsers.device(ada), browsers.device(ada)]
  const onDevice = async () => (await device.drafts.list(ada.id)).map((draft) => draft.text.title)
  const post = () => blog.makePost({ by: ada, title: 'Published', content: '<p>Published</p>' })
  return { ada, browsers, device, phone, onDevice, post }
}

export const says = (tab: Tab) => toStatusLine(tab.session.getState(), 'Nothing').text
export const type = (tab: Tab, title: string) => tab.session.change({ title, content: `<p>${title}</p>` })
export const titleIn = (tab: Tab) => tab.session.getState().text.title

export const listDrafts = async (user: TestUser) => (await user.call(listPostOverview, {})).drafts
export const listTitles = async (user: TestUser) => (await listDrafts(user)).map((draft) => draft.title).toSorted()
export const listVersions = async (user: TestUser, postId: string) => (await user.call(listRevisions, { params: { postId } })).revisions
