import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { COMPILE_CACHE } from '#tests/support/blog/run-module.ts'

const POLL_MS = 2

/**
 * Runs tests/support/safe-copies/backup-process.mjs and kills it (SIGKILL) as soon as `hasHappened` returns true.
 * @returns whether it was still running
 */
export async function killBackupProcess(
  words: readonly ['backup' | 'restore', string],
  settings: Readonly<Record<string, string>>,
  hasHappened: () => Promise<boolean>,
): Promise<boolean> {
  const { PATH, HOME, TMPDIR } = process.env
  const env = { PATH, HOME, TMPDIR, NODE_ENV: 'production', NODE_COMPILE_CACHE: COMPILE_CACHE, ...settings }
  const child = spawn(process.execPath, ['tests/support/safe-copies/backup-process.mjs', ...words], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  while (child.exitCode === null && !(await hasHappened())) await sleep(POLL_MS)
  child.kill('SIGKILL')
  const [code] = (await ended) as [number | null]
  return code === null
}
