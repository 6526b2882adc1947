import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const START_TIMEOUT_MS = 180_000

/** The real, built blog in a process of its own, on a free loopback port and a data folder of its own. */
export interface BlogProcess {
  readonly url: string
  readonly dataDir: string
  readonly pid: number
  /** Everything it has printed and logged. */
  readonly output: () => string
  /** How the process ended, for instance 'signal SIGKILL'; null while it runs. */
  readonly ending: () => string | null
  /** Runs `npm run blog -- …` against the same data. @returns what it printed and its exit code */
  readonly command: (...words: string[]) => Promise<CommandResult>
  readonly send: (signal: NodeJS.Signals) => void
  readonly stop: () => Promise<void>
  /** Sends SIGKILL; the data folder remains. */
  readonly crash: () => Promise<void>
}

export interface CommandResult {
  readonly exitCode: number
  readonly output: string
}

type Settings = Readonly<Record<string, string>>

/** Runs a script of the project to its end. */
export async function runScript(script: string, words: readonly string[], settings: Settings): Promise<CommandResult> {
  const child = spawn(process.execPath, [script, ...words], { env: environment(settings), stdio: ['ignore', 'pipe', 'pipe'] })
  const read = collect(child)
  const [exitCode] = (await once(child, 'close')) as [number]
  return { exitCode, output: read() }
}

/**
 * Starts the server. Its data folder is removed when it stops, unless DATA_DIR was given.
 * @param how `script`: tests/support/blog/pageless-blog.mjs has no pages and runs without a build; `launcher`: a command that
 *   replaces itself with the server (exec)
 */
export async function startBlogProcess(
  settings: Settings = {},
  { script = 'src/app/process/main.mjs', launcher = [] }: { readonly script?: string; readonly launcher?: readonly string[] } = {},
): Promise<BlogProcess> {
  const dataDir = settings['DATA_DIR'] ?? (await mkdtemp(join(tmpdir(), 'kindred-blog-')))
  // As under `npm start`, the blog stops when the process that started it is gone: a killed test run leaves none behind.
  const all = { HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'info', npm_lifecycle_event: 'start', ...settings, DATA_DIR: dataDir }
  const command = [...launcher, process.execPath, script]
  const child = spawn(command[0] ?? '', command.slice(1), { env: environment(all), stdio: ['ignore', 'pipe', 'pipe'] })
  const output = collect(child)
  try {
    const url = await readAddress(child, output)
    return {
      url,
      dataDir,
      pid: child.pid ?? 0,
      output,
      ending: () =>
        child.exitCode !== null ? `exit code ${child.exitCode}` : child.signalCode !== null ? `signal ${child.signalCode}` : null,
      command: (...words) => runScript('src/app/cli/main.ts', words, all),
      send: (signal) => void child.kill(signal),
      crash: () => end(child, 'SIGKILL'),
      async stop() {
        await end(child)
        if (settings['DATA_DIR'] === undefined) await rm(dataDir, { recursive: true, force: true })
      },
    }
  } catch (error) {
    await end(child)
    throw error
  }
}

/** Leaves out the settings of the developer who runs the tests. */
function environment(settings: Settings): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, SystemRoot } = process.env
  return { PATH, HOME, TMPDIR, SystemRoot, NODE_ENV: 'production', ...settings }
}

function collect(child: ChildProcess): () => string {
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (part: string) => (text += part))
  return () => text
}

async function readAddress(child: ChildProcess, output: () => string): Promise<string> {
  if (!child.stdout) throw new Error('The blog has no output.')
  const timer = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT_MS)
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const url = /is ready: (http\S+)/.exec(line)?.[1]
      if (url !== undefined) return url
    }
  } finally {
    clearTimeout(timer)
  }
  throw new Error(`The blog did not start:\n${output()}`)
}

async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}
