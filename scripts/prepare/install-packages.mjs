import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { LIST, missingPackages, neededPackages, readPackages } from './needed-packages.mjs'

const AT_ONCE = 8
const ATTEMPTS = 4
const isWindows = process.platform === 'win32'
const registry = (process.env.npm_config_registry ?? process.env.NPM_CONFIG_REGISTRY ?? 'https://registry.npmjs.org').replace(/\/+$/, '')

const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Not synchronous: the lock of scripts/prepare.mjs must beat meanwhile. */
const run = (command, ...args) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] })
    let errors = ''
    child.stderr.on('data', (text) => (errors += text))
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`${command}: ${errors.trim()}`))))
  })

/** @param integrity the checksum of package-lock.json: `sha512-…` */
const requireChecksum = async (file, integrity, name) => {
  const [algorithm, sum] = [integrity.slice(0, integrity.indexOf('-')), integrity.slice(integrity.indexOf('-') + 1)]
  const hash = createHash(algorithm)
  await pipeline(createReadStream(file), hash)
  if (hash.digest('base64') !== sum) throw new Error(`${name} does not have the checksum of package-lock.json`)
}

const download = async (name, { version, integrity }, file) => {
  for (let attempt = 1; ; attempt += 1) {
    const url = `${registry}/${name}/-/${basename(name)}-${version}.tgz`
    try {
      const response = await fetch(url)
      if (!response.ok) throw new Error(String(response.status))
      await pipeline(Readable.fromWeb(response.body), createWriteStream(file))
      return await requireChecksum(file, integrity, `${name} ${version}`)
    } catch (error) {
      if (attempt === ATTEMPTS) throw new Error(`${url}: ${error.cause?.message ?? error.message}`)
      await sleep(1000 * attempt)
    }
  }
}

/** Where npm puts the commands of a package, also the Node that the blog runs on. */
const linkCommands = (root, path, bin) => {
  for (const [command, file] of Object.entries(bin)) {
    const [target, link] = [join(root, path, file), join(root, 'node_modules/.bin', command)]
    mkdirSync(dirname(link), { recursive: true })
    rmSync(link, { force: true })
    if (isWindows) {
      if (command !== 'node') writeFileSync(`${link}.cmd`, `@node "%~dp0\\${relative(dirname(link), target)}" %*\r\n`)
    } else {
      chmodSync(target, 0o755)
      symlinkSync(relative(dirname(link), target), link)
    }
  }
}

const writeList = (root, packages) => {
  mkdirSync(join(root, 'node_modules'), { recursive: true })
  const { name, version, lockfileVersion } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  writeFileSync(join(root, LIST), JSON.stringify({ name, version, lockfileVersion, requires: true, packages }))
}

/**
 * Installs the missing packages of package-lock.json, each with its checksum, streaming: npm needs 480 to 850 MB of memory for
 * the same (decision 82). Runs no install scripts; no package needs one.
 * @param {string} root
 * @param {'run' | 'build' | 'all'} purpose
 * @param {readonly string[]} others folders with equal packages, which are linked instead
 */
export const installPackages = async (root, purpose, others = []) => {
  const wanted = readPackages(join(root, 'package-lock.json'))
  const missing = missingPackages(root, purpose)
  const there = Object.fromEntries(Object.entries(readPackages(join(root, LIST))).filter(([path]) => !missing.includes(path)))
  // Before a package changes: what is interrupted counts as missing.
  writeList(root, there)
  const place = async (path) => {
    const [entry, to] = [wanted[path], join(root, path)]
    rmSync(to, { recursive: true, force: true })
    mkdirSync(to, { recursive: true })
    const other = others.find(
      (folder) => readPackages(join(folder, LIST))[path]?.integrity === entry.integrity && existsSync(join(folder, path)),
    )
    if (other !== undefined) {
      const [from, link] = [`${join(other, path)}/.`, ['--archive', '--no-target-directory']]
      // Equal files on the disk, or copies where the folders are on two disks.
      await run('cp', '--link', ...link, from, to).catch(() => run('cp', ...link, from, to))
      rmSync(join(to, 'node_modules'), { recursive: true, force: true })
    } else {
      const file = join(root, 'node_modules', `.${path.replaceAll('/', '+')}.tgz`)
      await download(entry.name ?? nameOf(path), entry, file)
      await run('tar', '--extract', '--gzip', '--no-same-owner', '--strip-components=1', '--file', file, '--directory', to)
      rmSync(file)
    }
    linkCommands(root, path, path.lastIndexOf('node_modules/') === 0 ? (entry.bin ?? {}) : {})
  }
  // A package inside another one is unpacked after it.
  const depth = (path) => path.split('node_modules/').length
  for (const level of [...new Set(missing.map(depth))].sort((a, b) => a - b)) {
    const left = missing.filter((path) => depth(path) === level)
    const work = async () => {
      for (let path = left.shift(); path !== undefined; path = left.shift()) await place(path)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
  }
  writeList(root, { ...there, ...Object.fromEntries(missing.map((path) => [path, wanted[path]])) })
  // What was inside of a package that was replaced.
  if (missingPackages(root, purpose).length > 0 && missing.length > 0) await installPackages(root, purpose, others)
}

/** Deletes what only the build needed. */
export const removeBuildPackages = (root) => {
  const there = readPackages(join(root, LIST))
  const needed = neededPackages(readPackages(join(root, 'package-lock.json')), 'run')
  for (const path of Object.keys(there)) {
    if (!needed.some((other) => other === path || other.startsWith(`${path}/`))) rmSync(join(root, path), { recursive: true, force: true })
  }
  writeList(root, Object.fromEntries(needed.map((path) => [path, there[path]])))
}
