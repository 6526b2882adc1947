import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** npm's list of installed packages. */
const INSTALLED = 'node_modules/.package-lock.json'

const readLock = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages
  } catch {
    return undefined
  }
}

/** prepare.mjs prints its message without the stack. */
export class LockFileError extends Error {}

/** Path of a file that exists while installPackages() runs. */
export const markerPath = (root) => join(root, 'node_modules/.kindred-installing')
/** npm writes its list last. During an update, the list of the previous install exists, so the marker is needed, too. */
export const isUnfinished = (root) =>
  existsSync(markerPath(root)) || (existsSync(join(root, 'node_modules')) && !existsSync(join(root, INSTALLED)))

/** Optional packages may be for other platforms, which npm skips. */
const isNeeded = (entry, dev) => !entry.optional && !entry.devOptional && (dev || !entry.dev)
const isSame = (one, other) => one.version === other?.version && one.integrity === other.integrity

/**
 * Compares package-lock.json with npm's list of installed packages. By content, not by time:
 * git does not preserve modification times.
 * @param {string} root
 * @param {{ dev: boolean }} options `dev`: development dependencies are needed, too
 * @returns {string | undefined} why an install is needed; undefined when none is
 * @throws {LockFileError}
 */
export const installProblem = (root, { dev }) => {
  const wanted = readLock(join(root, 'package-lock.json'))
  if (wanted === undefined) throw new LockFileError('package-lock.json is missing or broken (a merge?): restore it with git')
  if (!existsSync(join(root, 'node_modules'))) return 'node_modules is missing'
  const installed = readLock(join(root, INSTALLED))
  if (installed === undefined || isUnfinished(root)) return 'an install was not finished'
  const needed = Object.entries(wanted).filter(([path, entry]) => path !== '' && isNeeded(entry, dev))
  if (needed.some(([path, entry]) => !isSame(entry, installed[path]))) return 'package-lock.json has changed'
  const missing = needed.find(([path]) => !existsSync(join(root, path, 'package.json')))
  return missing && `${missing[0]} is missing`
}
