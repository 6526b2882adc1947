import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { readFirstLine, readFromTerminal } from '#platform/cli/ask.ts'

// Files of the blog are accessible to its user only.
process.umask(0o077)
// The same cache as the blog's (process/tune-process.mjs).
enableCompileCache(fileURLToPath(new URL('../../../dist/compiled', import.meta.url)))
// V8 would collect the garbage of an import late: 300 MB of it.
if (process.argv[2] === 'import') setFlagsFromString('--optimize-for-size')
const { runCommand } = await import('./run-command.ts')
process.exitCode = await runCommand({
  words: process.argv.slice(2),
  env: process.env,
  read: process.stdin.isTTY ? readFromTerminal : undefined,
  readInput: readFirstLine,
  out: (line) => process.stdout.write(`${line}\n`),
  error: (line) => process.stderr.write(`${line}\n`),
})
