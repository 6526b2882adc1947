import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { basename, join } from 'node:path'
import { AppError } from '#platform/contract/errors.ts'

/** What deploy/install has installed (decision 83). */
export interface Installation {
  readonly home: string
  /** Clone or folder that it was installed from. */
  readonly source: string
  /** The shell script `kindred`, which knows the settings and the account of the blog. */
  readonly command: string
}

/** @throws bad_request where the command `kindred` has not called this */
export function readInstallation({ BLOG_HOME: home, BLOG_SOURCE: source, KINDRED_COMMAND: command }: NodeJS.ProcessEnv): Installation {
  if (home !== undefined && source !== undefined && command !== undefined) return { home, source, command }
  throw new AppError(
    'bad_request',
    'This is for a blog that deploy/install has installed: kindred upgrade, kindred back. For others see docs/operating.md, Upgrade.',
  )
}

/** Id of the version that a link of the installation leads to; null without one. */
export function versionAt({ home }: Installation, link: 'current' | 'before'): string | null {
  const path = join(home, link)
  return existsSync(path) ? basename(realpathSync(path)) : null
}

/** Names of the migrations that a version has. */
export const migrationsOf = (folder: string): string[] =>
  readdirSync(join(folder, 'migrations')).filter((name) => /^\d{4}-/.test(name) && !name.endsWith('.test.ts'))

/** Lines of its output that the message of a failed program repeats. */
const SHOWN_LINES = 12

/** Runs a program to its end, out of reach of Ctrl-C. @returns its output @throws unavailable with the end of its output */
export async function runProgram(command: string, ...args: readonly string[]): Promise<string> {
  const child = spawn(command, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const [code] = (await once(child, 'close').catch((error: Error) => [error.message])) as [number | string | null]
  if (code === 0) return output.trim()
  const lines = output.split('\n').filter((line) => line.trim() !== '' && !/^\s+at /.test(line))
  throw new AppError('unavailable', lines.slice(-SHOWN_LINES).join('\n') || `${command} failed.`)
}
