/**
 * Runs all tests: `npm test`, or some: `npm test -- src/comments`, `npm test -- -t 'signs in'`
 * (arguments are Vitest's). The last line has the total counts. `npm run test:sweeps` runs the sweeps for all their
 * inputs (tests/support/sweep.ts).
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildProblem } from './prepare/build-state.mjs'
import { summarize } from './test-summary.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const isSweep = process.argv[2] === '--sweeps'

/** Test files that use tests/support/sweep.ts, and those of tests/times. */
const findSweeps = () =>
  ['bench', 'src', 'tests'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((name) => name.endsWith('.test.ts'))
      .filter((name) => name.startsWith('tests/times/') || readFileSync(join(root, name), 'utf8').includes('support/sweep.ts')),
  )

const given = process.argv.slice(isSweep ? 3 : 2)
const args = isSweep && given.length === 0 ? findSweeps() : given
const folder = mkdtempSync(join(tmpdir(), 'kindred-test-'))
const countsFile = join(folder, 'counts.json')
const isFiltered = args.length > 0
// With a filter, a missing build is not an error.
const missingBuild = isFiltered ? undefined : buildProblem(root)

const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=default', '--reporter=./scripts/count-reporter.mjs']
// Other projects have separate npm scripts.
const projects = missingBuild ? ['unit', 'storage'] : ['unit', 'storage', 'faults', 'e2e']
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
  env: { ...process.env, NODE_ENV: 'test', KINDRED_TEST_COUNTS: countsFile, KINDRED_SWEEP: isSweep ? 'complete' : '' },
})
// Forwards Ctrl-C and kill to Vitest, which stops its browser and database, and then prints the summary.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('close', (code) => {
  const { lines, exitCode } = summarize({ counts: readCounts(), exitCode: code ?? 1, isFiltered, buildProblem: missingBuild })
  rmSync(folder, { recursive: true, force: true })
  process.exitCode = exitCode
  process.stdout.write(`\n${lines.join('\n')}\n`)
})
