/**
 * Called by npm before the other scripts: installs missing packages, with the Node that runs the blog, and builds the pages,
 * each only if needed. Prints nothing when there is nothing to do.
 *
 * Runs before packages are installed, on any Node of the machine (18 or newer): built-in modules only, no new syntax.
 *
 *     node scripts/prepare.mjs start|test|attacks|browsers|crash|soak|writing-kills|dev|check|bench|screenshots|blog|build
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildProblem } from './prepare/build-state.mjs'
import { installPackages } from './prepare/install-packages.mjs'
import { withLock } from './prepare/lock.mjs'
import { missingPackages } from './prepare/needed-packages.mjs'
import { findNode } from './prepare/node-to-use.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const command = process.argv[2] ?? 'start'
const needsBuild = ['start', 'test', 'attacks', 'browsers', 'crash', 'soak', 'writing-kills', 'bench', 'screenshots'].includes(command)
const buildReason = () => (command === 'build' ? 'asked for' : needsBuild ? buildProblem(root) : undefined)

/** A finished build needs no tools. */
const purpose = () => {
  if (command === 'build') return 'build'
  if (!['start', 'blog'].includes(command)) return 'all'
  return buildReason() === undefined ? 'run' : 'build'
}

/** Prints one line with the title and, when the work has ended, its duration. */
const step = async (title, work) => {
  const begin = Date.now()
  process.stdout.write(`${title} … `)
  const end = (word) => process.stdout.write(`${word}${((Date.now() - begin) / 1000).toFixed(1)} s\n`)
  await work().catch((error) => {
    end('failed after ')
    throw error
  })
  end('')
}

const build = async () => {
  const child = spawn(findNode(root), ['scripts/build.mjs'], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(output.trim())
}

/** Checks again under the lock, because another process may have just done the work. */
const prepare = async () => {
  const missing = missingPackages(root, purpose()).length
  if (missing > 0) await step(`Installing ${missing} packages`, () => installPackages(root, purpose()))
  findNode(root)
  const reason = buildReason()
  if (reason === undefined) return
  await step(`Building the blog (${reason})`, build).catch((error) => {
    // Most tests need no build: scripts/test.mjs runs them and counts the missing build as a failure.
    if (command !== 'test') throw error
    process.stderr.write(`${error.message}\n`)
  })
}

try {
  if (missingPackages(root, purpose()).length > 0 || buildReason() !== undefined) {
    const wait = () => process.stdout.write('Waiting for another npm run in this folder to install or build\n')
    await withLock(join(root, '.prepare/lock'), wait, prepare)
  } else findNode(root)
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  // The last line of a test run must be the counts, also after a failure.
  if (command === 'test') process.stdout.write('0 passed, 1 failed\n')
  process.exitCode = 1
}
