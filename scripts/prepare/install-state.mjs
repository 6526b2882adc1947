import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What npm says it installed. */
const INSTALLED = 'node_modules/.package-lock.json'

const readLock = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages
  } catch {
    return undefined
  }
}

/** Printed without its stack. */
export class LockFileError extends Error {}

/** There while an install of ours runs. */
export const markerPath = (root) => join(root, 'node_modules/.kindred-installing')
/** Npm writes its own list last; an update begins with the list of the install before. */
export const isUnfinished = (root) =>
  existsSync(markerPath(root)) || (existsSync(join(root, 'node_modules')) && !existsSync(join(root, INSTALLED)))

/** Packages of other platforms are optional; npm leaves them out by itself. */
const isNeeded = (entry, dev) => !entry.optional && !entry.devOptional && (dev || !entry.dev)
const isSame = (one, other) => one.version === other?.version && one.integrity === other.integrity

/**
 * Compares what package-lock.json asks for with what npm says it installed. By content, not by time:
 * a fresh clone gives every file the time of the clone.
 * @param {string} root
 * @param {{ dev: boolean }} options whether tools are needed too, or only what the blog runs on
 * @returns {string | undefined} why an install is needed
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
  const lost = needed.find(([path]) => !existsSync(join(root, path, 'package.json')))
  return lost && `${lost[0]} is missing`
}
