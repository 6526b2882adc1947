import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { childrenOf, fillDisk, launcherThatObeys, lockDatabase, makeReadOnly, noFullDisk } from '#tests/faults/break-things.ts'
import type { PostgresServer } from '#tests/support/postgres-server.ts'
import type { SoakBlog } from './soak-blog.ts'

/** Something that goes wrong for a while, and by itself is right again when this resolves. */
export interface Fault {
  readonly name: string
  /** Ends the process: what it had in memory begins anew. */
  readonly endsProcess?: boolean
  readonly happen: (blog: SoakBlog) => Promise<void>
}

const SHORT_MS = 4000
/** Longer than a write waits. */
const LOCKED_MS = 10_000

async function during(ms: number, mend: () => unknown): Promise<void> {
  await sleep(ms)
  await mend()
}

const ENDINGS: readonly Fault[] = [
  { name: 'the blog is killed', endsProcess: true, happen: (blog) => blog.restart('SIGKILL') },
  { name: 'the blog is stopped and started', endsProcess: true, happen: (blog) => blog.restart('SIGTERM') },
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
    const mends = ['files', 'uploads'].map((name) => makeReadOnly(join(blog.dataDir, name)))
    await during(SHORT_MS, () => mends.forEach((mend) => mend()))
  },
}
const LOCKED: Fault = {
  name: 'another process holds the database',
  happen: (blog) => during(LOCKED_MS, lockDatabase(join(blog.dataDir, 'kindred.sqlite'))),
}
const restartPostgres = (server: PostgresServer, signal: 'SIGINT' | 'SIGKILL'): Fault => ({
  name: signal === 'SIGKILL' ? 'PostgreSQL is killed' : 'PostgreSQL is restarted',
  async happen() {
    await server.kill(signal)
    await during(SHORT_MS, server.restart)
  },
})

/** What can go wrong with this database, on this machine. */
export function faultsFor(postgres: PostgresServer | undefined): { endings: readonly Fault[]; others: readonly Fault[] } {
  const ofDatabase = postgres ? [restartPostgres(postgres, 'SIGINT'), restartPostgres(postgres, 'SIGKILL')] : [LOCKED]
  const ofDisk = [...(noFullDisk() === null ? [DISK] : []), ...(launcherThatObeys() ? [READ_ONLY] : [])]
  return { endings: ENDINGS, others: [...ofDatabase, ...ofDisk, ...EVERYWHERE] }
}
