import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { onTestFinished } from 'vitest'

export type EndFault = () => void

const run = (command: string, ...words: string[]) => spawnSync(command, words, { encoding: 'utf8' })
const isThere = (command: string) => run(command, '--version').status === 0

/** Why this machine cannot simulate a full disk; null if it can. */
export const fullDiskProblem = (): string | null => (isThere('prlimit') ? null : 'needs prlimit (util-linux)')

/** Makes all writes to files fail in a process, as on a full disk. */
export function fillDisk(pid: number): EndFault {
  const limit = (bytes: string) => {
    const { status, stderr } = run('prlimit', `--pid=${pid}`, `--fsize=${bytes}:unlimited`)
    if (status !== 0) throw new Error(stderr)
  }
  limit('1')
  return () => limit('unlimited')
}

const CAPABILITIES = '-dac_override,-dac_read_search,-fowner'

/** Command that starts another one without root's power to ignore file permissions; undefined if it is not installed. */
export function findUnprivilegedLauncher(): readonly string[] | undefined {
  if (process.getuid?.() !== 0) return []
  const launcher = ['setpriv', `--bounding-set=${CAPABILITIES}`, `--inh-caps=${CAPABILITIES}`]
  return run('setpriv', ...launcher.slice(1), 'true').status === 0 ? launcher : undefined
}

/** Makes it impossible to add files to the folder or to remove them. */
export function makeReadOnly(folder: string): EndFault {
  chmodSync(folder, 0o555)
  return () => chmodSync(folder, 0o755)
}

/** Locks the database exclusively, as another process could. */
export function lockDatabase(path: string): EndFault {
  const other = new DatabaseSync(path, { timeout: 5000 })
  other.exec('begin exclusive')
  return () => {
    other.exec('rollback')
    other.close()
  }
}

/** Ids of the child processes. */
export const childrenOf = (pid: number): number[] =>
  run('ps', '-o', 'pid=', '--ppid', String(pid))
    .stdout.split('\n')
    .map(Number)
    .filter((id) => id > 0)

/** Why this machine cannot mount a small disk; null if it can. */
export function smallDiskProblem(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'needs root on Linux'
  const folder = mkdtempSync(join(tmpdir(), 'kindred-disk-'))
  const { status } = run('mount', '-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder)
  if (status === 0) run('umount', folder)
  rmdirSync(folder)
  return status === 0 ? null : 'may not mount'
}

/** Mounts a disk of this size in memory, for one test. @param options of tmpfs, such as `size=4m` */
export function mountSmallDisk(options: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'kindred-disk-'))
  const { status, stderr } = run('mount', '-t', 'tmpfs', '-o', options, 'tmpfs', folder)
  if (status !== 0) throw new Error(stderr)
  onTestFinished(() => {
    run('umount', '-l', folder)
    rmdirSync(folder)
  })
  return folder
}
