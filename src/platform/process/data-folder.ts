import { constants } from 'node:fs'
import { access, mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Logger } from './logger.ts'
import { codeOf, StartError } from './start-error.ts'

const PRIVATE = 0o700
const OTHERS = 0o007

/** Creates the folder, accessible to its owner only, or checks an existing one. @throws StartError */
export async function prepareDataFolder(folder: string, logger?: Pick<Logger, 'warn'>): Promise<void> {
  try {
    await makePrivateFolder(folder)
    // With the slash, a file fails with ENOTDIR.
    await access(`${folder}/`, constants.R_OK | constants.W_OK)
  } catch (error) {
    throw new StartError(`The data folder ${folder} cannot be written to (${codeOf(error)}). Set DATA_DIR to one that can.`, {
      cause: error,
    })
  }
  const { mode } = await stat(folder)
  if ((mode & OTHERS) === 0 || process.platform === 'win32') return
  logger?.warn({ folder }, `the data folder can be read by every user of this machine; chmod 700 ${folder} changes that`)
}

/** Node's own recursive mkdir hangs for 40 seconds where the system refuses to create folders, as in /proc. */
async function makePrivateFolder(path: string): Promise<void> {
  const make = async () => {
    try {
      await mkdir(path, { mode: PRIVATE })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  try {
    await make()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(path) === path) throw error
    await makePrivateFolder(dirname(path))
    await make()
  }
}
