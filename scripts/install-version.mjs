/**
 * Puts this version, built, beside the others of an installation and prints its folder: BLOG_HOME/versions/<id>. Called by
 * deploy/install and by `upgrade`, each with the script of the version that it installs. Runs on the Node that this version pins.
 *
 *     node scripts/install-version.mjs BLOG_HOME [DOWNLOADS]
 *     node scripts/install-version.mjs --id
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fetchPackages, removeBuildPackages } from './install/fetch-packages.mjs'
import { buildProblem, hashSources } from './prepare/build-state.mjs'
import { chooseRuntime } from './prepare/runtime.mjs'

const source = dirname(dirname(fileURLToPath(import.meta.url)))
/** What is not copied: packages, the work of others, and data. */
const LEFT = new Set(['.git', '.env', '.prepare', 'node_modules', 'data', 'coverage', 'screenshots'])

const OUTPUT_MAX_BYTES = 64 * 1024 * 1024

const print = (line) => process.stderr.write(`  ${line}\n`)
const registry = (process.env.NPM_CONFIG_REGISTRY ?? process.env.npm_config_registry ?? 'https://registry.npmjs.org').replace(/\/+$/, '')

/** Equal sources have the same id. */
const idOf = (root) => `${JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version}-${hashSources(root).slice(0, 12)}`

const copySource = (folder, withBuild) => {
  const isCopied = (path) => {
    const [first = ''] = relative(source, path).split(sep)
    return !LEFT.has(first) && (first !== 'dist' || withBuild)
  }
  cpSync(source, folder, { recursive: true, filter: isCopied, verbatimSymlinks: true })
}

/** The account of the blog reads it, whatever the umask was when the sources were written. */
const makeReadable = (folder) => {
  const { status, stderr } = spawnSync('chmod', ['-R', 'u+rwX,go+rX,go-w', folder], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}

const install = async (home, given) => {
  const target = join(home, 'versions', idOf(source))
  if (existsSync(target)) return target
  mkdirSync(join(home, 'versions'), { recursive: true })
  const fresh = `${target}.new`
  rmSync(fresh, { recursive: true, force: true })
  const downloads = given ?? mkdtempSync(join(home, 'downloads-'))
  try {
    const isBuilt = buildProblem(source) === undefined
    copySource(fresh, isBuilt)
    const current = join(home, 'current')
    const before = existsSync(current) ? { before: realpathSync(current) } : {}
    const count = await fetchPackages(fresh, { forBuild: !isBuilt, registry, downloads, ...before })
    print(`${count} packages`)
    const { node, problem } = chooseRuntime(fresh)
    if (problem) throw new Error(problem)
    if (!isBuilt) {
      print('building, which takes a minute or several')
      // Its warnings are for developers.
      const built = spawnSync(node, ['scripts/build.mjs'], { cwd: fresh, encoding: 'utf8', maxBuffer: OUTPUT_MAX_BYTES })
      if (built.status !== 0) throw new Error(`${built.stdout}${built.stderr}\nthe build failed`)
      removeBuildPackages(fresh)
      rmSync(join(fresh, '.prepare'), { recursive: true, force: true })
    }
    makeReadable(fresh)
    renameSync(fresh, target)
    return target
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    throw error
  } finally {
    if (given === undefined) rmSync(downloads, { recursive: true, force: true })
  }
}

process.umask(0o022)
try {
  const [home, downloads] = process.argv.slice(2)
  if (home === undefined) throw new Error('which folder? node scripts/install-version.mjs BLOG_HOME')
  process.stdout.write(`${home === '--id' ? idOf(source) : await install(home, downloads)}\n`)
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
