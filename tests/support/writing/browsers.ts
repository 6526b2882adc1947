import type { TestApp, TestUser } from '#tests/support/test-app.ts'
import { Device, Network } from './device.ts'
import { passTime } from './pass-time.ts'
import { Tab } from './tab.ts'

interface Sent {
  readonly method: string
  readonly path: string
  readonly body: Record<string, unknown>
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
}
