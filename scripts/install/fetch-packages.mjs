import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { neededPackages } from './needed-packages.mjs'

const AT_ONCE = 4
const ATTEMPTS = 4

/** The list that npm writes, so that scripts/prepare.mjs knows what is installed. */
const LIST = 'node_modules/.package-lock.json'

const readList = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {})
const nameOf = (path, entry) => entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

const run = (command, args) => {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command}: ${stderr?.trim() || error?.message}`)
}

/** Equal files on the disk, or copies where the folders are on two disks. */
const link = (from, to) => {
  const { status } = spawnSync('cp', ['--archive', '--link', '--no-target-directory', from, to])
  if (status !== 0) run('cp', ['--archive', '--no-target-directory', from, to])
}

const sumOf = async (file, algorithm) => {
  const hash = createHash(algorithm)
  await pipeline(createReadStream(file), hash)
  return hash.digest('base64')
}

/** @returns whether the file has the checksum of package-lock.json: `sha512-…` */
const isWhole = async (file, integrity) => {
  if (!existsSync(file)) return false
  const [algorithm, sum] = [integrity.slice(0, integrity.indexOf('-')), integrity.slice(integrity.indexOf('-') + 1)]
  return (await sumOf(file, algorithm)) === sum
}

const request = async (url) => {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return response
}

/** The lock file has no checksum of a package that its registry did not have (scripts/complete-lock.mjs). */
const integrityOf = async ({ integrity, version }, { name, registry }) =>
  integrity ?? (await (await request(`${registry}/${name.replace('/', '%2f')}/${version}`)).json()).dist.integrity

/** Downloads one package into `folder`. @returns the checked archive */
const download = async ({ name, entry, folder, registry }) => {
  const file = join(folder, `${name.replace('/', '+')}-${entry.version}.tgz`)
  for (let attempt = 1; ; attempt += 1) {
    try {
      const integrity = await integrityOf(entry, { name, registry })
      if (await isWhole(file, integrity)) return file
      const response = await request(`${registry}/${name}/-/${basename(name)}-${entry.version}.tgz`)
      await pipeline(Readable.fromWeb(response.body), createWriteStream(file))
      if (await isWhole(file, integrity)) return file
      throw new Error(`${name} ${entry.version} does not have the checksum of package-lock.json`)
    } catch (error) {
      if (attempt === ATTEMPTS) throw error
      await sleep(1000 * attempt)
    }
  }
}

/**
 * Installs the packages of package-lock.json into node_modules, each with its checksum, streaming: npm needs 480 to 850 MB of memory
 * for the same (decision 82). Runs no install scripts; no package needs one.
 * @param {string} root
 * @param {{ forBuild: boolean, registry: string, downloads: string, before?: string }} options `downloads`: folder of archives
 *   that are there already; `before`: folder of another version, whose equal packages are linked instead
 */
export const fetchPackages = async (root, { forBuild, registry, downloads, before }) => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const there = readList(join(before ?? root, LIST))
  const paths = neededPackages(lock, { forBuild })
  const folder = mkdtempSync(join(downloads, 'packages-'))
  // A package inside another one is unpacked after it.
  const place = async (path) => {
    const entry = lock.packages[path]
    const [from, to] = [join(before ?? root, path), join(root, path)]
    mkdirSync(dirname(to), { recursive: true })
    if (before !== undefined && entry.integrity !== undefined && there[path]?.integrity === entry.integrity && existsSync(from)) {
      link(from, to)
      // Packages inside it are entries of their own.
      if (Object.keys(there).some((other) => other.startsWith(`${path}/`)))
        rmSync(join(to, 'node_modules'), { recursive: true, force: true })
      return
    }
    const name = nameOf(path, entry)
    const given = join(downloads, `${name.replace('/', '+')}-${entry.version}.tgz`)
    const isGiven = entry.integrity !== undefined && (await isWhole(given, entry.integrity))
    const file = isGiven ? given : await download({ name, entry, folder, registry })
    mkdirSync(to, { recursive: true })
    run('tar', ['--extract', '--gzip', '--no-same-owner', '--strip-components=1', '--file', file, '--directory', to])
    if (!isGiven) rmSync(file)
  }
  try {
    const depth = (path) => path.split('node_modules/').length
    for (const level of [...new Set(paths.map(depth))].sort((a, b) => a - b)) {
      const left = paths.filter((path) => depth(path) === level)
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          for (let path = left.shift(); path !== undefined; path = left.shift()) await place(path)
        }),
      )
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  writeList(root, lock, paths)
  return paths.length
}

const writeList = (root, lock, paths) => {
  const packages = Object.fromEntries(paths.map((path) => [path, lock.packages[path]]))
  const { name, version, lockfileVersion } = lock
  writeFileSync(join(root, LIST), JSON.stringify({ name, version, lockfileVersion, requires: true, packages }))
}

/** Deletes the packages that only the build needed. */
export const removeBuildPackages = (root) => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const needed = neededPackages(lock, { forBuild: false })
  const isPart = (path) => needed.some((other) => other === path || other.startsWith(`${path}/`))
  for (const path of Object.keys(readList(join(root, LIST)))) {
    if (!isPart(path)) rmSync(join(root, path), { recursive: true, force: true })
  }
  writeList(root, lock, needed)
}
