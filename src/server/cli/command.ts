import type { ParseArgsConfig } from 'node:util'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database/database.ts'

export type Flags = Readonly<Record<string, string | boolean | readonly string[] | undefined>>

interface CommandHead {
  /** The words that call it, for instance ['user', 'create']. */
  readonly name: readonly string[]
  readonly usage: string
  readonly summary: string
  readonly flags: NonNullable<ParseArgsConfig['options']>
  /** Up to how many words may follow, for instance a file's name; none where it is left out. */
  readonly words?: number
}

/** One thing the operator can ask for. Mistakes are thrown as AppError. */
export interface Command extends CommandHead {
  /** `as it is` leaves the schema alone; all others find it up to date. */
  readonly database?: 'as it is'
  readonly run: (context: CommandContext) => Promise<void>
}

/** One that works on a set-up that may be broken: it gets neither settings nor database. */
export interface LoneCommand extends CommandHead {
  readonly runAlone: (context: Pick<CommandContext, 'flags' | 'out'>) => Promise<void>
}

export interface CommandContext {
  readonly db: Database
  readonly config: Config
  readonly flags: Flags
  readonly words: readonly string[]
  readonly out: (line: string) => void
}
