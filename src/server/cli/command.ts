import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Ask } from './ask.ts'

export type Flags = Readonly<Record<string, string | boolean | readonly string[] | undefined>>

export interface Flag {
  readonly type: 'string' | 'boolean'
  readonly multiple?: boolean
  readonly default?: string
  /** Stands for the value in the help, for instance `FOLDER`. */
  readonly value?: string
  readonly help: string
}

interface CommandHead {
  /** The words that call it, for instance ['user', 'create']. */
  readonly name: readonly string[]
  readonly usage: string
  readonly summary: string
  readonly flags: Readonly<Record<string, Flag>>
  /** Up to how many words may follow, for instance a file's name; none where it is left out. */
  readonly words?: number
}

/** Something the operator can call. Mistakes are thrown as AppError, StartError or ZodError. */
export interface Command extends CommandHead {
  /** `as it is` leaves the schema alone; all others find it up to date. */
  readonly database?: 'as it is'
  readonly run: (context: CommandContext) => Promise<void>
}

/** A command for a set-up that may be broken: it gets neither settings nor database. */
export interface LoneCommand extends CommandHead {
  readonly runAlone: (context: LoneContext) => Promise<void>
}

export interface LoneContext {
  readonly env: NodeJS.ProcessEnv
  readonly flags: Flags
  readonly out: (line: string) => void
  /** Sets the exit code, 1 unless given, although nothing was thrown. */
  readonly fail: (exitCode?: number) => void
}

export interface CommandContext extends LoneContext {
  readonly db: Database
  readonly config: Config
  readonly words: readonly string[]
  readonly ask: Ask
}

/** The value of a flag that takes text. */
export const textFlag = (flags: Flags, name: string): string | undefined => {
  const value = flags[name]
  return typeof value === 'string' ? value : undefined
}
