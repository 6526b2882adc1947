import type { BackupsState, KeptBackup } from '#upkeep/contract/upkeep.endpoints.ts'
import type { FileOutput } from '#platform/contract/endpoint.ts'

/** Backups of this installation, for the dashboard. */
export interface Backups {
  readonly state: () => Promise<BackupsState>
  /** Starts a backup in the background, unless one is running in any process. */
  readonly begin: () => Promise<void>
  /** @returns undefined where no backup has this id */
  readonly find: (id: string) => Promise<KeptBackup | undefined>
  readonly fileOf: (backup: KeptBackup) => FileOutput
}
