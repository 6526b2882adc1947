/** The blog said no, for good reason or for now: nothing was written. */
export class Refused extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(`${status} ${message}`)
    this.status = status
  }
}

/** No answer, or one that the blog could not do it: it may have been written, or not. */
export class InDoubt extends Error {
  /** 0 where the line broke. */
  readonly status: number

  constructor(status: number, message: string) {
    super(`${status} ${message}`)
    this.status = status
  }
}

const PATIENCE_MS = 30_000

/** Where the blog is at the moment. */
export interface Door {
  readonly url: string
}

/** Somebody who is signed in, over HTTP. */
export class Person {
  readonly id: string
  readonly #door: Door
  readonly #cookie: string

  constructor(door: Door, id: string, cookie: string) {
    this.#door = door
    this.id = id
    this.#cookie = cookie
  }

  /** @throws Refused, InDoubt */
  async call(method: string, path: string, body?: object): Promise<any> {
    const json = body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}
    const response = await this.send(path, { method, ...json })
    const text = await readText(response)
    const answer: unknown = response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text
    if (response.ok) return answer
    const message = `${method} ${path}: ${text.slice(0, 200)}`
    throw response.status >= 500 ? new InDoubt(response.status, message) : new Refused(response.status, message)
  }

  /** @throws InDoubt where no answer comes */
  async send(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('cookie', this.#cookie)
    // Limits by address are tested elsewhere.
    headers.set('x-forwarded-for', `10.${byte()}.${byte()}.${byte()}`)
    try {
      return await fetch(this.#door.url + path, { redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_MS), ...init, headers })
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
export async function signIn(door: Door, credentials: { email: string; password: string }): Promise<Person> {
  const visitor = new Person(door, '', '')
  const body = JSON.stringify(credentials)
  const response = await visitor.send('/api/auth/signin', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const answer = JSON.parse(await readText(response)) as { _id: string; message: string }
  if (!response.ok) throw new Refused(response.status, answer.message)
  return new Person(door, answer._id, response.headers.get('set-cookie')?.split(';')[0] ?? '')
}
