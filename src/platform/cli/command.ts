import type { Config } from '#platform/process/config.ts'
import type { Database } from '#platform/database/database.ts'
import type { Ask } from './ask.ts'

export type Flags = Readonly<Record<string, string | boolean | readonly string[] | undefined>>

export interface Flag {
  readonly type: 'string' | 'boolean'
  readonly multiple?: boolean
  readonly default?: string
  /** Placeholder of the value in the help, for instance `FOLDER`. */
  readonly value?: string
  readonly help: string
}

interface CommandHead {
  /** Words of the command line, for instance ['user', 'create']. */
  readonly name: readonly string[]
  readonly usage: string
  readonly summary: string
  readonly flags: Readonly<Record<string, Flag>>
  /** Maximum number of further words, for instance a file's name; 0 if omitted. */
  readonly words?: number
}

/** A command of the operator. Throws mistakes as AppError, StartError or ZodError. */
export interface Command extends CommandHead {
  /** `as it is` skips the migration that runs before all other commands. */
  readonly database?: 'as it is'
  readonly run: (context: CommandContext) => Promise<void>
}

/** A command that works with a broken set-up: it gets neither settings nor database. */
export interface StandaloneCommand extends CommandHead {
  readonly runStandalone: (context: StandaloneContext) => Promise<void>
}

export interface StandaloneContext {
  readonly env: NodeJS.ProcessEnv
  readonly flags: Flags
  readonly out: (line: string) => void
  /** Sets the exit code, 1 unless given, although nothing was thrown. */
  readonly fail: (exitCode?: number) => void
  readonly ask: Ask
}

export interface CommandContext extends StandaloneContext {
  readonly db: Database
  readonly config: Config
  readonly words: readonly string[]
}

/** Returns the value of a flag that takes text. */
export const textFlag = (flags: Flags, name: string): string | undefined => {
  const value = flags[name]
  return typeof value === 'string' ? value : undefined
}
