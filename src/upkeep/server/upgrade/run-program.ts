import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { AppError } from '#platform/contract/errors.ts'
import type { Installation } from './installation.ts'

/** Lines of its output that the message of a failed program repeats. */
const SHOWN_LINES = 12

interface RunOptions {
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
  readonly isFailureFine?: boolean
}

export interface Ended {
  readonly exitCode: number
  readonly output: string
}

/** Runs a program to its end, out of reach of Ctrl-C. @throws unavailable with the end of its output, when it fails */
export async function runProgram(command: string, args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  const child = spawn(command, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const [code] = (await once(child, 'close').catch((error: Error) => [error.message])) as [number | string | null]
  if (code !== 0 && options.isFailureFine !== true) {
    const lines = output.split('\n').filter((line) => line.trim() !== '' && !/^\s+at /.test(line))
    throw new AppError('unavailable', lines.slice(-SHOWN_LINES).join('\n') || `${command} failed.`)
  }
  return { exitCode: typeof code === 'number' ? code : 1, output: output.trim() }
}

/** The command line of a program as the account of the blog. */
function asBlog({ user }: Installation, command: string, args: readonly string[]): [string, string[]] {
  const isOwn = process.getuid?.() !== 0
  return isOwn ? [command, [...args]] : ['setpriv', [`--reuid=${user}`, `--regid=${user}`, '--init-groups', command, ...args]]
}

const nodeOf = (folder: string) => join(folder, 'node_modules/.bin/node')

/** Runs a program of the system as the account of the blog: in folders of this account it may change what root would follow. */
export function runAsBlog(installation: Installation, command: string, ...args: readonly string[]) {
  const [program, all] = asBlog(installation, command, args)
  return runProgram(program, all, { cwd: '/', env: PLAIN() })
}

const PLAIN = () => ({ PATH: process.env['PATH'], NODE_ENV: 'production', MALLOC_ARENA_MAX: '2' })

/** A version in a place of its own, with settings that are not the blog's. */
export interface Trial {
  readonly installation: Installation
  /** Folder of the version. */
  readonly folder: string
  readonly settings: NodeJS.ProcessEnv
}

export function runCommandOf({ installation, folder, settings }: Trial, words: readonly string[]) {
  const [command, args] = asBlog(installation, nodeOf(folder), ['src/app/cli/main.ts', ...words])
  return runProgram(command, args, { cwd: folder, env: { ...PLAIN(), ...settings } })
}

/** Starts the blog. It ends with this process, as it does with npm. */
export function startOf({ installation, folder, settings }: Trial): ChildProcess {
  const [command, args] = asBlog(installation, nodeOf(folder), ['src/app/process/main.mjs'])
  const env = { ...PLAIN(), ...settings, npm_lifecycle_event: 'start' }
  return spawn(command, args, { cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Runs a script of this version with the settings and as the account of the blog. */
export function runScriptOf(installation: Installation, script: string, ...words: readonly string[]) {
  const { folder, settings } = installation
  const [command, args] = asBlog(installation, nodeOf(folder), [`--env-file-if-exists=${settings}`, script, ...words])
  return runProgram(command, args, { cwd: folder, env: PLAIN() })
}

/** Runs a step of data-of-before.ts. @returns the last line that it prints */
export async function runOnData(installation: Installation, verb: 'size' | 'delete'): Promise<string> {
  const { output } = await runScriptOf(installation, 'src/upkeep/server/upgrade/data-of-before.ts', verb)
  return output.split('\n').at(-1) ?? ''
}
