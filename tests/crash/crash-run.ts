import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { type BlogProcess, startBlogProcess } from '#tests/support/blog-process.ts'
import { findFreePort } from '#tests/support/free-port.ts'
import type { PostgresServer } from '#tests/support/postgres-server.ts'
import { checkBlog } from './check-blog.ts'
import { checkDatabase, forgetLimits, sqliteUrl } from './check-database.ts'
import { Ledger } from './ledger.ts'
import { InDoubt, type Person, Refused, signIn } from './person.ts'
import { createRandom } from './random.ts'
import { createUploader } from './uploader.ts'
import type { Client, World } from './world.ts'
import { createAuthor, createReader } from './writers.ts'

const ADMIN = { email: 'admin@example.org', password: 'the admin of this run' }
/** At most so many writes, and so much time, before the next kill. */
const WRITES_A_ROUND = 250
const ROUND_MS = 5000
const READERS = 3
const UPLOADERS = 4
/** An interrupted upload is gone on with after five seconds at most. */
const FINISH_MS = 30_000

/** What is killed, and what with: the blog, or the database under it. */
export interface CrashOptions {
  readonly seed: number
  readonly kills: number
  /** Without it, SQLite. */
  readonly postgres?: { readonly url: string; readonly killed?: PostgresServer }
  readonly say?: (line: string) => void
}

export interface CrashFigures {
  readonly kills: number
  readonly acknowledged: number
  readonly inDoubt: number
  readonly pictures: number
  /** What was promised and not found, or found and not whole. */
  readonly problems: readonly string[]
}

/** Starts the real blog, lets people write, kills it at a moment of chance, starts it again and looks; again and again. */
export async function crashAgainAndAgain(options: CrashOptions): Promise<CrashFigures> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kindred-crash-'))
  const run = new CrashRun(options, dataDir, await findFreePort())
  try {
    return await run.all()
  } finally {
    await run.end()
    await rm(dataDir, { recursive: true, force: true })
  }
}

class CrashRun {
  readonly #options: CrashOptions
  readonly #settings: Record<string, string>
  readonly #databaseUrl: string
  readonly #world: World
  #blog: BlogProcess | undefined
  #kills = 0

