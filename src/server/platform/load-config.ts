import { type Config, ConfigError, readConfig } from './config.ts'
import { StartError } from './start-error.ts'

/** @throws StartError with every mistake, a line each */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  try {
    return readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) throw new StartError(error.message)
    throw error
  }
}
