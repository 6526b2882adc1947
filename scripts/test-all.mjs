/**
 * `npm run test:all`: everything that can be tested, or some parts. A part that has passed with the same files is skipped.
 *
 *     npm run test:all -- [--again] [part …] | part options…
 */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { hashFiles } from './prepare/build-state.mjs'
import { PARTS } from './test-parts.mjs'
import { runParts } from './run-parts.mjs'

const root = join(import.meta.dirname, '..')
process.chdir(root)
const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
const run = {
  parts: PARTS,
  words: process.argv.slice(2),
  content: hashFiles(root, files.split('\0')),
  memory: join(root, '.prepare/passed-parts.json'),
  print: (line) => process.stdout.write(`${line}\n`),
}
process.exitCode = await runParts(run).catch((error) => {
  process.stderr.write(`${error.message}\n`)
  return 1
})
