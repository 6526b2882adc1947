import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'

export interface Process {
  readonly child: ChildProcess
  /** First line on stdout that matches. */
  readonly line: string
  readonly stop: () => Promise<void>
}

interface ScriptOptions {
  readonly words?: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  readonly input?: string
  /** What the line looks like that says it is ready. */
  readonly ready: RegExp
}

const START_TIMEOUT_MS = 30_000

/** Starts a script of ours with this Node and waits for the line that says it is ready. */
export async function startScript(script: string, options: ScriptOptions): Promise<Process> {
  const child = spawn(process.execPath, [script, ...(options.words ?? [])], {
    env: { ...process.env, ...options.env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(options.input ?? '')
  const line = await Promise.race([firstLine(child, options.ready), timeout(script)])
  return {
    child,
    line,
    async stop() {
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

async function firstLine(child: ChildProcess, ready: RegExp): Promise<string> {
  if (!child.stdout) throw new Error('The process has no output.')
  for await (const line of createInterface({ input: child.stdout })) {
    if (!ready.test(line)) continue
    child.stdout.resume()
    return line
  }
  throw new Error('The process ended before it was ready.')
}

const timeout = (script: string) =>
  new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error(`${script} was not ready in time.`)), START_TIMEOUT_MS).unref()
  })

const CLOCK_TICKS_PER_SECOND = 100

/** Processor time used so far, in ms; undefined where the system does not tell. */
export async function cpuMs(pid: number | undefined): Promise<number | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return ((Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS_PER_SECOND) * 1000
  } catch {
    return undefined
  }
}

/** Resident memory in MB; undefined where the system does not tell. */
export async function residentMegabytes(pid: number | undefined): Promise<number | undefined> {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(status) ?? []
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024
  } catch {
    return undefined
  }
}
