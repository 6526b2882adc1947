import type { Config } from '#server/platform/config.ts'
import { checkProxy } from './check-address.ts'
import { checkRoom } from './check-folder.ts'
import { about, codeOf, type Finding } from './finding.ts'

/** The checks that cost next to nothing and name no file: for the dashboard, each time it is opened. */
export async function glance(config: Config, isPublicUrlSet: boolean): Promise<Finding[]> {
  const room = await checkRoom(config.dataDir).catch((error: unknown) =>
    about('Data folder').wrong(`It cannot be read (${codeOf(error)}).`, 'Look at DATA_DIR, and whether the disk is there.'),
  )
  return [...checkProxy(config, isPublicUrlSet), room]
}
