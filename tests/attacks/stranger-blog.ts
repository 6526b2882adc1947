import { join } from 'node:path'
import { openDatabase } from '#platform/database/database.ts'
import { type Person, signIn } from '#tests/crash/person.ts'
import { startBlogProcess } from '#tests/support/blog/blog-process.ts'
import { residentMb } from '#tests/support/media/watch-memory.ts'
import { type FaultyMailServer, startFaultyMailServer } from '#tests/support/mail/faulty-mail-server.ts'

const PASSWORD = 'the password of this test'
export const MOTHER = { email: 'mother@x.example', password: PASSWORD }
/** Long posts: a list of a hundred has two megabytes. */
const POSTS = 110
const POST_LENGTH = 20_000
/** Ends only what hangs. */
const SETTLED_MS = 120_000

/** The built blog behind a proxy that strangers attack, with the family's mail server. */
export interface StrangerBlog {
  readonly url: string
  readonly host: string
  readonly mother: Person
  readonly mails: FaultyMailServer
  readonly slug: string
  readonly dataDir: string
  readonly databaseUrl: string
  readonly memoryMb: () => number
  /** @returns a reader with a confirmed address */
  readonly reader: (name: string) => Promise<Person>
  readonly stop: () => Promise<void>
}

/** @param databaseUrl undefined for SQLite */
export async function startStrangerBlog(databaseUrl?: string): Promise<StrangerBlog> {
  const mails = await startFaultyMailServer()
  const blog = await startBlogProcess({
    TRUST_PROXY: '1',
    SMTP_URL: mails.url,
    MAIL_FROM: 'blog@blog.example',
    MAIL_DAILY: '1000',
    ADMIN_EMAIL: MOTHER.email,
    ADMIN_PASSWORD: MOTHER.password,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  })
  const url = databaseUrl ?? `sqlite:${join(blog.dataDir, 'kindred.sqlite')}`
  const mother = await signIn(blog, MOTHER)
  const content = `<p>${'words of a long post '.repeat(POST_LENGTH / 21)}</p>`
  let slug = ''
  for (let number = 0; number < POSTS; number += 1)
    slug = (await mother.call('POST', '/api/post/create', { title: `Post ${number}`, content })).slug
  return {
    url: blog.url,
    host: new URL(blog.url).host,
    mother,
    mails,
    slug,
    dataDir: blog.dataDir,
    databaseUrl: url,
    memoryMb: () => residentMb(blog.pid),
    async reader(name) {
      const account = { username: name, email: `${name}@x.example`, password: PASSWORD }
      await mother.call('POST', '/api/auth/signup', account)
      const db = await openDatabase(url)
      await db.updateTable('users').set({ email_verified: 1 }).where('username', '=', name).execute()
      await db.destroy()
      return signIn(blog, account)
    },
    async stop() {
      await blog.stop()
      await mails.stop()
    },
  }
}

/** Reads a cached page. @returns how long it took, in ms */
export async function readCached({ url, slug }: Pick<StrangerBlog, 'url' | 'slug'>): Promise<number> {
  const startedAt = performance.now()
  const response = await fetch(`${url}/post/${slug}`, { signal: AbortSignal.timeout(SETTLED_MS) })
  await response.text()
  if (response.status !== 200) throw new Error(`A cached page had the status ${response.status}.`)
  return performance.now() - startedAt
}

/** Repeats a request that the blog may refuse while it is busy, as browsers do. @returns how long it took in all, in ms */
export async function untilDone(work: () => Promise<boolean>): Promise<number> {
  const startedAt = performance.now()
  while (!(await work())) {
    if (performance.now() - startedAt > SETTLED_MS) return Number.POSITIVE_INFINITY
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  return performance.now() - startedAt
}

/** @returns how long until a mailed code arrives, in ms */
export const recover = ({ url, mails }: StrangerBlog, email: string): Promise<number> => {
  const before = mails.accepted.filter(({ to }) => to === email).length
  let isAsked = false
  return untilDone(async () => {
    if (!isAsked) {
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.77' },
        body: JSON.stringify({ email }),
      }
      isAsked = (await fetch(`${url}/api/auth/code`, init)).ok
    }
    return mails.accepted.filter(({ to }) => to === email).length > before
  })
}

export const percentile = (numbers: readonly number[], part: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * part)] ?? 0
