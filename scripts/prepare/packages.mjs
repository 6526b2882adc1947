import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'

const AT_ONCE = 8
const ATTEMPTS = 4
const isWindows = process.platform === 'win32'
const registry = (process.env.npm_config_registry ?? process.env.NPM_CONFIG_REGISTRY ?? 'https://registry.npmjs.org').replace(/\/+$/, '')

/** The list that npm writes: so both know what the other has installed. */
const LIST = 'node_modules/.package-lock.json'

const readPackages = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages
  } catch {
    return {}
  }
}

const hasMusl = existsSync('/lib') && readdirSync('/lib').some((name) => name.startsWith('ld-musl'))
const THIS_MACHINE = { platform: process.platform, arch: process.arch, libc: hasMusl ? 'musl' : 'glibc' }

/** @param wanted one name or a list, `!name` for all others; undefined for any */
const matches = (wanted, actual) => {
  const list = wanted === undefined ? [] : [wanted].flat()
  const allowed = list.filter((name) => !name.startsWith('!'))
  return !list.includes(`!${actual}`) && (allowed.length === 0 || allowed.includes(actual))
}

/**
 * Lists the packages of package-lock.json that this platform needs, by npm's marks in it.
 * @param {boolean} isForTests with the tools of tests and checks; without, what builds and runs the blog
 * @returns {string[]} their paths, `node_modules/…`; a package before those inside it
 */
export const neededPackages = (packages, isForTests, { platform, arch, libc } = THIS_MACHINE) =>
  Object.entries(packages)
    // Each supported platform has native builds; a bundled package comes with the one around it.
    .filter(([path, { inBundle }]) => path !== '' && !inBundle && !path.includes('wasm32'))
    .filter(([, { dev, devOptional }]) => isForTests || !(dev || devOptional))
    .filter(([, entry]) => matches(entry.os, platform) && matches(entry.cpu, arch) && matches(entry.libc, libc))
    .map(([path]) => path)
    .sort((a, b) => (a < b ? -1 : 1))

/** Paths of needed packages that are not installed, or in another version. By content: git does not preserve times. */
export const missingPackages = (root, isForTests) => {
  const wanted = readPackages(join(root, 'package-lock.json'))
  if (!('' in wanted)) throw new Error('package-lock.json is missing or broken (a merge?): restore it with git')
  const there = readPackages(join(root, LIST))
  return neededPackages(wanted, isForTests).filter(
    (path) => there[path]?.integrity !== wanted[path].integrity || !existsSync(join(root, path, 'package.json')),
  )
}

/** Not synchronous: several packages are unpacked at a time. */
const run = (command, ...args) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] })
    let errors = ''
    child.stderr.on('data', (text) => (errors += text))
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`${command}: ${errors.trim()}`))))
  })

/** @param integrity the checksum of package-lock.json: `sha512-…` */
const download = async (name, { version, integrity }, file) => {
  for (let attempt = 1; ; attempt += 1) {
    const url = `${registry}/${name}/-/${basename(name)}-${version}.tgz`
    try {
      const response = await fetch(url)
      if (!response.ok) throw new Error(String(response.status))
      await pipeline(Readable.fromWeb(response.body), createWriteStream(file))
      const hash = createHash('sha512')
      await pipeline(createReadStream(file), hash)
      if (`sha512-${hash.digest('base64')}` !== integrity) throw new Error('it does not have the checksum of package-lock.json')
      return
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
  writeFileSync(join(root, LIST), JSON.stringify({ lockfileVersion: 3, requires: true, packages }))
}

/**
 * Installs the missing packages of package-lock.json, each with its checksum, streaming: npm needs up to 720 MB of memory for the
 * same (decision 1). Runs no install scripts; no package needs one.
 * @param {string} root
 * @param {boolean} isForTests
 * @param {string} [other] a folder with equal packages, which are linked instead
 */
export const installPackages = async (root, isForTests, other = '') => {
  const wanted = readPackages(join(root, 'package-lock.json'))
  const others = other === '' ? {} : readPackages(join(other, LIST))
  for (const path of missingPackages(root, isForTests)) rmSync(join(root, path), { recursive: true, force: true })
  // With what was inside of those.
  const missing = missingPackages(root, isForTests)
  const there = Object.fromEntries(Object.entries(readPackages(join(root, LIST))).filter(([path]) => !missing.includes(path)))
  // Before a package changes: what is interrupted counts as missing.
  writeList(root, there)
  const isLinked = async (path, to) => {
    const from = join(other, path)
    if (others[path]?.integrity !== wanted[path].integrity || !existsSync(from)) return false
    const args = ['--archive', '--no-target-directory', from, to]
    // Equal files on the disk, or copies where the folders are on two disks.
    await run('cp', '--link', ...args).catch(() => run('cp', ...args))
    rmSync(join(to, 'node_modules'), { recursive: true, force: true })
    return true
  }
  const rest = []
  for (const path of missing) {
    mkdirSync(join(root, path), { recursive: true })
    if (!(await isLinked(path, join(root, path)))) rest.push(path)
  }
  const fetchRest = async () => {
    for (let path = rest.shift(); path !== undefined; path = rest.shift()) {
      const file = join(root, 'node_modules', `.${path.replaceAll('/', '+')}.tgz`)
      await download(wanted[path].name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length), wanted[path], file)
      await run('tar', '--extract', '--gzip', '--no-same-owner', '--strip-components=1', '--file', file, '--directory', join(root, path))
      rmSync(file)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, fetchRest))
  for (const path of missing) linkCommands(root, path, path.lastIndexOf('node_modules/') === 0 ? (wanted[path].bin ?? {}) : {})
  writeList(root, { ...there, ...Object.fromEntries(missing.map((path) => [path, wanted[path]])) })
}
