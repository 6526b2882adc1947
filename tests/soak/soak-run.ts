import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkBlog } from '#tests/crash/check-blog.ts'
import { checkDatabase, deleteRateLimits, sqliteUrl } from '#tests/crash/check-database.ts'
import { createClients, finishWriting } from '#tests/crash/clients.ts'
import { Ledger } from '#tests/crash/ledger.ts'
import { InDoubt, Refused, signIn } from '#tests/crash/person.ts'
import { createRandom } from '#tests/crash/random.ts'
import type { Client, World } from '#tests/crash/world.ts'
import type { PostgresServer } from '#tests/support/database/postgres-server.ts'
import { type Fault, faultsFor } from './faults.ts'
import { ADMIN, type SoakBlog, startSoakBlog } from './soak-blog.ts'
import { createNewcomer, createVisitor, findLostAccounts } from './visitors.ts'

/** Average pause between two actions of a client; at least half of it. */
const PAUSE_MS = 120
const NEWCOMER_PAUSE_MS = 4000
const FAULT_EVERY_MS = 15_000
/** Errors count as caused by a fault while it lasts and this long after it: requests time out, connections are reopened. */
const GRACE_MS = 16_000
const MEMORY_EVERY_MS = 5000
/** Fraction of the run with restarts of the process. Memory is measured in the rest. */
const ENDINGS_UNTIL = 0.3
const MAIL_RETRY_MS = 70_000

export interface SoakOptions {
  readonly name: string
  readonly seed: number
  readonly minutes: number
  readonly postgres?: { readonly server: PostgresServer; readonly url: string }
  readonly print: (line: string) => void
}

export interface SoakFigures {
  readonly acknowledged: number
  readonly requests: number
  /** Number of requests that failed during a fault, by fault name. */
  readonly explained: ReadonlyMap<string, number>
  readonly faults: number
  /** Resident MB since the last restart. */
  readonly memory: readonly number[]
  readonly problems: readonly string[]
}

export async function soak(options: SoakOptions): Promise<SoakFigures> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kindred-soak-'))
  const databaseUrl = options.postgres?.url ?? sqliteUrl(dataDir)
  const blog = await startSoakBlog(dataDir, databaseUrl)
  try {
    return await new SoakRun(options, blog, databaseUrl).all()
  } finally {
    await blog.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

class SoakRun {
  readonly #options: SoakOptions
  readonly #blog: SoakBlog
  readonly #databaseUrl: string
  readonly #world: World
  readonly #explained = new Map<string, number>()
  readonly #memory: number[] = []
  #requests = 0
  #faults = 0
  #fault = { name: 'the start', until: Date.now() }
  #isOver = false

  constructor(options: SoakOptions, blog: SoakBlog, databaseUrl: string) {
    this.#options = options
    this.#blog = blog
    this.#databaseUrl = databaseUrl
    const random = createRandom(options.seed)
    this.#world = { ledger: new Ledger(), random, openPosts: [], comments: [], touched: new Map(), pictures: [], problems: [] }
  }

  async all(): Promise<SoakFigures> {
    const admin = await signIn(this.#blog, ADMIN)
    const newcomer = createNewcomer(this.#world, this.#blog.url)
    const writers = await createClients(this.#world, { blog: this.#blog, admin, uploaders: 1 })
    const clients = [...writers, createVisitor(this.#world, this.#blog.url), createVisitor(this.#world, this.#blog.url)]
    const ends = Date.now() + this.#options.minutes * 60_000
    const working = [...clients.map((client) => this.#work(client, PAUSE_MS)), this.#work(newcomer, NEWCOMER_PAUSE_MS)]
    await Promise.all([this.#breakThings(ends), this.#watch(ends)])
    await sleep(GRACE_MS)
    this.#isOver = true
    await Promise.all(working)
    const { problems, ledger } = this.#world
    await finishWriting(this.#world, writers)
    await checkBlog(this.#world, admin, { everything: true })
    problems.push(...(await checkDatabase(this.#databaseUrl)))
    problems.push(...(await findLostAccounts(this.#blog.url, newcomer.accounts)))
    await this.#waitForMail(newcomer.accounts)
    return {
      acknowledged: ledger.acknowledged,
      requests: this.#requests,
      explained: this.#explained,
      faults: this.#faults,
      memory: this.#memory,
      problems,
    }
  }

  async #work(client: Client, pauseMs: number): Promise<void> {
    const { problems } = this.#world
    while (!this.#isOver) {
      this.#requests += 1
      try {
        await client.act()
      } catch (error) {
        if (error instanceof InDoubt) this.#explain(client, error)
        else if (!(error instanceof Refused)) problems.push(`the ${client.name}: ${String(error)}`)
      }
      await sleep(pauseMs / 2 + (Math.random() * pauseMs) / 2)
    }
  }

  #explain(client: Client, error: InDoubt): void {
    if (Date.now() > this.#fault.until + GRACE_MS) {
      this.#world.problems.push(
        `the ${client.name}, ${((Date.now() - this.#fault.until) / 1000).toFixed(0)} s after ${this.#fault.name}: ${error.message}`,
      )
    }
    const what = `${this.#fault.name} (${error.status === 0 ? 'no response' : error.status})`
    this.#explained.set(what, (this.#explained.get(what) ?? 0) + 1)
  }

  async #breakThings(ends: number): Promise<void> {
    const begun = Date.now()
    const { endings, others } = faultsFor(this.#options.postgres?.server)
    const watchedFrom = begun + (ends - begun) * ENDINGS_UNTIL
    for (let turn = 0; Date.now() + FAULT_EVERY_MS < ends; turn += 1) {
      await sleep(FAULT_EVERY_MS)
      const list: readonly Fault[] = Date.now() < watchedFrom && turn % 2 === 0 ? endings : others
      const fault = list[Math.floor(turn / (list === endings ? 2 : 1)) % list.length]
      if (!fault) continue
      this.#fault = { name: fault.name, until: Number.POSITIVE_INFINITY }
      this.#faults += 1
      this.#options.print(
        `${this.#options.name} ${((Date.now() - begun) / 1000).toFixed(0)} s: ${fault.name} (${this.#world.ledger.acknowledged} acknowledged, ${this.#blog.memoryMb()} MB, ${this.#world.problems.length} problems)`,
      )
      await fault.happen(this.#blog)
      this.#fault = { name: fault.name, until: Date.now() }
      await deleteRateLimits(this.#databaseUrl).catch(() => {})
    }
  }

  async #watch(ends: number): Promise<void> {
    const watchedFrom = Date.now() + (ends - Date.now()) * ENDINGS_UNTIL + FAULT_EVERY_MS * 2
    while (Date.now() < ends) {
      await sleep(MEMORY_EVERY_MS)
      if (Date.now() > watchedFrom) this.#memory.push(this.#blog.memoryMb())
    }
  }

  /** Waits for one or more mails to each account: the blog may have been killed between sending a mail and recording it. */
  async #waitForMail(accounts: readonly { email: string }[]): Promise<void> {
    const missing = () => {
      const arrived = new Set(this.#blog.mail.arrived())
      return accounts.filter(({ email }) => !arrived.has(email))
    }
    const deadline = Date.now() + MAIL_RETRY_MS
    while (missing().length > 0 && Date.now() < deadline) await sleep(500)
    for (const { email } of missing()) this.#world.problems.push(`mail to ${email} did not arrive`)
  }
}
