import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const readLock = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages
  } catch {
    return undefined
  }
}

/**
 * Compares what package-lock.json asks for with what npm says it installed. By content, not by time:
 * a fresh clone gives every file the time of the clone.
 * @param {string} root
 * @param {{ dev: boolean }} options whether tools are needed too, or only what the blog runs on
 * @returns {string | undefined} why an install is needed
 */
export const installProblem = (root, { dev }) => {
  const modules = join(root, 'node_modules')
  if (!existsSync(modules)) return 'node_modules is missing'
  const wanted = readLock(join(root, 'package-lock.json'))
  if (wanted === undefined) throw new Error('package-lock.json is missing or not JSON: restore it with git')
  // npm writes this file last, so an interrupted install has none.
  const installed = readLock(join(modules, '.package-lock.json'))
  if (installed === undefined) return 'an install was not finished'
  for (const [path, entry] of Object.entries(wanted)) {
    // Packages of other platforms are optional; npm leaves them out by itself.
    if (path === '' || entry.optional || entry.devOptional || (entry.dev && !dev)) continue
    if (installed[path]?.version !== entry.version || installed[path]?.integrity !== entry.integrity) {
      return 'package-lock.json has changed'
    }
    if (!existsSync(join(root, path, 'package.json'))) return `${path} is missing`
  }
  return undefined
}
