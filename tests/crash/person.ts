/** The blog refused the request: nothing was written. */
export class Refused extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(`${status} ${message}`)
    this.status = status
  }
}

/** No response, or a server error: the write may or may not have happened. */
export class InDoubt extends Error {
  /** 0 if the connection broke. */
  readonly status: number

  constructor(status: number, message: string) {
    super(`${status} ${message}`)
    this.status = status
  }
}

const TIMEOUT_MS = 120_000

/** Current URL of the blog; a restart may change it. */
export interface BlogAddress {
  readonly url: string
}

/** HTTP client of a signed-in user. */
export class Person {
  readonly id: string
  readonly cookie: string
  readonly #blog: BlogAddress

  constructor(blog: BlogAddress, id: string, cookie: string) {
    this.#blog = blog
    this.id = id
    this.cookie = cookie
  }

  /** @throws Refused, InDoubt */
  async call(method: string, path: string, body?: object): Promise<any> {
    const json = body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}
    const response = await this.send(path, { method, ...json })
    const text = await readText(response)
    const value: unknown = response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text
    if (response.ok) return value
    const message = `${method} ${path}: ${text.slice(0, 200)}`
    throw response.status >= 500 ? new InDoubt(response.status, message) : new Refused(response.status, message)
  }

  /** @throws InDoubt if there is no response */
  async send(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers)
    if (this.cookie !== '') headers.set('cookie', this.cookie)
    // A new IP address for each request avoids rate limits, which are tested elsewhere.
    headers.set('x-forwarded-for', `10.${byte()}.${byte()}.${byte()}`)
    try {
      return await fetch(this.#blog.url + path, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS), ...init, headers })
    } catch (error) {
      throw new InDoubt(0, `${init.method ?? 'GET'} ${path}: ${String(error)}`)
    }
  }
}

const byte = () => Math.floor(Math.random() * 256)

async function readText(response: Response): Promise<string> {
  try {
    return await response.text()
  } catch (error) {
    throw new InDoubt(0, String(error))
  }
}

/** @throws Refused, InDoubt */
export async function signIn(blog: BlogAddress, credentials: { email: string; password: string }): Promise<Person> {
  const visitor = new Person(blog, '', '')
  const body = JSON.stringify(credentials)
  const response = await visitor.send('/api/auth/signin', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const user = JSON.parse(await readText(response)) as { _id: string; message: string }
  if (!response.ok) throw new Refused(response.status, user.message)
  return new Person(blog, user._id, response.headers.get('set-cookie')?.split(';')[0] ?? '')
}
