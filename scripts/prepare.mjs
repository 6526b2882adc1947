/**
 * Called by npm before the other scripts: installs missing packages, with the Node that runs the blog, and builds the pages,
 * each only if needed. Prints nothing when there is nothing to do.
 *
 * Runs before packages are installed, on any Node of the machine (18 or newer): built-in modules only, no new syntax.
 *
 *     node scripts/prepare.mjs start|blog|build|check|dev|test|…    the name of the npm script
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildProblem } from './prepare/build-state.mjs'
import { withLock } from './prepare/lock.mjs'
import { installPackages, missingPackages } from './prepare/packages.mjs'

const print = (line) => process.stdout.write(`${line}\n`)
const root = dirname(dirname(fileURLToPath(import.meta.url)))
/** Required for running TypeScript without a build, and for node:sqlite. */
const NODE_MAJOR_MIN = 24
const command = process.argv[2] ?? 'start'
const isForTests = !['start', 'blog', 'build'].includes(command)
const needsBuild = !['blog', 'check', 'dev'].includes(command)
const buildReason = () => (command === 'build' ? 'asked for' : needsBuild ? buildProblem(root) : undefined)

/**
 * Finds the Node that runs the blog: that of the packages, which `npm run` has first on its path, or else this one.
 * @throws where both are too old
 */
const findNode = () => {
  const packaged = join(root, 'node_modules/.bin/node')
  const isNewEnough = (version) => Number.parseInt(version.replace('v', ''), 10) >= NODE_MAJOR_MIN
  if (existsSync(packaged)) {
    if (isNewEnough(spawnSync(packaged, ['--version'], { encoding: 'utf8' }).stdout ?? '')) return packaged
    // One that does not run here, such as on Alpine, would hide the machine's own.
    rmSync(packaged)
  }
  if (isNewEnough(process.version)) return process.execPath
  throw new Error(
    `Kindred needs Node ${NODE_MAJOR_MIN} or newer: its packages have none for this machine (${process.platform} ${process.arch}), and this machine's own is ${process.versions.node}. Install it from https://nodejs.org/en/download`,
  )
}

const build = async () => {
  const child = spawn(findNode(), ['scripts/build.mjs'], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(output.trim())
}

/** Checks again under the lock, because another process may have just done the work. */
const prepare = async () => {
  const missing = missingPackages(root, isForTests).length
  if (missing > 0) {
    print(`Installing ${missing} packages …`)
    await installPackages(root, isForTests)
  }
  findNode()
  const reason = buildReason()
  if (reason === undefined) return
  print(`Building the blog (${reason}) …`)
  await build().catch((error) => {
    // Most tests need no build: scripts/test.mjs runs them and counts the missing build as a failure.
    if (command !== 'test') throw error
    process.stderr.write(`${error.message}\n`)
  })
}

try {
  if (missingPackages(root, isForTests).length > 0 || buildReason() !== undefined) {
    const announce = () => print('Waiting for another npm run in this folder to install or build')
    await withLock(join(root, '.prepare/claims'), announce, prepare)
  } else findNode()
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  // The last line of a test run must be the counts, also after a failure.
  if (command === 'test') print('0 passed, 1 failed')
  process.exitCode = 1
}
