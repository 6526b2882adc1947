/**
 * Runs every test: `npm test`, or some of them: `npm test -- src/contract`, `npm test -- -t 'signs in'`
 * (arguments are Vitest's). The last line counts everything together.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildProblem } from './prepare/build-state.mjs'
import { summarize } from './test-summary.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const args = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'kindred-test-'))
const countsFile = join(folder, 'counts.json')
const isFiltered = args.length > 0
// With a filter, the caller decides whether the pages must be built first.
const noBuild = isFiltered ? undefined : buildProblem(root)

const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=default', '--reporter=./scripts/count-reporter.mjs']
// Interruptions have a script of their own.
const projects = noBuild ? ['unit', 'storage'] : ['unit', 'storage', 'faults', 'e2e']
if (!isFiltered) vitest.push(...projects.map((name) => `--project=${name}`))

const readCounts = () => {
  try {
    return JSON.parse(readFileSync(countsFile, 'utf8'))
  } catch {
    return undefined
  }
}

const child = spawn(process.execPath, [...vitest, ...args], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, NODE_ENV: 'test', KINDRED_TEST_COUNTS: countsFile },
})
// Ctrl-C and kill go to Vitest, which stops its browser and database; the summary still comes.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('close', (code) => {
  const { notes, problems, line, exitCode } = summarize({ counts: readCounts(), exitCode: code ?? 1, isFiltered, buildProblem: noBuild })
  rmSync(folder, { recursive: true, force: true })
  process.exitCode = exitCode
  process.stdout.write(['', ...notes, ...problems, line, ''].join('\n'))
})
