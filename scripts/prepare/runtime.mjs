import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { delimiter, join, relative, resolve } from 'node:path'

/** Required for running TypeScript without a build, and for node:sqlite. */
const NODE_MAJOR_MIN = 24
const PROBE_TIMEOUT_MS = 20_000
const isWindows = process.platform === 'win32'
const exe = isWindows ? '.exe' : ''

export const isNewEnough = (version) => Number.parseInt(version ?? '', 10) >= NODE_MAJOR_MIN

/** Runs the binary, which may be for another processor or another C library. @returns undefined when it does not run */
export const probeVersion = (path) => {
  if (path === process.execPath && existsSync(path)) return process.versions.node
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: PROBE_TIMEOUT_MS, windowsHide: true })
  return status === 0 ? stdout.trim().replace(/^v/, '') : undefined
}

/** Name of the package in package-lock.json that contains Node for this platform, if any. */
export const packagedNodeName = (root, { platform, arch } = process) => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const matches = (wanted, actual) => wanted === undefined || [wanted].flat().includes(actual)
  return Object.keys(packages[''].optionalDependencies ?? {}).find((name) => {
    const entry = packages[`node_modules/${name}`]
    return entry?.bin?.node !== undefined && matches(entry.os, platform) && matches(entry.cpu, arch)
  })
}

export const packagedNodePath = (root, name) => join(root, 'node_modules', name, 'bin', `node${exe}`)

/** Finds the first `node` on PATH outside node_modules. */
export const findMachineNode = (pathVariable = process.env.PATH ?? '') => {
  for (const folder of pathVariable.split(delimiter)) {
    if (folder === '' || /node_modules[\\/]/.test(`${folder}/`)) continue
    const path = resolve(folder, `node${exe}`)
    const version = existsSync(path) ? probeVersion(path) : undefined
    if (version !== undefined) return { path, version }
  }
  return undefined
}

/**
 * `npm run` puts node_modules/.bin first on PATH, so this link decides which Node the blog runs on.
 * Without a target, removes the link, which would hide the machine's own Node.
 */
const setLink = (root, target) => {
  if (isWindows) return
  const link = join(root, 'node_modules/.bin/node')
  if (target === undefined) return rmSync(link, { force: true })
  if (existsSync(link)) return
  mkdirSync(join(root, 'node_modules/.bin'), { recursive: true })
  if (lstatSync(link, { throwIfNoEntry: false })) rmSync(link)
  symlinkSync(relative(join(root, 'node_modules/.bin'), target), link)
}

/**
 * Chooses the Node that runs the blog, and updates the link in node_modules/.bin.
 * @param {string} root
 * @returns {{ node: string } | { problem: string, isPackageMissing: boolean }}
 */
export const chooseRuntime = (root) => {
  const name = packagedNodeName(root)
  const packaged = name && packagedNodePath(root, name)
  const isInstalled = packaged !== undefined && existsSync(packaged)
  if (isInstalled && isNewEnough(probeVersion(packaged))) {
    setLink(root, packaged)
    return { node: packaged }
  }
  setLink(root, undefined)
  const machine = findMachineNode()
  if (isNewEnough(machine?.version)) return { node: machine.path }
  const platform = `${process.platform} ${process.arch}`
  const why = isInstalled ? `the one from npm does not run here (${platform})` : `npm has brought none for this machine (${platform})`
  return {
    problem: `Kindred needs Node ${NODE_MAJOR_MIN} or newer: ${why}, and this machine's own is ${machine?.version ?? 'missing'}. Install it from https://nodejs.org/en/download`,
    isPackageMissing: name !== undefined && !isInstalled,
  }
}
