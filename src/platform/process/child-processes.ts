import { type ChildProcess, fork, type ForkOptions } from 'node:child_process'
import { setPriority } from 'node:os'
import { AppError } from '#platform/contract/errors.ts'
import type { Logger } from './logger.ts'

/** A program, and its bounds. */
interface ChildSpec {
  /** See programAt. It must end when its channel disconnects (end-with-parent.ts). */
  readonly module: URL
  /** Requests for pages have priority: with 5 it gets a quarter of a busy core, with 10 a tenth. */
  readonly niceness: 5 | 10
  readonly env: NodeJS.ProcessEnv
  /** `inherit` to log where this process does. */
  readonly output: 'ignore' | 'inherit'
  /** Maximum of its heap; the process ends beyond it. */
  readonly heapMb?: number
  /** Ends the process when it sends no message for so long, from its first message on. */
  readonly silenceMs?: number
}

interface RunningChild {
  readonly module: string
  readonly pid: number
}

/** Starts, bounds and ends the child processes of this process. */
export interface ChildProcesses {
  /** @throws unavailable where the machine has no room for another process */
  readonly start: (spec: ChildSpec) => ChildProcess
  readonly running: () => readonly RunningChild[]
  readonly close: () => void
}

const CHECKS = 10
const NO_PROCESS = 'The blog cannot start another program just now. Please try again in a moment.'

export function openChildProcesses({ logger }: { readonly logger?: Logger } = {}): ChildProcesses {
  const children = new Map<ChildProcess, RunningChild>()
  return {
    start(spec) {
      const child = fork(spec.module, optionsOf(spec))
      const { pid } = child
      if (pid === undefined) {
        // It has no channel, and says why in an event, which would end this process if nobody listened.
        child.once('error', (error) => logger?.error({ err: error, module: spec.module.href }, 'process not started'))
        throw new AppError('unavailable', NO_PROCESS, { retryAfterSeconds: 5 })
      }
      children.set(child, { module: spec.module.href, pid })
      child.once('exit', () => children.delete(child))
      try {
        setPriority(pid, spec.niceness)
      } catch {
        // Without permission it runs with normal priority.
      }
      if (spec.silenceMs !== undefined)
        endSilent(child, spec.silenceMs, () => logger?.warn({ module: spec.module.href, pid }, 'silent process ended'))
      return child
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
