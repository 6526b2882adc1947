import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Processes that load the same modules one after the other compile them once: half their time. */
export const COMPILE_CACHE = join(tmpdir(), 'node-compile-cache')

/** Runs a module in a separate process. @returns what it printed, parsed as JSON */
export async function runModule<T>(module: string, words: readonly string[]): Promise<T> {
  const options = { cwd: join(import.meta.dirname, '../../..'), env: { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE } }
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', module, ...words], options)
  return JSON.parse(stdout) as T
}

/** Runs a module in three processes that start at the same time. */
export const runThreeAtOnce = <T>(module: string, words: readonly string[]): Promise<T[]> =>
  Promise.all([runModule<T>(module, words), runModule<T>(module, words), runModule<T>(module, words)])
