import type { UpkeepFinding, VersionState } from '#contract/endpoints/upkeep.ts'
import type { Backups } from './backups.ts'

/** What admins see of the installation itself. */
export interface Upkeep {
  readonly backups: Backups
  /** Null where the blog cannot send mail. Never with a password. */
  readonly mail: { readonly host: string; readonly from: string } | null
  readonly version: string
  readonly storage: VersionState['storage']
  /** Of this process; milliseconds since 1970. */
  readonly startedAt: number
  /** What is not as it should be, as far as a quick check sees it. */
  readonly findings: () => Promise<readonly UpkeepFinding[]>
}
