import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { type BlogProcess, startBlogProcess } from '#tests/support/blog/blog-process.ts'
import { findFreePort } from '#tests/support/free-port.ts'
import type { PostgresServer } from '#tests/support/database/postgres-server.ts'
import { checkBlog } from './check-blog.ts'
import { checkDatabase, deleteRateLimits, sqliteUrl } from './check-database.ts'
import { createClients, finishWriting } from './clients.ts'
import { Ledger } from './ledger.ts'
import { InDoubt, type Person, Refused, signIn } from './person.ts'
import { createRandom } from './random.ts'
import type { Client, World } from './world.ts'

const ADMIN = { email: 'admin@example.org', password: 'the admin of this run' }
/** Maximum writes, and maximum time, before the next kill. */
const ROUND_WRITES = 250
const ROUND_MS = 20_000
const UPLOADERS = 4
/** Time for the blog to find its database again. */
const RECONNECT_MS = 120_000

/** Kills the blog, or the PostgreSQL server if `killed` is given. */
export interface CrashOptions {
  readonly seed: number
  readonly kills: number
  /** Default: SQLite. */
  readonly postgres?: { readonly url: string; readonly killed?: PostgresServer }
  readonly print?: (line: string) => void
}

export interface CrashFigures {
  readonly kills: number
  readonly acknowledged: number
  readonly inDoubt: number
  readonly pictures: number
  /** Acknowledged writes that were lost, and data that is damaged. */
  readonly problems: readonly string[]
}

/** Repeatedly lets clients write to the built blog, kills it at a random moment, restarts it and checks everything. */
export async function runCrashes(options: CrashOptions): Promise<CrashFigures> {
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
    const address = { url: this.#blog.url }
    const admin = await signIn(address, ADMIN)
    const clients = await createClients(this.#world, { blog: address, admin, uploaders: UPLOADERS })
    while (this.#kills < this.#options.kills && this.#world.problems.length === 0) await this.#round(clients, admin)
    const { ledger, pictures, problems } = this.#world
    await finishWriting(this.#world, clients)
    await checkBlog(this.#world, admin, { everything: true })
    problems.push(...(await checkDatabase(this.#databaseUrl)))
    return { kills: this.#kills, acknowledged: ledger.acknowledged, inDoubt: ledger.inDoubt, pictures: pictures.length, problems }
  }

  async end(): Promise<void> {
    await this.#blog?.crash()
  }

  async #round(clients: readonly Client[], admin: Person): Promise<void> {
    const { random, ledger } = this.#world
    const before = ledger.acknowledged
    const isOver = { value: false }
    const writing = clients.map((client) => writeUntil(client, isOver))
    await this.#randomMoment(before + random.below(ROUND_WRITES))
    await this.#kill(isOver)
    await Promise.all(writing)
    await deleteRateLimits(this.#databaseUrl)
    await checkBlog(this.#world, admin)
    this.#world.problems.push(...(await checkDatabase(this.#databaseUrl)))
    this.#options.print?.(
      `kill ${this.#kills}: ${ledger.acknowledged - before} writes acknowledged, ${this.#world.problems.length} problems`,
    )
  }

  /** Resolves after this many acknowledged writes, while others are running. */
  async #randomMoment(acknowledged: number): Promise<void> {
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
      return this.#waitForDatabase()
    }
    await this.#blog?.crash()
    // Sometimes kills the blog again while it starts.
    if (this.#kills < this.#options.kills && this.#world.random.chance(0.2)) {
      await killWhileStarting(this.#settings, this.#world.random.below(700))
      this.#kills += 1
    }
    this.#blog = await startBlogProcess(this.#settings)
  }

  /** The blog was not killed: it must reconnect to its database. */
  async #waitForDatabase(): Promise<void> {
    const deadline = Date.now() + RECONNECT_MS
    for (;;) {
      const status = await fetch(`${this.#blog?.url}/api/post/getposts?searchTerm=${Date.now()}`).then(
        ({ status: received }) => received,
        () => 0,
      )
      if (status === 200) return
      if (Date.now() > deadline) throw new Error(`The blog did not reconnect to its database:\n${this.#blog?.output()}`)
      await sleep(50)
    }
  }
}

/** Acts until a request fails, or the round is over. */
async function writeUntil(client: Client, isOver: { value: boolean }): Promise<void> {
  while (!isOver.value) {
    try {
      await client.act()
      // Yields to the event loop, because an action may send no request.
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
  const child: ChildProcess = spawn(process.execPath, ['src/app/process/main.mjs'], { env, stdio: 'ignore' })
  await sleep(afterMs)
  const ended = once(child, 'exit')
  if (child.exitCode === null) child.kill('SIGKILL')
  await ended
}
