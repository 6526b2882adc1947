import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { readFromTerminal } from './ask.ts'

// Files of the blog are accessible to its user only.
process.umask(0o077)
// The same cache as the blog's (process/tune-process.mjs).
enableCompileCache(fileURLToPath(new URL('../../../dist/compiled', import.meta.url)))
const { runCommand } = await import('./run-command.ts')
process.exitCode = await runCommand({
  words: process.argv.slice(2),
  env: process.env,
  read: process.stdin.isTTY ? readFromTerminal : undefined,
  out: (line) => process.stdout.write(`${line}\n`),
  error: (line) => process.stderr.write(`${line}\n`),
})
