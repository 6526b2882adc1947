import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const SOURCE_FOLDERS = ['src', 'migrations']
const SOURCE_FILES = ['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts', 'scripts/build.mjs']
const STAMP = '.stamp'

const filesUnder = (root, folder) =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return filesUnder(root, path)
    return entry.isFile() && !/\.test\.\w+$/.test(entry.name) ? [path] : []
  })

/** Hashes the content of those files that exist, as git does not preserve modification times. */
export const hashFiles = (root, paths) => {
  const hash = createHash('sha256')
  const isFile = (path) => statSync(join(root, path), { throwIfNoEntry: false })?.isFile()
  // The order of readdir depends on the file system.
  for (const path of paths.filter(isFile).sort((a, b) => (a < b ? -1 : 1))) {
    const content = readFileSync(join(root, path))
    hash.update(`${path}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/** Of all files that the build reads. */
export const hashSources = (root) => {
  const folders = SOURCE_FOLDERS.filter((folder) => existsSync(join(root, folder))).flatMap((folder) => filesUnder(root, folder))
  return hashFiles(root, [...folders, ...SOURCE_FILES])
}

/** Path of the file in which a finished build stores the hash of its sources. */
export const stampPath = (dist) => join(dist, STAMP)

/** @returns {string | undefined} why a build is needed; undefined when none is */
export const buildProblem = (root) => {
  const dist = join(root, 'dist')
  if (!existsSync(join(dist, 'client')) || !existsSync(join(dist, 'server'))) return 'there is no build'
  const stamp = stampPath(dist)
  if (!existsSync(stamp)) return 'a build was not finished'
  return readFileSync(stamp, 'utf8') === hashSources(root) ? undefined : 'its sources have changed'
}
