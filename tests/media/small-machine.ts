import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Processes that have a limited memory together, with the cache of their files. */
interface SmallMachine {
  /** A command that replaces itself with the one after it, which then lives there. */
  readonly launcher: readonly string[]
  /** How often the kernel had to free memory. */
  readonly shortages: () => number
  readonly remove: () => void
}

const V1 = { folder: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes' }
const V2 = { folder: '/sys/fs/cgroup', limit: 'memory.max' }
/** Adds its own process to the group, and goes on as the program. */
const ENTER = 'echo $$ > "$0" && exec "$@"'

/** Linux as root. @returns null where the kernel offers no such group */
export function createSmallMachine(bytes: number): SmallMachine | null {
  const { folder, limit } = existsSync(V1.folder) ? V1 : V2
  const place = join(folder, `kindred-${randomBytes(4).toString('hex')}`)
  try {
    mkdirSync(place)
    writeFileSync(join(place, limit), String(bytes))
  } catch {
    if (existsSync(place)) rmdirSync(place)
    return null
  }
  return {
    launcher: ['/bin/sh', '-c', ENTER, join(place, 'cgroup.procs')],
    shortages: () => readShortages(place),
    remove: () => rmdirSync(place),
  }
}

const readShortages = (place: string): number =>
  existsSync(join(place, 'memory.failcnt'))
    ? Number(readFileSync(join(place, 'memory.failcnt'), 'utf8'))
    : Number(/^max (\d+)/m.exec(readFileSync(join(place, 'memory.events'), 'utf8'))?.[1])