  constructor(options: CrashOptions, dataDir: string, port: number) {
    this.#options = options
    this.#databaseUrl = options.postgres?.url ?? sqliteUrl(dataDir)
    this.#settings = {
      DATA_DIR: dataDir,
      DATABASE_URL: this.#databaseUrl,
      PORT: String(port),
      TRUST_PROXY: '1',
      LOG_LEVEL: 'error',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    }
    const random = createRandom(options.seed)
    this.#world = { ledger: new Ledger(), random, openPosts: [], comments: [], touched: new Map(), pictures: [], problems: [] }
  }

  async all(): Promise<CrashFigures> {
    this.#blog = await startBlogProcess(this.#settings)
    const door = { url: this.#blog.url }
    const admin = await signIn(door, ADMIN)
    const clients = await this.#createClients(door, admin)
    while (this.#kills < this.#options.kills && this.#world.problems.length === 0) await this.#round(clients, admin)
    await this.#finish(clients, admin)
    const { ledger, pictures, problems } = this.#world
    return { kills: this.#kills, acknowledged: ledger.acknowledged, inDoubt: ledger.inDoubt, pictures: pictures.length, problems }
  }

  async end(): Promise<void> {
    await this.#blog?.crash()
  }

  async #createClients(door: { url: string }, admin: Person): Promise<Client[]> {
    const readers: Person[] = []
    for (let number = 0; number < READERS; number += 1) {
      const reader = { username: `reader${number}`, email: `reader${number}@example.org`, password: 'a reader of this run' }
      await admin.call('POST', '/api/auth/signup', reader)
      readers.push(await signIn(door, reader))
    }
    const world = this.#world
    return [
      createAuthor(world, admin),
      createAuthor(world, admin),
      ...readers.map((reader) => createReader(world, reader)),
      ...(await Promise.all(Array.from({ length: UPLOADERS }, () => createUploader(world, admin)))),
    ]
  }

  async #round(clients: readonly Client[], admin: Person): Promise<void> {
    const { random, ledger } = this.#world
    const before = ledger.acknowledged
    const isOver = { value: false }
    const writing = clients.map((client) => writeUntil(client, isOver))
    await this.#momentOfChance(before + random.below(WRITES_A_ROUND))
    await this.#kill(isOver)
    await Promise.all(writing)
    await forgetLimits(this.#databaseUrl)
    await checkBlog(this.#world, admin)
    this.#world.problems.push(...(await checkDatabase(this.#databaseUrl)))
    this.#options.say?.(`kill ${this.#kills}: ${ledger.acknowledged - before} writes acknowledged, ${this.#world.problems.length} problems`)
  }

  /** After so many writes, in the middle of the next ones. */
  async #momentOfChance(acknowledged: number): Promise<void> {
    const { random, ledger } = this.#world
    const deadline = Date.now() + ROUND_MS
    while (ledger.acknowledged < acknowledged && Date.now() < deadline) await sleep(1)
    await sleep(random.below(20))
  }

  async #kill(isOver: { value: boolean }): Promise<void> {
    const { postgres } = this.#options
    isOver.value = true
    this.#kills += 1
    if (postgres?.killed) {
      await postgres.killed.kill('SIGKILL')
      await postgres.killed.restart()
      return this.#waitUntilItWrites()
    }
    await this.#blog?.crash()
    // Now and then while it starts, too.
    if (this.#kills < this.#options.kills && this.#world.random.chance(0.2)) {
      await killWhileStarting(this.#settings, this.#world.random.below(700))
      this.#kills += 1
    }
    this.#blog = await startBlogProcess(this.#settings)
  }

  /** The blog itself was not touched: it has to find its database again. */
  async #waitUntilItWrites(): Promise<void> {
    const deadline = Date.now() + 20_000
    for (;;) {
      const status = await fetch(`${this.#blog?.url}/api/post/getposts?searchTerm=${Date.now()}`).then(
        (answer) => answer.status,
        () => 0,
      )
      if (status === 200) return
      if (Date.now() > deadline) throw new Error(`The blog has not found its database again:\n${this.#blog?.output()}`)
      await sleep(50)
    }
  }

  /** What was under way comes to its end, and everything is looked at once more. */
  async #finish(clients: readonly Client[], admin: Person): Promise<void> {
    const { problems } = this.#world
    const deadline = Date.now() + FINISH_MS
    const busy = () => clients.filter((client) => client.isIdle?.() === false)
    while (problems.length === 0 && busy().length > 0 && Date.now() < deadline) {
      await Promise.all(
        busy().map((client) => client.turn().catch((error: unknown) => void problems.push(`after the last kill: ${String(error)}`))),
      )
    }
    if (busy().length > 0) problems.push('an interrupted upload did not come to its end')
    for (const post of this.#world.openPosts) this.#world.touched.set(post.marker, post.versions)
    await checkBlog(this.#world, admin, { everything: true })
    problems.push(...(await checkDatabase(this.#databaseUrl)))
  }
}

/** One thing after the other until the line breaks, or the round is over. */
async function writeUntil(client: Client, isOver: { value: boolean }): Promise<void> {
  while (!isOver.value) {
    try {
      await client.turn()
      // Some turns have nothing to do; the others' answers must come in all the same.
      await setImmediate()
    } catch (error) {
      if (error instanceof Refused) continue
      if (error instanceof InDoubt && isOver.value) return
      throw new Error(`The ${client.name} failed before the kill: ${String(error)}`, { cause: error })
    }
  }
}

async function killWhileStarting(settings: Record<string, string>, afterMs: number): Promise<void> {
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, HOST: '127.0.0.1', NODE_ENV: 'production', ...settings }
  const child: ChildProcess = spawn(process.execPath, ['src/server/process/main.mjs'], { env, stdio: 'ignore' })
  await sleep(afterMs)
  const ended = once(child, 'exit')
  if (child.exitCode === null) child.kill('SIGKILL')
  await ended
}
