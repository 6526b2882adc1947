import { type Config, ConfigError, readConfig } from './platform/config.ts'
import { StartError } from './platform/start-error.ts'

/** @throws StartError with every mistake in them, a line each */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Config {
  try {
    return readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) throw new StartError(error.message)
    throw error
  }
}
