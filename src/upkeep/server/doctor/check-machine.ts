import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { about, type Finding } from './finding.ts'
import type { Machine } from './machine.ts'

/** The runtime that the server's own sources need (scripts/prepare/runtime.mjs). */
const NODE_MAJOR_MIN = 24
const MEGABYTE = 1024 * 1024
/** The blog alone needs 256 MB free; pictures are processed beside it. */
const MEMORY_NEEDED_BYTES = 400 * MEGABYTE
const MEMORY_GOOD_BYTES = 900 * MEGABYTE

export function checkNode(version: string): Finding {
  const { fine, wrong } = about('Node')
  if (Number.parseInt(version, 10) >= NODE_MAJOR_MIN) return fine(`Version ${version}.`)
  return wrong(
    `Version ${version} is too old.`,
    `The blog brings its own: start it with npm start. Otherwise install Node ${NODE_MAJOR_MIN}.`,
  )
}

export function checkMemory(bytes: number): Finding {
  const { fine, attention, wrong } = about('Memory')
  const words = `${Math.round(bytes / MEGABYTE).toLocaleString('en')} MB.`
  if (bytes < MEMORY_NEEDED_BYTES)
    return wrong(
      `${words} The blog will be ended when a picture is uploaded.`,
      'Take a machine with 1 GB, or raise the limit of the container.',
    )
  if (bytes >= MEMORY_GOOD_BYTES) return fine(words)
  return attention(`${words} That is little for large pictures.`, 'Take a machine with 1 GB, or add swap space.')
}

/** Checks whether an upgrade was interrupted: a build writes its stamp last. */
export async function checkProgram({ folder }: Pick<Machine, 'folder'>): Promise<Finding> {
  const { fine, attention, wrong } = about('Program')
  const isThere = (path: string) =>
    stat(join(folder, path)).then(
      () => true,
      () => false,
    )
  const [modules, build, stamp] = await Promise.all(['node_modules', 'dist/server', 'dist/.stamp'].map(isThere))
  if (!modules) return wrong('Its packages are not installed.', 'npm start installs them.')
  if (!build && !stamp) return attention('It has not been built yet.', 'npm start builds it.')
  if (!build || !stamp)
    return wrong('An upgrade stopped half way: its build was not finished.', 'Finish it: npm start. The database is upgraded after that.')
  return fine('It is built.')
}
