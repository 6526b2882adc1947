import { chmodSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { AppError } from '#platform/contract/errors.ts'
import { findRelease, type Release } from './find-release.ts'
import { type Installation, migrationsOf } from './installation.ts'
import { rehearse } from './rehearse.ts'
import { MEGABYTE, requireRoom } from './require-room.ts'
import { runOnData, runProgram, runScriptOf } from './run-program.ts'
import { switchVersion } from './switch-version.ts'

export interface UpgradeOrder {
  readonly installation: Installation
  /** A folder or a tag; the newest version if omitted. */
  readonly from?: string | undefined
  readonly watchSeconds: number
  readonly out: (line: string) => void
}

/** A version with what it needs, and while it is built. */
const VERSION_BYTES = 700 * MEGABYTE
/** The rehearsal unpacks the rows, and inserts them in one transaction, whose log is as large; the copy needs less. */
const COPIES = 3

const NO_VERSION = 'There is no newer version: none has been published yet.'

/** Says what an upgrade would install, and changes nothing. */
export async function checkUpgrade({ installation, from, out }: UpgradeOrder): Promise<void> {
  const release = await findRelease(installation, from)
  if (release === null) return out(NO_VERSION)
  try {
    const { id, isMigrating } = await examine(installation, release)
    out(release.verified)
    if (id === installation.id) return out(`${release.name} is what runs here: ${id}.`)
    out(`${release.name} can be installed: ${id}, after ${installation.id}.`)
    out(isMigrating ? 'It changes the database: for a minute or two the blog will take no comments and posts.' : 'Nobody will notice.')
  } finally {
    await release.close()
  }
}

/** @throws AppError when something fails; then the version before serves, with its data */
export async function upgradeBlog(order: UpgradeOrder): Promise<void> {
  const { installation, out } = order
  if (existsSync(join(installation.home, 'upgrade.env'))) {
    throw new AppError(
      'conflict',
      'The last upgrade was interrupted. `kindred service restart` ends it; then please run the command again.',
    )
  }
  const release = await findRelease(installation, order.from)
  if (release === null) return out(NO_VERSION)
  try {
    out(release.verified)
    const { id, isMigrating } = await examine(installation, release)
    if (id === installation.id) return out(`${release.name} is what runs here: ${id}.`)
    out(`Building ${id} beside ${installation.id} …`)
    const folder = await build(installation, release)
    const backup = await backUpRows(installation)
    out(`Backup: ${backup}`)
    out('Trying it with a copy of your data …')
    await rehearse(installation, folder, backup)
    await switchVersion({ ...order, id, isMigrating })
    await tidy(installation, id)
    renewCommand(installation)
    out(`Done: ${id}.`)
    await adviseOnService(installation, out)
  } finally {
    await release.close()
  }
}

/** @throws bad_request where the release cannot be installed over the present version */
async function examine(installation: Installation, { folder, name }: Release): Promise<{ id: string; isMigrating: boolean }> {
  const script = join(folder, 'scripts/install-version.mjs')
  if (!existsSync(script)) throw new AppError('bad_request', `${name} is older than this command: it cannot be installed by it.`)
  const { output: id } = await runProgram(process.execPath, [script, '--id'])
  const [before, after] = [migrationsOf(installation.folder), migrationsOf(folder)]
  const unknown = before.find((migration) => !after.includes(migration))
  if (unknown !== undefined) {
    throw new AppError('bad_request', `${name} is older than the data of this blog (it does not know ${unknown}). Nothing was changed.`)
  }
  await requireRoom([
    { folder: installation.home, bytes: VERSION_BYTES },
    { folder: installation.data, bytes: COPIES * Number(await runOnData(installation, 'size')) },
  ])
  return { id, isMigrating: after.length > before.length }
}

async function build({ home }: Installation, release: Release): Promise<string> {
  const script = join(release.folder, 'scripts/install-version.mjs')
  const env = { ...process.env, NO_COLOR: '1' }
  const { output } = await runProgram(process.execPath, ['--use-system-ca', script, home], { env })
  return join(home, 'versions', basename(output.split('\n').at(-1) ?? ''))
}

/** @returns its path */
const backUpRows = async (installation: Installation) =>
  (await runScriptOf(installation, 'src/upkeep/server/upgrade/back-up-rows.ts')).output.split('\n').at(-1) ?? ''

/** Leaves this version and the one before. */
async function tidy({ home, id }: Installation, current: string): Promise<void> {
  for (const name of readdirSync(join(home, 'versions'))) {
    if (name !== id && name !== current) await rm(join(home, 'versions', name), { recursive: true, force: true })
  }
}

/** The command is no part of a version, but comes with each. */
function renewCommand({ home, command }: Installation): void {
  const text = readFileSync(join(home, 'current/deploy/kindred'), 'utf8').replace(':-/opt/kindred}', `:-${home}}`)
  if (text === readFileSync(command, 'utf8')) return
  writeFileSync(`${command}.new`, text)
  // Whatever the umask is.
  chmodSync(`${command}.new`, 0o755)
  renameSync(`${command}.new`, command)
}

async function adviseOnService({ home }: Installation, out: UpgradeOrder['out']): Promise<void> {
  const install = join(home, 'current/deploy/install')
  const { exitCode } = await runProgram(install, ['--check'], { env: { ...process.env, BLOG_HOME: home }, isFailureFine: true })
  if (exitCode !== 0) out(`It has new settings of its service or of Caddy: ${install} puts them in place.`)
}
