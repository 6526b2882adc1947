import { closeSync, existsSync, fsyncSync, openSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '#platform/contract/errors.ts'
import { WATCH_FILE } from '#platform/process/upgrade-watch.ts'
import type { Installation } from './installation.ts'
import { runOnData, runProgram } from './run-program.ts'

export interface SwitchOrder {
  readonly installation: Installation
  /** Id of the new version in BLOG_HOME/versions. */
  readonly id: string
  /** Whether the new version changes the schema: then it takes no writes while it is watched. */
  readonly isMigrating: boolean
  readonly watchSeconds: number
  readonly out: (line: string) => void
}

const CHECK_MS = 1000
/** Checks in a row that may fail: the machine may be busy. */
const FAILED_MAX = 10
/** A start may build an index, and wait for a busy machine. */
const START_MS = 300_000

/**
 * Writes the journal and starts the blog again: `kindred prepare` then copies the data and points to the new version, and goes back
 * if that has to be started a second time. So it does not depend on this process, which only watches.
 * @throws unavailable when the new version fails; then the one before serves again, with the data of before
 */
export async function switchVersion(order: SwitchOrder): Promise<void> {
  const { installation, id, isMigrating, watchSeconds, out } = order
  writeJournal(order)
  const { output } = await service(installation, 'restart')
  if ((await waitForReady(installation)) === id)
    out(isMigrating ? `${id} serves. It takes no comments and posts for ${watchSeconds} s.` : `${id} serves.`)
  const failure = await watch(order)
  if (failure === null) return endUpgrade(order)
  throw new AppError('unavailable', `${id} failed: ${failure}\n${output}\n${installation.id} serves, with the data of before.`)
}

const journalOf = ({ home }: Installation) => join(home, 'upgrade.env')
const currentOf = ({ home }: Installation) => basename(realpathSync(join(home, 'current')))

function writeJournal({ installation, id, isMigrating, watchSeconds }: SwitchOrder): void {
  const path = journalOf(installation)
  const values = { STATE: 'switch', OLD: installation.id, NEW: id, SCHEMA: isMigrating ? 'newer' : 'same', SECONDS_WATCHED: watchSeconds }
  const lines = Object.entries(values).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(`${path}.new`, lines.join(''), { mode: 0o600 })
  const written = openSync(`${path}.new`, 'r+')
  fsyncSync(written)
  closeSync(written)
  renameSync(`${path}.new`, path)
}

const service = ({ command, home }: Installation, verb: 'restart' | 'status') =>
  runProgram(command, ['service', verb], { env: { ...process.env, BLOG_HOME: home }, isFailureFine: true })

const isReady = async (installation: Installation) => (await service(installation, 'status')).output.endsWith(' ready')

/** Waits until a version serves, the new one or the one before. @returns its id */
async function waitForReady(installation: Installation): Promise<string> {
  const until = Date.now() + START_MS
  while (!(await isReady(installation)) && Date.now() < until) await sleep(CHECK_MS)
  return currentOf(installation)
}

/** Watches until the blog itself ends the watch. @returns what is wrong with the new version; null for a good one */
async function watch(order: SwitchOrder): Promise<string | null> {
  const { installation, id } = order
  const mark = join(installation.data, WATCH_FILE)
  for (let failed = 0; failed <= FAILED_MAX;) {
    const isOver = !existsSync(mark) && !existsSync(`${mark}-over`)
    // Read after the files: going back changes the link before it deletes them.
    if (currentOf(installation) !== id) {
      await waitForReady(installation)
      return 'it did not start, or ended; the log of the blog says why.'
    }
    if (isOver) return null
    await sleep(CHECK_MS)
    failed = (await isReady(installation)) && (await servesPages(installation)) ? 0 : failed + 1
  }
  // It is started a second time, and so goes back.
  await service(installation, 'restart')
  return (await waitForReady(installation)) === id ? null : 'it did not serve pages.'
}

async function servesPages(installation: Installation): Promise<boolean> {
  const [port] = (await service(installation, 'status')).output.split(' ')
  const response = await fetch(`http://127.0.0.1:${port}/`, { redirect: 'manual', signal: AbortSignal.timeout(10_000) }).catch(() => null)
  await response?.body?.cancel()
  return response !== null && response.status < 500
}

/** The version before cannot come back any more. Its data go first: if this is interrupted, the next start goes on with it. */
async function endUpgrade({ installation, isMigrating, out }: SwitchOrder): Promise<void> {
  if (isMigrating) {
    await runOnData(installation, 'delete').catch((error: Error) =>
      out(`The copy of the data of before could not be deleted; the next upgrade does it. ${error.message}`),
    )
  }
  rmSync(journalOf(installation), { force: true })
}
