import { spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Required for running TypeScript without a build, and for node:sqlite. */
const NODE_MAJOR_MIN = 24

const isNewEnough = (version) => Number.parseInt(version, 10) >= NODE_MAJOR_MIN
const versionOf = (path) => (spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout ?? '').trim().replace(/^v/, '')

/**
 * Finds the Node that runs the blog: that of the packages, which `npm run` has first on its path, or else this one.
 * @throws where both are too old
 */
export const findNode = (root) => {
  const packaged = join(root, 'node_modules/.bin/node')
  if (existsSync(packaged)) {
    if (isNewEnough(versionOf(packaged))) return packaged
    // One that does not run here, such as on Alpine, would hide the machine's own.
    rmSync(packaged)
  }
  if (isNewEnough(process.versions.node)) return process.execPath
  throw new Error(
    `Kindred needs Node ${NODE_MAJOR_MIN} or newer: its packages have none for this machine (${process.platform} ${process.arch}), and this machine's own is ${process.versions.node}. Install it from https://nodejs.org/en/download`,
  )
}
