import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { AppError } from '#platform/contract/errors.ts'
import type { Installation } from './installation.ts'
import { runAsBlog, runCommandOf, startOf, type Trial } from './run-program.ts'

const PLACE = '.rehearsal'
const START_MS = 120_000

/**
 * Restores the rows of a backup with the new version into a place of its own, which runs its migrations, and serves the first
 * page from there. It gets none of the blog's settings, so that it mails nobody and touches no bucket.
 * @throws unavailable with the end of its output
 */
export async function rehearse(installation: Installation, folder: string, backup: string): Promise<void> {
  const place = join(installation.data, PLACE)
  const remove = () => runAsBlog(installation, 'rm', '-rf', place)
  await remove()
  await runAsBlog(installation, 'mkdir', '-m', '700', place)
  const settings = { DATA_DIR: place, HOST: '127.0.0.1', PORT: '0' }
  try {
    const trial = { installation, folder, settings }
    await runCommandOf(trial, ['restore', backup])
    await serveOnce(trial)
  } catch (error) {
    throw new AppError('unavailable', `It fails with a copy of your data, so nothing was changed:\n${(error as Error).message}`)
  } finally {
    await remove()
  }
}

async function serveOnce(trial: Trial): Promise<void> {
  const child = startOf(trial)
  const ended = once(child, 'exit')
  const kill = () => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGKILL')
  }
  let errors = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (errors += text))
  const timer = setTimeout(kill, START_MS)
  try {
    for await (const line of createInterface({ input: child.stdout ?? process.stdin })) {
      const [, url] = /is ready: (http\S+)/.exec(line) ?? []
      if (url === undefined) continue
      const { status } = await fetch(url, { redirect: 'manual' })
      if (status >= 500) throw new AppError('unavailable', `its first page has the status ${status}`)
      return
    }
    throw new AppError('unavailable', errors.trim())
  } finally {
    clearTimeout(timer)
    kill()
    await ended
  }
}
