import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { Person, signIn } from '#tests/crash/person.ts'
import { type BlogProcess, startBlogProcess } from '#tests/support/blog/blog-process.ts'
import { onEachEngine } from '#tests/support/engines.ts'
import {
  CLOSING_PREFIX,
  DEFERRED_PREFIX,
  type FaultyMailServer,
  HANGING_PREFIX,
  ONCE_PREFIX,
  startFaultyMailServer,
  UNKNOWN_PREFIX,
} from '#tests/support/mail/faulty-mail-server.ts'
import { createPostgresDatabase } from '#tests/support/database/postgres.ts'

const ADMIN = { email: 'mother@x.example', password: 'the password of this test' }
const PASSWORD = 'a password of a reader'
const MAILS_PER_DAY = 60
/** The part of it that is left to what a person waits for. */
const RESERVED = 0.3

interface World {
  readonly processes: BlogProcess[]
  readonly db: Database
  readonly mails: FaultyMailServer
  readonly admin: Person
  readonly visitor: Person
  readonly start: () => Promise<BlogProcess>
}

onEachEngine('A mail server that refuses, defers, hangs and closes', (engine) => {
  const ends: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end()
  })

  /** One process on SQLite, two on PostgreSQL. */
  async function open(): Promise<World> {
    const mails = await startFaultyMailServer()
    ends.push(mails.stop)
    const database = engine === 'postgres' ? await createPostgresDatabase() : null
    if (database) ends.push(database.drop)
    const settings = {
      SMTP_URL: mails.url,
      MAIL_FROM: 'blog@blog.example',
      MAIL_DAILY: String(MAILS_PER_DAY),
      MAIL_PACE: '100',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    }
    const shared = { TRUST_PROXY: '1', ...settings, ...(database ? { DATABASE_URL: database.url } : {}) }
    const start = async (dataDir?: string) => {
      const process = await startBlogProcess(
        { ...shared, ...(dataDir === undefined ? {} : { DATA_DIR: dataDir }) },
        { script: 'tests/support/blog/pageless-blog.mjs' },
      )
      ends.push(process.stop)
      return process
    }
    const first = await start()
    const processes = database ? [first, await start()] : [first]
    const db = await openDatabase(database?.url ?? `sqlite:${first.dataDir}/kindred.sqlite`)
    ends.push(() => db.destroy())
    const blog = {
      get url() {
        return processes.at(-1)?.url ?? ''
      },
    }
    const admin = await signIn(blog, ADMIN)
    return { processes, db, mails, admin, visitor: new Person(blog, '', ''), start: () => start(first.dataDir) }
  }

  const signUp = ({ visitor }: World, username: string, email: string) =>
    visitor.call('POST', '/api/auth/signup', { username, email, password: PASSWORD })

  /** Readers whose address is confirmed. */
  async function createReaders(world: World, emails: readonly string[]): Promise<void> {
    for (const [index, email] of emails.entries()) await signUp(world, `reader${index}`, email)
    await world.db.updateTable('users').set({ email_verified: 1 }).where('username', 'like', 'reader%').execute()
    // None of them waits for a mail that asks.
    await world.db.deleteFrom('outbox').where('kind', '=', 'verify_email').execute()
  }

  /** Resolves when a code has arrived. */
  async function recover({ visitor, mails }: World, email: string): Promise<void> {
    const before = countTo(mails, email)
    await visitor.call('POST', '/api/auth/code', { email })
    await expect.poll(() => countTo(mails, email), { message: email }).toBeGreaterThan(before)
  }
  const countTo = ({ accepted }: FaultyMailServer, email: string) => accepted.filter(({ to }) => to === email).length

  /** All mails that wait are due again, as after an hour. */
  async function passTime(world: World): Promise<void> {
    await world.db.updateTable('outbox').set({ next_attempt_at: Date.now() }).where('state', '=', 'waiting').execute()
    await endPauses(world)
  }
  const endPauses = ({ db }: World) => db.updateTable('mail_server').set({ next_at: 0 }).where('failures', '>', 0).execute()

  it('neither delays a code, nor passes the daily total, nor mails a stranger twice a day', async () => {
    const world = await open()
    const { db, mails, admin, visitor, processes } = world
    const hanging = Array.from({ length: 4 }, (_, number) => `${HANGING_PREFIX}reader${number}@x.example`)
    const codes = ['plain', `${ONCE_PREFIX}${CLOSING_PREFIX}1`, `${ONCE_PREFIX}${DEFERRED_PREFIX}1`, `${ONCE_PREFIX}${HANGING_PREFIX}1`]
    const readers = [...codes.map((name) => `${name}@x.example`), ...hanging]
    await createReaders(world, readers)

    const prefixes = [UNKNOWN_PREFIX, HANGING_PREFIX, DEFERRED_PREFIX, CLOSING_PREFIX, '']
    const strangers = Array.from({ length: 60 }, (_, number) => `${prefixes[number % prefixes.length]}s${number}@x.example`)
    for (const [number, email] of strangers.entries()) await signUp(world, `stranger${number}`, email)
    // As on the next day: each of them could be mailed once more.
    await db.deleteFrom('rate_limits').where('key', 'like', 'mail/unconfirmed%').execute()
    for (const email of [...strangers, ...hanging]) await visitor.call('POST', '/api/auth/code', { email })
    await db.deleteFrom('rate_limits').where('key', 'like', 'mail/account%').execute()

    for (const email of [ADMIN.email, ...readers.slice(0, codes.length)]) {
      await recover(world, email)
      await passTime(world)
    }

    // A process dies with the mails that it is sending; another one takes them over.
    await processes[0]?.crash()
    // The mail server may have taken these, which nobody can know: they are sent once more.
    const cut = await db.selectFrom('outbox').select('email').where('state', '=', 'sending').execute()
    processes[0] = await world.start()
    await db.updateTable('outbox').set({ next_attempt_at: 0 }).where('state', '=', 'sending').execute()
    const notices = Array.from({ length: 80 }, (_, number) => `guest${number}@x.example`)
    for (const [index, email] of notices.entries()) await queueNotice(db, index, email)
    await passTime(world)
    const countGuests = () => mails.accepted.filter(({ to }) => to.startsWith('guest')).length
    // Until all that is not left to codes is used.
    for (let round = 0; round < 300 && (await countDay(db)) < MAILS_PER_DAY * (1 - RESERVED); round += 1) {
      await endPauses(world)
      await sleep(1000)
    }
    await sleep(2000)
    // Ordinary mail goes on behind mailboxes that hang.
    expect(countGuests()).toBeGreaterThan(10)
    expect(await countDay(db)).toBeLessThanOrEqual(MAILS_PER_DAY)
    expect(mails.accepted.length).toBeLessThanOrEqual(MAILS_PER_DAY)
    // One mail on each of two days.
    const mostTo = (email: string) => (cut.some((row) => row.email === email) ? 3 : 2)
    for (const email of strangers) expect(countTo(mails, email), email).toBeLessThanOrEqual(mostTo(email))
    mails.letGo()
    expect((await admin.call('GET', '/api/user/getusers?limit=1')).totalUsers).toBeGreaterThan(60)
  })
})

async function countDay(db: Database): Promise<number> {
  const { hours } = await db.selectFrom('mail_server').select('hours').executeTakeFirstOrThrow()
  return Object.values(JSON.parse(hours) as Record<string, [number, number]>).reduce((sum, [mails]) => sum + mails, 0)
}

/** A mail that waits, as an approved request for an account leaves it. */
async function queueNotice(db: Database, index: number, email: string): Promise<void> {
  const at = Date.now()
  const times = { next_attempt_at: at, give_up_at: at + 86_400_000, created_at: at }
  await db
    .insertInto('outbox')
    .values({ id: `notice-${index}`, kind: 'let_in', email, priority: 2, ...times })
    .execute()
}
