import type { UpkeepFinding } from '#upkeep/contract/upkeep.endpoints.ts'
import { type Backups, runQuickChecks, type Upkeep } from '#upkeep/server/index.ts'
import type { Config } from '#platform/process/config.ts'
import { readBlogVersion } from '#platform/process/project-folder.ts'

interface Parts {
  readonly config: Config
  readonly backups: Backups
  readonly isPublicUrlSet: boolean
  readonly elsewhere: Upkeep['elsewhere']
  readonly restore: Upkeep['restore']
  readonly backupRules: Upkeep['backupRules']
  /** Lists the problems that prevent the blog from serving. */
  readonly problems: () => Promise<readonly string[]>
  readonly now: () => number
}

/** Opens the information about this installation for the dashboard. */
export async function openUpkeep({
  config,
  backups,
  elsewhere,
  restore,
  backupRules,
  isPublicUrlSet,
  problems,
  now,
}: Parts): Promise<Upkeep> {
  return {
    backups,
    elsewhere,
    restore,
    backupRules,
    mail: config.mail && { host: new URL(config.mail.smtpUrl).host, from: config.mail.from },
    version: await readBlogVersion(),
    storage: config.storage.type === 's3' ? 'bucket' : 'folder',
    startedAt: now(),
    async findings() {
      const [serving, checked] = await Promise.all([problems(), runQuickChecks(config, isPublicUrlSet)])
      const wrong = serving.map((says): UpkeepFinding => ({ subject: 'Blog', isWrong: true, says, advice: null }))
      const others = checked
        .filter(({ state }) => state !== 'fine')
        .map(({ subject, state, says, advice = null }): UpkeepFinding => ({ subject, isWrong: state === 'wrong', says, advice }))
      return [...wrong, ...others]
    },
  }
}
