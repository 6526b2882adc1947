import { spawnSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Ends the fault. */
export type Mend = () => void

const run = (command: string, ...words: string[]) => spawnSync(command, words, { encoding: 'utf8' })
const isThere = (command: string) => run(command, '--version').status === 0

/** Why this machine cannot simulate a full disk; null where it can. */
export const noFullDisk = (): string | null => (isThere('prlimit') ? null : 'needs prlimit (util-linux)')

/** From now on this process cannot write to files, as on a full disk. */
export function fillDisk(pid: number): Mend {
  const limit = (bytes: string) => {
    const { status, stderr } = run('prlimit', `--pid=${pid}`, `--fsize=${bytes}:unlimited`)
    if (status !== 0) throw new Error(stderr)
  }
  limit('1')
  return () => limit('unlimited')
}

const CAPABILITIES = '-dac_override,-dac_read_search,-fowner'

/** A command that starts another one which obeys file permissions although it runs as root; undefined where there is none. */
export function launcherThatObeys(): readonly string[] | undefined {
  if (process.getuid?.() !== 0) return []
  const launcher = ['setpriv', `--bounding-set=${CAPABILITIES}`, `--inh-caps=${CAPABILITIES}`]
  return run('setpriv', ...launcher.slice(1), 'true').status === 0 ? launcher : undefined
}

/** No file can be added to the folder or removed from it. */
export function makeReadOnly(folder: string): Mend {
  chmodSync(folder, 0o555)
  return () => chmodSync(folder, 0o755)
}

/** Locks the database exclusively, as another process could. */
export function lockDatabase(path: string): Mend {
  const other = new DatabaseSync(path, { timeout: 5000 })
  other.exec('begin exclusive')
  return () => {
    other.exec('rollback')
    other.close()
  }
}

/** Ids of its child processes. */
export const childrenOf = (pid: number): number[] =>
  run('ps', '-o', 'pid=', '--ppid', String(pid))
    .stdout.split('\n')
    .map(Number)
    .filter((id) => id > 0)
