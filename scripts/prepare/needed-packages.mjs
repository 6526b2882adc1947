import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the build needs in addition to what the blog needs; all other development packages are for tests and checks. */
const BUILD_PACKAGES = ['@fontsource/fraunces', '@tailwindcss/vite', '@vitejs/plugin-react', 'tailwindcss', 'vite']

/** The list that npm writes: so both know what the other has installed. */
export const LIST = 'node_modules/.package-lock.json'

export const readPackages = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages
  } catch {
    return {}
  }
}

const hasMusl = () => existsSync('/lib') && readdirSync('/lib').some((name) => name.startsWith('ld-musl'))
const THIS_MACHINE = () => ({ platform: process.platform, arch: process.arch, libc: hasMusl() ? 'musl' : 'glibc' })

const matches = (wanted, actual) => {
  const list = wanted === undefined ? [] : [wanted].flat()
  const [denied, allowed] = [list.filter((name) => name.startsWith('!')), list.filter((name) => !name.startsWith('!'))]
  return !denied.includes(`!${actual}`) && (allowed.length === 0 || allowed.includes(actual))
}

/** As Node finds a package: in the package's own node_modules, then in those of the folders above. */
const resolve = (packages, from, name) => {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const path = `${folder}${folder === '' ? '' : '/'}node_modules/${name}`
    if (path in packages) return path
    if (folder === '') return undefined
  }
}

const dependenciesOf = ({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }) => [
  ...Object.keys({ ...dependencies, ...optionalDependencies }),
  ...Object.keys(peerDependencies ?? {}).filter((name) => peerDependenciesMeta?.[name]?.optional !== true),
]

/**
 * Lists the packages of package-lock.json that this platform needs.
 * @param {Record<string, object>} packages
 * @param {'run' | 'build' | 'all'} purpose
 * @returns {string[]} their paths, `node_modules/…`, sorted
 */
export const neededPackages = (packages, purpose, { platform, arch, libc } = THIS_MACHINE()) => {
  const { dependencies, optionalDependencies, devDependencies } = packages['']
  const tools = { run: [], build: BUILD_PACKAGES, all: Object.keys(devDependencies ?? {}) }
  const queue = [...Object.keys({ ...dependencies, ...optionalDependencies }), ...tools[purpose]].map((name) => ['', name])
  const needed = new Set()
  for (const [from, name] of queue) {
    const path = resolve(packages, from, name)
    const entry = packages[path]
    if (entry === undefined || needed.has(path) || entry.inBundle) continue
    if (!matches(entry.os, platform) || !matches(entry.cpu, arch) || !matches(entry.libc, libc)) continue
    needed.add(path)
    queue.push(...dependenciesOf(entry).map((dependency) => [path, dependency]))
  }
  return [...needed].sort((a, b) => (a < b ? -1 : 1))
}

/** Paths of needed packages that are not installed, or in another version. By content: git does not preserve times. */
export const missingPackages = (root, purpose) => {
  const wanted = readPackages(join(root, 'package-lock.json'))
  if (!('' in wanted)) throw new Error('package-lock.json is missing or broken (a merge?): restore it with git')
  const there = readPackages(join(root, LIST))
  return neededPackages(wanted, purpose).filter((path) => {
    const { version, integrity } = wanted[path]
    const isSame = there[path]?.version === version && (integrity === undefined || there[path].integrity === integrity)
    return !isSame || !existsSync(join(root, path, 'package.json'))
  })
}
