/**
 * Puts this version, built, beside the others of an installation and prints its folder: BLOG_HOME/versions/<id>. Called by
 * deploy/install and by `upgrade`, each with the script of the version that it installs. Runs on the Node that this version pins.
 *
 *     node scripts/install-version.mjs BLOG_HOME [FOLDER_WITH_PACKAGES]
 *     node scripts/install-version.mjs --id
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hashSources } from './prepare/build-state.mjs'
import { installPackages } from './prepare/packages.mjs'

const source = dirname(dirname(fileURLToPath(import.meta.url)))
/** What is not copied: packages, the work of others, and data. */
const LEFT = new Set(['.git', '.env', '.prepare', 'dist', 'node_modules', 'data', 'coverage', 'screenshots'])
const DISK_MB = 700
const MEMORY_MB = 500
const OUTPUT_MAX_BYTES = 64 * 1024 * 1024

/** Equal sources have the same id. */
const id = `${JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')).version}-${hashSources(source).slice(0, 12)}`

const run = (command, ...args) => {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: OUTPUT_MAX_BYTES })
  // Warnings of the build are for developers.
  if (status !== 0) throw new Error(`${stdout}${stderr}`)
}

const requireRoom = (folder) => {
  const { bavail, bsize } = statfsSync(folder)
  const [, swap = 0] = /^SwapFree: +(\d+)/m.exec(readFileSync('/proc/meminfo', 'utf8')) ?? []
  const [disk, memory] = [Math.floor((bavail * bsize) / 1e6), Math.floor(freemem() / 1e6 + swap / 1000)]
  if (disk < DISK_MB) throw new Error(`${folder} has ${disk} MB free; ${DISK_MB} MB are needed.`)
  if (memory >= MEMORY_MB) return
  const advice = 'fallocate -l 1G /swapfile && chmod 600 /swapfile && mkswap /swapfile && swapon /swapfile'
  throw new Error(`${memory} MB of memory are free; the build needs ${MEMORY_MB}. Swap helps, and may stay: ${advice}`)
}

const install = async (home, packages) => {
  const target = join(home, 'versions', id)
  if (existsSync(target)) return target
  mkdirSync(join(home, 'versions'), { recursive: true })
  requireRoom(home)
  const fresh = `${target}.new`
  rmSync(fresh, { recursive: true, force: true })
  try {
    const isCopied = (path) => !LEFT.has(relative(source, path).split(sep)[0])
    cpSync(source, fresh, { recursive: true, filter: isCopied, verbatimSymlinks: true })
    await installPackages(fresh, false, realpathSync(packages))
    run(join(fresh, 'node_modules/.bin/node'), join(fresh, 'scripts/build.mjs'))
    rmSync(join(fresh, '.prepare'), { recursive: true, force: true })
    // The account of the blog reads it, whatever the umask was when the sources were written.
    run('chmod', '-R', 'u+rwX,go+rX,go-w', fresh)
    renameSync(fresh, target)
    return target
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

process.umask(0o022)
try {
  const [home, packages = join(home ?? '', 'current')] = process.argv.slice(2)
  if (home === undefined) throw new Error('which folder? node scripts/install-version.mjs BLOG_HOME')
  process.stdout.write(`${home === '--id' ? id : await install(home, packages)}\n`)
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
