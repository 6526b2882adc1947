import { type ChildProcess, fork, type ForkOptions } from 'node:child_process'
import { setPriority } from 'node:os'
import type { Logger } from './logger.ts'

export type ChildKind = 'import' | 'media' | 'pictures' | 'restore'

/** A kind of process, and its bounds. */
export interface ChildSpec {
  readonly kind: ChildKind
  /** Its source. It must end when its channel disconnects (end-with-parent.ts). */
  readonly module: URL
  readonly env: NodeJS.ProcessEnv
  /** `inherit` to log where this process does. */
  readonly output: 'ignore' | 'inherit'
  /** Maximum of its heap; the process ends beyond it. */
  readonly heapMb?: number
  /** Ends the process when it sends no message for so long, from its first message on. */
  readonly silenceMs?: number
}

interface RunningChild {
  readonly kind: ChildKind
  readonly pid: number
}

export interface StartedChild {
  readonly process: ChildProcess
}

/** Starts, bounds and ends the child processes of this process. */
export interface ChildProcesses {
  readonly start: (spec: ChildSpec) => StartedChild
  readonly running: () => readonly RunningChild[]
  readonly close: () => void
}

/** Requests for pages have priority. Pictures and films, for which a writer waits, get a quarter of a busy core, imports a tenth. */
const NICENESS: Readonly<Record<ChildSpec['kind'], number>> = { pictures: 5, restore: 5, media: 5, import: 10 }
const CHECKS = 10

export function openChildProcesses({ logger }: { readonly logger?: Logger } = {}): ChildProcesses {
  const children = new Map<ChildProcess, RunningChild>()
  return {
    start(spec) {
      const child = fork(spec.module, optionsOf(spec))
      const { pid } = child
      if (pid !== undefined) children.set(child, { kind: spec.kind, pid })
      child.once('exit', () => children.delete(child))
      try {
        if (pid !== undefined) setPriority(pid, NICENESS[spec.kind])
      } catch {
        // Without permission it runs with normal priority.
      }
      if (spec.silenceMs !== undefined)
        endSilent(child, spec.silenceMs, () => logger?.warn({ kind: spec.kind, pid }, 'silent process ended'))
      return { process: child }
    },
    running: () => [...children.values()],
    close() {
      for (const child of children.keys()) child.kill('SIGKILL')
    },
  }
}

const optionsOf = ({ env, output, heapMb }: ChildSpec): ForkOptions => ({
  env,
  execArgv: heapMb === undefined ? [] : [`--max-old-space-size=${heapMb}`, '--optimize-for-size'],
  serialization: 'advanced',
  stdio: ['ignore', output, output, 'ipc'],
})

/** Counts the checks of this process, not the time, which also passes while both are suspended. */
function endSilent(child: ChildProcess, silenceMs: number, onEnd: () => void): void {
  let silentChecks = 0
  let timer: NodeJS.Timeout | undefined
  const check = () => {
    silentChecks += 1
    if (silentChecks <= CHECKS) return
    clearInterval(timer)
    onEnd()
    child.kill('SIGKILL')
  }
  child.on('message', () => {
    silentChecks = 0
    timer ??= setInterval(check, silenceMs / CHECKS).unref()
  })
  child.once('exit', () => clearInterval(timer))
}
