/** Static checks: `npm run check`. Runs all of them, then prints what failed. */
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

const CHECKS = [
  { name: 'format', command: 'oxfmt', args: ['--check', '.'], advice: 'npm run format' },
  // Type-aware; oxlint.config.ts has the import zones and forbids import cycles.
  { name: 'lint', command: 'oxlint', args: ['--deny-warnings'] },
  { name: 'types', command: 'tsc', args: ['--noEmit', '--pretty', String(Boolean(process.stdout.isTTY))] },
  { name: 'dead code', command: 'knip', args: ['--no-progress', '--treat-config-hints-as-errors'] },
  { name: 'words', command: 'node', args: ['scripts/check-words.mjs'] },
  { name: 'lock file', command: 'node', args: ['scripts/complete-lock.mjs', '--check'], advice: 'node scripts/complete-lock.mjs' },
]

const run = ({ command, args }) =>
  new Promise((resolve) => {
    const begin = Date.now()
    const bin = join(root, 'node_modules/.bin')
    const child = spawn(command === 'node' ? process.execPath : join(bin, command), args, {
      cwd: root,
      shell: process.platform === 'win32' && command !== 'node',
      // Color only where a person reads it; the tools see a pipe.
      env: { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }) },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk) => (output += chunk))
    const end = (ok) => resolve({ ok, output, seconds: (Date.now() - begin) / 1000 })
    child.on('error', (error) => {
      output += error.message
      end(false)
    })
    child.on('close', (code) => end(code === 0))
  })

const results = await Promise.all(
  CHECKS.map(async (check) => {
    const result = await run(check)
    process.stdout.write(`${result.ok ? '✓' : '✗'} ${check.name.padEnd(10)} ${result.seconds.toFixed(1)} s\n`)
    return { ...check, ...result }
  }),
)
const failed = results.filter((result) => !result.ok)
for (const { name, output, advice } of failed) {
  process.stdout.write(`\n── ${name}${advice ? ` (fixes itself: ${advice})` : ''}\n${output.trim()}\n`)
}
process.exitCode = failed.length > 0 ? 1 : 0
