import { spawnSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Undoes what was broken. */
export type Mend = () => void

const run = (command: string, ...words: string[]) => spawnSync(command, words, { encoding: 'utf8' })
const isThere = (command: string) => run(command, '--version').status === 0

/** A reason why this machine cannot play a full disk; null where it can. */
export const noFullDisk = (): string | null => (isThere('prlimit') ? null : 'needs prlimit (util-linux)')

/** No file of this process can be written to any more, as on a disk without room. */
export function fillDisk(pid: number): Mend {
  const limit = (bytes: string) => {
    const { status, stderr } = run('prlimit', `--pid=${pid}`, `--fsize=${bytes}:unlimited`)
    if (status !== 0) throw new Error(stderr)
  }
  limit('1')
  return () => limit('unlimited')
}

const CAPABILITIES = '-dac_override,-dac_read_search,-fowner'

/** Root may write anywhere, whatever the permissions say: started through this, it may not. Undefined where that cannot be had. */
export function launcherThatObeys(): readonly string[] | undefined {
  if (process.getuid?.() !== 0) return []
  const launcher = ['setpriv', `--bounding-set=${CAPABILITIES}`, `--inh-caps=${CAPABILITIES}`]
  return run('setpriv', ...launcher.slice(1), 'true').status === 0 ? launcher : undefined
}

/** Nothing can be put into the folder, nor taken out of it. */
export function makeReadOnly(folder: string): Mend {
  chmodSync(folder, 0o555)
  return () => chmodSync(folder, 0o755)
}

/** Another process holds the database for itself. */
export function lockDatabase(path: string): Mend {
  const other = new DatabaseSync(path, { timeout: 5000 })
  other.exec('begin exclusive')
  return () => {
    other.exec('rollback')
    other.close()
  }
}

/** Ids of the processes that it has started. */
export const childrenOf = (pid: number): number[] =>
  run('ps', '-o', 'pid=', '--ppid', String(pid))
    .stdout.split('\n')
    .map(Number)
    .filter((id) => id > 0)
