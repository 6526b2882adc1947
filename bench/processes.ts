import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export interface FloorServer {
  readonly url: string
  readonly pid: number | undefined
  readonly stop: () => Promise<void>
}

/** Long, as react-server.ts loads the data of all pages first. */
const START_TIMEOUT_MS = 180_000

/** Path of a file beside this one. */
export const benchFile = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

/** Starts a baseline server of this folder, which reads `input` as JSON from standard input and prints its port. */
export async function startFloor(script: string, input: unknown): Promise<FloorServer> {
  const child = spawn(process.execPath, [benchFile(script)], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(JSON.stringify(input))
  const port = await readPort(child, script)
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

async function readPort(child: ChildProcess, script: string): Promise<string> {
  const timer = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT_MS)
  try {
    if (child.stdout) for await (const line of createInterface({ input: child.stdout })) if (/^\d+$/.test(line)) return line
  } finally {
    clearTimeout(timer)
  }
  throw new Error(`${script} ended before it was ready.`)
}

/** CPU time of all threads so far, in ms; undefined on systems without /proc. */
export async function cpuMs(pid: number | undefined): Promise<number | undefined> {
  try {
    const threads = await readdir(`/proc/${pid}/task`)
    const texts = await Promise.all(threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8')))
    return texts.reduce((sum, text) => sum + Number(text.split(' ')[0]), 0) / 1_000_000
  } catch {
    return undefined
  }
}

/** Resident memory in MB; undefined on systems without /proc. */
export async function residentMegabytes(pid: number | undefined): Promise<number | undefined> {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(status) ?? []
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024
  } catch {
    return undefined
  }
}
