import { createApiClient } from '#ui/api/client.ts'
import type { Api } from '#ui/api/client.ts'
import { MemoryDrafts } from './memory-drafts.ts'
import { createClient } from '#tests/support/test-client.ts'
import type { TestApp, TestUser } from '#tests/support/test-app.ts'

/** Requests that have left a device and will reach the server later, although the device has given them up. */
export class Network {
  readonly #late: (() => Promise<unknown>)[] = []
  running = 0

  async run<T>(work: () => Promise<T>): Promise<T> {
    this.running += 1
    try {
      return await work()
    } finally {
      this.running -= 1
    }
  }

  delay(work: () => Promise<unknown>): void {
    this.#late.push(work)
  }

  /** The delayed requests reach the server, the latest first. */
  async arrive(): Promise<void> {
    for (const work of this.#late.splice(0).toReversed()) await this.run(work)
  }
}

/** Called around each request that the server gets. */
export type Watch = (
  request: { readonly method: string; readonly path: string; readonly body: string },
  send: () => Promise<Response>,
) => Promise<Response>

/** A browser of one user: a storage that survives tabs, a session, and a connection that fails on demand. */
export class Device {
  readonly user: TestUser
  readonly drafts = new MemoryDrafts()
  readonly #blog: TestApp
  readonly #network: Network
  isOnline = true
  isSignedIn = true
  /** Number of following requests whose responses are lost. */
  lost = 0
  /** Number of following requests that the server gets later. */
  delayed = 0

  constructor(blog: TestApp, network: Network, user: TestUser) {
    this.#blog = blog
    this.#network = network
    this.user = user
  }

  /** The calls of one tab. */
  connect(watch: Watch): Api {
    return createApiClient((path, init) => this.#network.run(() => this.#send(path, init, watch)))
  }

  async #send(path: string, init: RequestInit, watch: Watch): Promise<Response> {
    if (!this.isOnline) throw new TypeError('offline')
    const { signal: _signal, ...rest } = init
    const client = this.isSignedIn ? this.user : createClient(this.#blog.app)
    const body = typeof rest.body === 'string' ? rest.body : ''
    const request = () => watch({ method: rest.method ?? 'GET', path, body }, () => client.send(path, rest))
    if (this.delayed > 0) {
      this.delayed -= 1
      this.#network.delay(request)
      throw new TypeError('too slow')
    }
    const response = await request()
    if (this.lost > 0) {
      this.lost -= 1
      throw new TypeError('lost')
    }
    return response
  }
}
