import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { childrenOf, fillDisk, findUnprivilegedLauncher, lockDatabase, makeReadOnly, fullDiskProblem } from '#tests/faults/break-things.ts'
import type { PostgresServer } from '#tests/support/database/postgres-server.ts'
import type { SoakBlog } from './soak-blog.ts'

/** A temporary fault; it is over when `happen` resolves. */
export interface Fault {
  readonly name: string
  readonly happen: (blog: SoakBlog) => Promise<void>
}

const SHORT_MS = 4000
/** Longer than a write waits for the lock. */
const LOCKED_MS = 10_000

async function during(ms: number, endFault: () => unknown): Promise<void> {
  await sleep(ms)
  await endFault()
}

const ENDINGS: readonly Fault[] = [
  { name: 'the blog is killed', happen: (blog) => blog.restart('SIGKILL') },
  { name: 'the blog is stopped and started', happen: (blog) => blog.restart('SIGTERM') },
]

const EVERYWHERE: readonly Fault[] = [
  {
    name: 'a picture worker is killed',
    happen: async (blog) =>
      childrenOf(blog.pid())
        .slice(0, 1)
        .forEach((id) => process.kill(id, 'SIGKILL')),
  },
  {
    name: 'the mail server is down',
    async happen(blog) {
      await blog.mail.down()
      await during(SHORT_MS, blog.mail.up)
    },
  },
]

const DISK: Fault = { name: 'the disk is full', happen: (blog) => during(SHORT_MS, fillDisk(blog.pid())) }
const READ_ONLY: Fault = {
  name: 'the folders of pictures are read-only',
  async happen(blog) {
    const endFaults = ['files', 'uploads'].map((name) => makeReadOnly(join(blog.dataDir, name)))
    await during(SHORT_MS, () => endFaults.forEach((endFault) => endFault()))
  },
}
const LOCKED: Fault = {
  name: 'another process holds the database',
  happen: (blog) => during(LOCKED_MS, lockDatabase(join(blog.dataDir, 'kindred.sqlite'))),
}
const freezePostgres = (server: PostgresServer): Fault => ({
  name: 'PostgreSQL is frozen',
  happen: () => during(SHORT_MS, server.freeze()),
})
const restartPostgres = (server: PostgresServer, signal: 'SIGINT' | 'SIGKILL'): Fault => ({
  name: signal === 'SIGKILL' ? 'PostgreSQL is killed' : 'PostgreSQL is restarted',
  async happen() {
    await server.kill(signal)
    await during(SHORT_MS, server.restart)
  },
})

/** Faults that this database and this machine allow. `endings` end the process, which resets its memory. */
export function faultsFor(postgres: PostgresServer | undefined): { endings: readonly Fault[]; others: readonly Fault[] } {
  const ofDatabase = postgres
    ? [restartPostgres(postgres, 'SIGINT'), restartPostgres(postgres, 'SIGKILL'), freezePostgres(postgres)]
    : [LOCKED]
  const ofDisk = [...(fullDiskProblem() === null ? [DISK] : []), ...(findUnprivilegedLauncher() ? [READ_ONLY] : [])]
  return { endings: ENDINGS, others: [...ofDatabase, ...ofDisk, ...EVERYWHERE] }
}
