import type { ParseArgsConfig } from 'node:util'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database/database.ts'

export type Flags = Readonly<Record<string, string | boolean | undefined>>

/** One thing the operator can ask for. Mistakes are thrown as AppError. */
export interface Command {
  /** The words that call it, for instance ['user', 'create']. */
  readonly name: readonly string[]
  readonly usage: string
  readonly summary: string
  readonly flags: NonNullable<ParseArgsConfig['options']>
  readonly run: (context: { db: Database; config: Config; flags: Flags; out: (line: string) => void }) => Promise<void>
}
