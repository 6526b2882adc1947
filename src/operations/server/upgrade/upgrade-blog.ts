import { existsSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '#platform/contract/errors.ts'
import { findRelease, type Release } from './find-release.ts'
import { type Installation, migrationsOf, runProgram, versionAt } from './installation.ts'

export interface UpgradeOrder {
  readonly installation: Installation
  /** A folder or a tag; the newest version if omitted. */
  readonly from?: string | undefined
  /** Only say what would be installed. */
  readonly isCheck: boolean
  readonly out: (line: string) => void
}

/** Builds a version beside the present one and hands over to it. @throws AppError; then the version before serves, with its data */
export async function upgradeBlog(order: UpgradeOrder): Promise<void> {
  const { installation, out } = order
  requireNoJournal(installation)
  const release = await findRelease(installation, order.from, out)
  if (release === null) return out('There is no newer version: none has been published yet.')
  const { home } = installation
  const present = versionAt(installation, 'current') ?? ''
  const script = join(release.folder, 'scripts/install-version.mjs')
  try {
    const id = await requireSuccessor(release, join(home, 'versions', present), script)
    if (id === present) return out(`${release.name} is what runs here: ${id}.`)
    const isSame = hasSameSchema(release.folder, join(home, 'versions', present))
    const effect = isSame ? 'The data stay as they are.' : 'It changes the data, which are copied before.'
    if (order.isCheck) return out(`${release.name} can be installed: ${id}, after ${present}. ${effect}`)
    out(`Building ${id} beside ${present} …`)
    await runProgram(process.execPath, '--use-system-ca', script, home)
    out(`Backup: ${await runOnData(installation, 'back-up')}`)
    out('Handing over; readers wait for some seconds …')
    // A copy of an earlier upgrade must not be put back.
    if (isSame) await runOnData(installation, 'delete')
    await restartWith(installation, { STATE: 'switch', OLD: present, NEW: id, SCHEMA: isSame ? 'same' : 'newer' })
    rmSync(join(home, 'before'), { force: true })
    symlinkSync(`versions/${present}`, join(home, 'before'))
    for (const name of readdirSync(join(home, 'versions'))) {
      if (name !== id && name !== present) rmSync(join(home, 'versions', name), { recursive: true, force: true })
    }
    out(`Done: ${id}. Back to ${present}: kindred back`)
  } finally {
    if (release.folder === join(home, 'release')) rmSync(release.folder, { recursive: true, force: true })
  }
}

/** The version before reads what the new one writes. */
const hasSameSchema = (newer: string, older: string): boolean => {
  const known = migrationsOf(older)
  return migrationsOf(newer).every((migration) => known.includes(migration))
}

/** @returns its id @throws bad_request where the release cannot be installed over the present version */
async function requireSuccessor({ folder, name }: Release, present: string, script: string): Promise<string> {
  if (!existsSync(script)) throw new AppError('bad_request', `${name} is older than this command: it cannot be installed by it.`)
  if (hasSameSchema(present, folder)) return runProgram(process.execPath, script, '--id')
  throw new AppError('bad_request', `${name} is older than the data of this blog. Nothing was changed.`)
}

/** Goes back to the version before the last upgrade. @param agree asks the operator */
export async function goBack(installation: Installation, out: (line: string) => void, agree: (question: string) => Promise<boolean>) {
  requireNoJournal(installation)
  const [present, before] = [versionAt(installation, 'current') ?? '', versionAt(installation, 'before')]
  if (before === null) throw new AppError('bad_request', `There is no version before ${present} to go back to.`)
  const isReadable = hasSameSchema(join(installation.home, 'current'), join(installation.home, 'before'))
  out(
    isReadable
      ? `${before} reads the data of ${present}: nothing is lost.`
      : `${before} cannot read the data of ${present}, and gets those of before the upgrade. ${await runOnData(installation, 'since')}`,
  )
  if (!(await agree(`Go back to ${before}?`))) return out('Nothing was changed.')
  if (isReadable) await runOnData(installation, 'delete')
  await restartWith(installation, { STATE: 'back', OLD: before, NEW: present, SCHEMA: 'newer' })
  out(`Done: ${before}.`)
}

const journalOf = ({ home }: Installation) => join(home, 'upgrade.env')

function requireNoJournal(installation: Installation): void {
  if (!existsSync(journalOf(installation))) return
  throw new AppError('conflict', 'The last upgrade was interrupted. `kindred service restart` ends it; then please run the command again.')
}

const runOnData = async ({ command }: Installation, verb: 'back-up' | 'since' | 'delete'): Promise<string> =>
  (await runProgram(command, 'data', verb)).split('\n').at(-1) ?? ''

interface Journal {
  readonly STATE: 'switch' | 'back'
  readonly OLD: string
  readonly NEW: string
  readonly SCHEMA: 'same' | 'newer'
}

/** A start may copy and migrate much, on a busy machine. */
const READY_MAX_MS = 900_000
const CHECK_MS = 500

/**
 * Writes the journal and starts the blog again. What it says is done by `kindred prepare`, before the start, so it does not
 * depend on this process. @throws unavailable when another version serves then
 */
async function restartWith(installation: Installation, journal: Journal): Promise<void> {
  const path = journalOf(installation)
  const lines = Object.entries(journal).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(`${path}.new`, lines.join(''), { mode: 0o600, flush: true })
  renameSync(`${path}.new`, path)
  const { command } = installation
  const log = await runProgram(command, 'service', 'restart').catch((error: Error) => error.message)
  const until = Date.now() + READY_MAX_MS
  while (!(await runProgram(command, 'service', 'status')).endsWith(' ready') && Date.now() < until) await sleep(CHECK_MS)
  const wanted = journal.STATE === 'switch' ? journal.NEW : journal.OLD
  const present = versionAt(installation, 'current')
  if (present === wanted) return rmSync(path, { force: true })
  throw new AppError('unavailable', `${wanted} does not start:\n${log}\n${basename(present ?? '')} serves, with its data.`)
}
