import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 2

/**
 * Runs a command of the blog and kills it (SIGKILL) as soon as `hasHappened` returns true.
 * @returns whether it was still running
 */
export async function killScript(
  words: readonly string[],
  settings: Readonly<Record<string, string>>,
  hasHappened: () => Promise<boolean>,
): Promise<boolean> {
  const { PATH, HOME, TMPDIR } = process.env
  const env = { PATH, HOME, TMPDIR, NODE_ENV: 'production', ...settings }
  const child = spawn(process.execPath, ['src/server/cli/main.ts', ...words], { env, stdio: 'ignore' })
  const ended = once(child, 'exit')
  while (child.exitCode === null && !(await hasHappened())) await sleep(POLL_MS)
  child.kill('SIGKILL')
  const [code] = (await ended) as [number | null]
  return code === null
}
