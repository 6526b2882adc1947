/**
 * Called by npm before `start`, `test`, `test:attacks`, `test:browsers`, `test:crash`, `test:soak`, `test:writing-kills`, `dev`, `check`,
 * `bench`, `screenshots` and `blog`: installs missing packages, chooses the Node that runs the blog and builds the pages, each only
 * if needed. Prints nothing when there is nothing to do.
 *
 * Runs before packages are installed, on any Node of the machine (18 or newer): built-in modules only, no new syntax.
 *
 *     node scripts/prepare.mjs start|test|attacks|browsers|crash|soak|writing-kills|dev|check|bench|screenshots|blog|build
 */
import { readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { buildProblem } from './prepare/build-state.mjs'
import { installPackages } from './prepare/install-packages.mjs'
import { installProblem, LockFileError } from './prepare/install-state.mjs'
import { acquireLock } from './prepare/process-lock.mjs'
import { portProblem } from './prepare/port-problem.mjs'
import { runWorker } from './prepare/run-worker.mjs'
import { chooseRuntime } from './prepare/runtime.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
/** For the lock and unfinished builds; ignored by git. */
const workFolder = join(root, '.prepare')
const command = process.argv[2] ?? 'start'
const needsBuild = ['start', 'test', 'attacks', 'browsers', 'crash', 'soak', 'writing-kills', 'bench', 'screenshots', 'build'].includes(
  command,
)
const buildReason = () => (command === 'build' ? 'asked for' : needsBuild ? buildProblem(root) : undefined)
/** `start` and `blog` must also run after `npm ci --omit=dev` with a finished build. */
const needsTools = () => !['start', 'blog'].includes(command) || buildReason() !== undefined

class PrepareError extends Error {}

/** Prints one line with the title and, when the work has ended, its duration. */
const step = async (title, work) => {
  const begin = Date.now()
  process.stdout.write(`${title} … `)
  const { ok, output } = await work()
  process.stdout.write(`${ok ? '' : 'failed after '}${((Date.now() - begin) / 1000).toFixed(1)} s\n`)
  if (!ok) throw new PrepareError(process.stderr.isTTY ? output : stripVTControlCharacters(output))
}

const install = (reason, lock) => step(`Installing packages (${reason})`, () => installPackages(root, workFolder, lock.setWorker))

const build = async (reason, node, lock) => {
  try {
    await step(`Building the blog (${reason})`, () => runWorker(node, ['scripts/build.mjs'], { cwd: root, onStart: lock.setWorker }))
  } catch (error) {
    // Most tests need no build: scripts/test.mjs runs them and counts the missing build as a failure.
    if (command !== 'test') throw error
    process.stderr.write(`${error.message}\n`)
  }
}

/** Deletes temporary files of killed runs. Call only under the lock. */
const deleteLeftovers = () => {
  for (const name of readdirSync(workFolder)) {
    if (/^(build-|old-|node$)/.test(name)) rmSync(join(workFolder, name), { recursive: true, force: true })
  }
}

/** Checks again under the lock, because another process may have just done the work. */
const prepareLocked = async () => {
  const lock = await acquireLock(join(workFolder, 'lock'), (pid) =>
    process.stdout.write(`Waiting for another npm run in this folder to install or build (process ${pid})\n`),
  )
  try {
    deleteLeftovers()
    const reason = installProblem(root, { dev: needsTools() })
    if (reason) await install(reason, lock)
    let runtime = chooseRuntime(root)
    if (runtime.problem && runtime.isPackageMissing && !reason) {
      await install('Node itself is missing', lock)
      runtime = chooseRuntime(root)
    }
    if (runtime.problem) throw new PrepareError(runtime.problem)
    const stale = buildReason()
    if (stale) await build(stale, runtime.node, lock)
  } finally {
    lock.release()
  }
}

const isReady = () => {
  if (installProblem(root, { dev: needsTools() })) return false
  return chooseRuntime(root).problem === undefined && buildReason() === undefined
}

/** Fails early when the blog could not start anyway. */
const requireFreePort = async () => {
  const problem = command === 'start' ? await portProblem(process.env) : undefined
  if (problem) throw new PrepareError(problem)
}

try {
  if (!isReady()) {
    await requireFreePort()
    await prepareLocked()
  }
} catch (error) {
  process.stderr.write(`${error instanceof PrepareError || error instanceof LockFileError ? error.message : error.stack}\n`)
  // The last line of a test run must be the counts, also after a failure.
  if (command === 'test') process.stdout.write('0 passed, 1 failed\n')
  process.exitCode = 1
}
