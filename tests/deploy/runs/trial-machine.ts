import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Missing } from '#tests/support/requirement.ts'

const SCRIPT = fileURLToPath(new URL('trial-machine.sh', import.meta.url))
const PROGRAMS = ['/lib/systemd/systemd', '/usr/bin/unshare', '/usr/bin/nsenter', '/usr/bin/dbus-daemon', '/usr/bin/caddy']

/** Null where a machine can be started: Linux, as root, with systemd and Caddy installed. */
export function missingMachine(): Missing | null {
  const absent = PROGRAMS.find((path) => !existsSync(path))
  if (absent !== undefined) return { why: `${absent} is not there`, install: 'apt-get install systemd dbus caddy curl git' }
  const canNest = spawnSync('unshare', ['--mount', '--pid', '--fork', '--cgroup', 'true']).status === 0
  return canNest ? null : { why: 'it needs the right to make namespaces', install: 'run it as root' }
}

export interface Ran {
  readonly exitCode: number
  readonly output: string
}

export interface TrialMachine {
  /** Folder that is `/shared` there. */
  readonly shared: string
  /** Starts a program there; the output of both streams is piped. */
  readonly start: (command: readonly string[], env?: NodeJS.ProcessEnv) => ChildProcess
  readonly run: (command: readonly string[], env?: NodeJS.ProcessEnv) => Promise<Ran>
  /** Path of a file of it, for this machine. */
  readonly pathOf: (path: string) => string
  /** Takes the power away from all of its processes; its disk stays. */
  readonly stop: () => Promise<void>
}

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
const START_MS = 60_000

export async function startMachine(): Promise<TrialMachine> {
  const shared = mkdtempSync(join(tmpdir(), 'kindred-machine-'))
  const machine = spawn('unshare', ['--mount', SCRIPT, shared], { stdio: ['pipe', 'ignore', 'ignore'] })
  const pid = await findFirstProcess(machine, shared)
  const start: TrialMachine['start'] = (command, env = {}) =>
    spawn('nsenter', [`--target=${pid}`, '--mount', '--pid', '--uts', '--ipc', '--cgroup', '--root', 'env', '--chdir=/', ...command], {
      env: { PATH, HOME: '/root', LANG: 'C.UTF-8', ...certificates(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  const run: TrialMachine['run'] = async (command, env) => {
    const child = start(command, env)
    const output = outputOf(child)
    const [exitCode] = (await once(child, 'close')) as [number | null]
    return { exitCode: exitCode ?? 1, output: output().trim() }
  }
  const until = Date.now() + START_MS
  while ((await run(['systemctl', 'is-system-running'])).output !== 'running' && Date.now() < until) await sleep(200)
  return {
    shared,
    start,
    run,
    pathOf: (path) => `/proc/${pid}/root${path}`,
    async stop() {
      const ended = once(machine, 'exit')
      process.kill(pid, 'SIGKILL')
      await ended
      rmSync(shared, { recursive: true, force: true })
    },
  }
}

export function outputOf(child: ChildProcess): () => string {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
  return () => output
}

/** Where packages come from through a proxy with a certificate of its own. */
const certificates = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => /^(SSL_CERT_|CURL_CA_|NODE_EXTRA_CA|https?_proxy$|NPM_CONFIG_REG)/i.test(name)),
  )

const childrenOf = (pid: number) => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

/** unshare → script → unshare → systemd */
async function findFirstProcess(machine: ChildProcess, shared: string): Promise<number> {
  const until = Date.now() + START_MS
  while (!existsSync(join(shared, 'booting'))) {
    if (machine.exitCode !== null || Date.now() > until) throw new Error('The machine does not start.')
    await sleep(50)
  }
  await sleep(500)
  const isFirst = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('/lib/systemd/systemd\0--system')
  const descend = (pid: number): number | undefined => (isFirst(pid) ? pid : childrenOf(pid).map(descend).find(Boolean))
  const found = descend(machine.pid ?? 0)
  if (found === undefined) throw new Error('The machine has no first process.')
  return found
}
