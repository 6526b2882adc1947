/**
 * Runs several commands of `npm run blog` in one process, which takes a third of the time of one for each:
 *
 *     DATA_DIR=… node tests/support/blog/run-commands.mjs '[["seed"], ["user", "create", …]]'
 */
import { tuneProcess } from '#app/process/tune-process.mjs'

process.umask(0o077)
tuneProcess()
const { runCommand } = await import('#app/cli/run-command.ts')
const print = (line) => void process.stdout.write(`${line}\n`)
for (const words of JSON.parse(process.argv[2])) {
  process.exitCode = await runCommand({ words, env: process.env, read: undefined, out: print, error: print })
  if (process.exitCode !== 0) break
}
