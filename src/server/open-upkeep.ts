import type { UpkeepFinding } from '#contract/endpoints/upkeep.ts'
import type { Backups } from './features/backups.ts'
import type { Upkeep } from './features/upkeep.ts'
import { glance } from './doctor/glance.ts'
import type { Config } from './platform/config.ts'
import { readBlogVersion } from './platform/blog-version.ts'

interface Parts {
  readonly config: Config
  readonly backups: Backups
  readonly isPublicUrlSet: boolean
  /** What keeps the blog from serving. */
  readonly problems: () => Promise<readonly string[]>
  readonly now: () => number
}

/** What admins see of this installation in the dashboard. */
export async function openUpkeep({ config, backups, isPublicUrlSet, problems, now }: Parts): Promise<Upkeep> {
  return {
    backups,
    mail: config.mail && { host: new URL(config.mail.smtpUrl).host, from: config.mail.from },
    version: await readBlogVersion(),
    storage: config.storage.type === 's3' ? 'bucket' : 'folder',
    startedAt: now(),
    async findings() {
      const [serving, glanced] = await Promise.all([problems(), glance(config, isPublicUrlSet)])
      const wrong = serving.map((says): UpkeepFinding => ({ subject: 'Blog', isWrong: true, says, advice: null }))
      const others = glanced
        .filter(({ state }) => state !== 'fine')
        .map(({ subject, state, says, advice = null }): UpkeepFinding => ({ subject, isWrong: state === 'wrong', says, advice }))
      return [...wrong, ...others]
    },
  }
}
