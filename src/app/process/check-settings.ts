import { loadConfig } from '#platform/process/config.ts'
import { StartError } from '#platform/process/start-error.ts'

/** Exits with 1 and prints what is wrong with the settings: the command `kindred` runs it before it stops a blog. */
try {
  loadConfig(process.env)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
