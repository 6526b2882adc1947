import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { isUnfinished, markerPath } from './install-state.mjs'
import { runWorker } from './run-worker.mjs'
import { findMachineNode, isNewEnough, packagedNodeName, packagedNodePath, probeVersion } from './runtime.mjs'

const QUIET = ['--no-audit', '--no-fund', '--loglevel=error', '--progress=false', '--prefer-offline']
/**
 * `--no-save` instead of `npm ci`, which refuses a lock file that lacks a package of another platform, and deletes
 * node_modules first. No install scripts: no dependency needs one, and one would install git hooks unasked.
 */
const ARGS = ['install', '--no-save', '--include=dev', '--include=optional', '--ignore-scripts', '--engine-strict=false', ...QUIET]

/** Runs npm on this Node: the npm that called us if known, else the one on PATH. */
const runNpm = (node, cwd, onStart) => {
  const npm = process.env.npm_execpath
  if (npm && basename(npm) === 'npm-cli.js') return runWorker(node, [npm, ...ARGS], { cwd, onStart })
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` }
  return runWorker('npm', ARGS, { cwd, onStart, env, shell: process.platform === 'win32' })
}

/** Installs only the Node package of the lock file, into `folder`, or into node_modules if that does not exist yet. @returns path of its `node` */
const fetchNode = async (root, folder, { node, onStart }) => {
  const name = packagedNodeName(root)
  if (name === undefined) return undefined
  const entry = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages[`node_modules/${name}`]
  const manifest = { name: 'node-for-npm', version: '0.0.0', optionalDependencies: { [name]: entry.version } }
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  // With the checksum from package-lock.json.
  const lock = { ...manifest, lockfileVersion: 3, packages: { '': manifest, [`node_modules/${name}`]: entry } }
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
  await runNpm(node, folder, onStart)
  const [fetched, modules] = [join(folder, 'node_modules'), join(root, 'node_modules')]
  if (existsSync(modules) || !existsSync(fetched)) return packagedNodePath(folder, name)
  renameSync(fetched, modules)
  return packagedNodePath(root, name)
}

/**
 * npm skips optional packages that require a newer Node than npm itself runs on, and the tools ship their
 * binaries as such packages. So npm must run on the Node that the tools will run on.
 */
const findNodeForNpm = async (root, folder, onStart) => {
  const machine = findMachineNode()?.path
  const candidates = [process.execPath, process.env.npm_node_execpath, machine].filter((path) => path && existsSync(path))
  const isUsable = (path) => path !== undefined && existsSync(path) && isNewEnough(probeVersion(path))
  const found = candidates.find(isUsable)
  if (found) return found
  const fetched = await fetchNode(root, folder, { node: candidates[0], onStart })
  return isUsable(fetched) ? fetched : candidates[0]
}

/**
 * @param {string} root
 * @param {string} workFolder
 * @param {(pid: number | undefined) => void} onStart
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export const installPackages = async (root, workFolder, onStart) => {
  const modules = join(root, 'node_modules')
  // An interrupted install may have left incomplete packages, which npm would consider complete.
  if (isUnfinished(root)) rmSync(modules, { recursive: true, force: true })
  const folder = join(workFolder, 'node')
  try {
    const node = await findNodeForNpm(root, folder, onStart)
    if (node === undefined) return { ok: false, output: 'There is no Node to run npm on: install one from https://nodejs.org/en/download' }
    mkdirSync(modules, { recursive: true })
    writeFileSync(markerPath(root), '')
    const result = await runNpm(node, root, onStart)
    if (result.ok) rmSync(markerPath(root))
    return result
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
