import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as newId } from 'uuid'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { type Person, signIn } from '#tests/crash/person.ts'
import { type BlogProcess, startBlogProcess } from '#tests/support/blog/blog-process.ts'
import { type FaultyMailServer, startFaultyMailServer, UNKNOWN_PREFIX } from '#tests/support/mail/faulty-mail-server.ts'

const ADMIN = { email: 'boss@example.org', password: 'a long password of boss' }
const PUBLIC_URL = 'http://127.0.0.1:3000'

/** Followers, by what happens to them. */
export interface Crowd {
  /** Visitors who get every public post. */
  readonly faithful: readonly string[]
  /** Stop following while mails are queued, with the link in the mails' header. */
  readonly ending: readonly { readonly email: string; readonly link: string }[]
  /** Addresses unknown to the mail server, which has refused them twice before. */
  readonly bouncing: readonly string[]
  /** Members of the family, who get every post. */
  readonly family: readonly string[]
  /** Members who have left the family when the mails are sent. */
  readonly former: readonly string[]
}

export interface MailWorld {
  readonly server: FaultyMailServer
  readonly db: Database
  readonly crowd: Crowd
  readonly processes: () => readonly BlogProcess[]
  /** Kills a process with SIGKILL, and starts a new one. */
  readonly kill: (index: number) => Promise<void>
  /** Calls the API as the admin. */
  readonly call: Person['call']
  readonly publish: (title: string, audience: 'public' | 'family') => Promise<string>
  readonly end: (link: string) => Promise<void>
  readonly close: () => Promise<void>
}

export interface MailWorldOptions {
  readonly followers: number
  /** Two processes on PostgreSQL. Default: one on SQLite. */
  readonly postgresUrl?: string
}

/** Starts the real blog, in one process or two, with followers and a faulty mail server. */
export async function openMailWorld({ followers, postgresUrl }: MailWorldOptions): Promise<MailWorld> {
  const server = await startFaultyMailServer()
  const folder = await mkdtemp(join(tmpdir(), 'kindred-mail-'))
  const databaseUrl = postgresUrl ?? `sqlite:${join(folder, 'kindred.sqlite')}`
  const settings = {
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    PUBLIC_URL,
    SMTP_URL: server.url,
    MAIL_FROM: 'blog@example.org',
    MAIL_PACE: '100',
    MAIL_DAILY: '100000',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  }
  const start = () => startBlogProcess(settings, { script: 'tests/support/blog/pageless-blog.mjs' })
  const processes = [await start()]
  if (postgresUrl !== undefined) processes.push(await start())
  const db = await openDatabase(databaseUrl)
  const blog = {
    get url() {
      return processes[0]?.url ?? ''
    },
  }
  const admin = await signIn(blog, ADMIN)
  const call: Person['call'] = (...request) => admin.call(...request)
  return {
    server,
    db,
    crowd: await createCrowd(db, followers),
    processes: () => processes,
    call,
    async kill(index) {
      await processes[index]?.crash()
      processes[index] = await start()
    },
    async publish(title, audience) {
      const { _id } = await call('POST', '/api/post/create', { title, content: `<p>About ${title}.</p>`, audience })
      return _id as string
    },
    async end(link) {
      const path = `/following/end?link=${link}&what=posts`
      const response = await fetch(blog.url + path, {
        method: 'POST',
        body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
      })
      if (!response.ok) throw new Error(`Ending a following failed: ${response.status} ${await response.text()}`)
    },
    async close() {
      await Promise.all(processes.map((each) => each.stop()))
      await db.destroy()
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Creates followers: most are faithful, and some are of each other kind. */
async function createCrowd(db: Database, followers: number): Promise<Crowd> {
  const some = Math.max(2, Math.round(followers / 40))
  const numbered = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name}${index}@example.org`)
  const faithful = numbered('friend', followers - 4 * some)
  const bouncing = numbered(UNKNOWN_PREFIX, some)
  const family = numbered('family', some)
  const former = numbered('former', some)
  const ending = numbered('ending', some).map((email) => ({ email, id: newId(), key: 'k'.repeat(43) }))
  const now = Date.now()
  const row = { posts: 'at_once' as const, confirmed_at: now, digest_through: now, created_at: now }
  const visitor = (email: string) => ({ ...row, id: newId(), link_key: 'k'.repeat(43), email })
  const rows = [
    ...faithful.map(visitor),
    ...bouncing.map((email) => ({ ...visitor(email), bounces: 2 })),
    ...ending.map(({ email, id }) => ({ ...visitor(email), id })),
  ]
  for (let start = 0; start < rows.length; start += 200) {
    for (const each of rows.slice(start, start + 200)) await db.insertInto('followers').values(each).execute()
  }
  for (const email of [...family, ...former]) await createMember(db, email, row)
  return { faithful, bouncing, family, former, ending: ending.map(({ email, id, key }) => ({ email, link: `${id}.${key}` })) }
}

async function createMember(db: Database, email: string, follower: object & { created_at: number; digest_through: number }): Promise<void> {
  const id = newId()
  const times = { created_at: follower.created_at, updated_at: follower.created_at }
  const user = { id, username: email.split('@')[0] ?? '', email, password_hash: null, picture_url: null }
  await db
    .insertInto('users')
    .values({ ...user, ...times, is_admin: 0, is_family: 1, email_verified: 1 })
    .execute()
  await db
    .insertInto('followers')
    .values({ ...follower, id: newId(), link_key: 'k'.repeat(43), user_id: id })
    .execute()
}
