import type { BackupsState, KeptBackup } from '#contract/endpoints/upkeep.ts'
import type { FileOutput } from '#contract/endpoint.ts'

/** The backups of this installation, as the dashboard needs them. */
export interface Backups {
  readonly state: () => Promise<BackupsState>
  /** Begins one in the background, unless one is running in any process. */
  readonly begin: () => Promise<void>
  /** @returns undefined where there is none of this id, or no longer */
  readonly find: (id: string) => Promise<KeptBackup | undefined>
  readonly fileOf: (backup: KeptBackup) => FileOutput
}
