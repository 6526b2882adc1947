import type { UpkeepFinding, VersionState } from '#upkeep/contract/upkeep.endpoints.ts'
import type { Backups } from '#upkeep/server/backup/backups.ts'

/** State of the installation, for admins. */
export interface Upkeep {
  readonly backups: Backups
  /** Null if the blog cannot send mail. Contains no password. */
  readonly mail: { readonly host: string; readonly from: string } | null
  readonly version: string
  readonly storage: VersionState['storage']
  /** Start of this process, in milliseconds since 1970. */
  readonly startedAt: number
  /** Problems that a quick check finds. */
  readonly findings: () => Promise<readonly UpkeepFinding[]>
}
