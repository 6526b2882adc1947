import { existsSync, readFileSync, statfsSync } from 'node:fs'

const FOLDER = '/dev/shm'
/** For the database server, the browsers and their blogs together. */
const MIN_BYTES = 3 * 1024 ** 3

/**
 * Returns a folder in memory, or undefined where there is none with enough room: containers often have 64 MB. Files there
 * cost less CPU time than on a disk.
 */
export const findMemoryFolder = (): string | undefined => {
  if (!existsSync(FOLDER) || isNoexec()) return undefined
  const { bavail, bsize } = statfsSync(FOLDER)
  return bavail * bsize >= MIN_BYTES ? FOLDER : undefined
}

const isNoexec = (): boolean => {
  if (!existsSync('/proc/mounts')) return true
  const [, options = 'noexec'] = /^\S+ \/dev\/shm \S+ (\S+)/m.exec(readFileSync('/proc/mounts', 'utf8')) ?? []
  return options.split(',').includes('noexec')
}
