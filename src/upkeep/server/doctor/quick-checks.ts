import type { Config } from '#platform/process/config.ts'
import { checkProxy } from './check-address.ts'
import { checkRoom } from './check-folder.ts'
import { about, safeCodeOf, type Finding } from './finding.ts'

/** Runs the cheap checks whose findings name no file, each time the dashboard is opened. */
export async function runQuickChecks(config: Config, isPublicUrlSet: boolean): Promise<Finding[]> {
  const room = await checkRoom(config.dataDir).catch((error: unknown) =>
    about('Data folder').wrong(`It cannot be read (${safeCodeOf(error)}).`, 'Look at DATA_DIR, and whether the disk is there.'),
  )
  return [...checkProxy(config, isPublicUrlSet), room]
}
