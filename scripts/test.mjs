/**
 * Runs all tests: `npm test`, or some: `npm test -- src/comments`, `npm test -- -t 'signs in'`
 * (arguments are Vitest's). The last line has the total counts. `npm run test:all -- sweeps` runs the sweeps for all their
 * inputs (tests/support/sweep.ts).
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createCLI, parseCLI, startVitest } from 'vitest/node'
import { buildProblem } from './prepare/build-state.mjs'
import { countTests, summarize } from './test-summary.mjs'

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
const isFiltered = args.length > 0
// With a filter, a missing build is not an error.
const missingBuild = isFiltered ? undefined : buildProblem(root)
// Other projects have separate npm scripts.
const projects = isFiltered ? [] : missingBuild ? ['unit', 'storage'] : ['unit', 'storage', 'faults', 'e2e']

process.chdir(root)
Object.assign(process.env, { NODE_ENV: 'test', KINDRED_SWEEP: isSweep ? 'complete' : '' })
let vitest
// However the run ends.
process.on('exit', (code) => {
  const counts = vitest && countTests(vitest)
  const { lines, exitCode } = summarize({ counts, exitCode: code, buildProblem: missingBuild })
  process.exitCode = exitCode
  process.stdout.write(`\n${lines.join('\n')}\n`)
})
const words = ['vitest', 'run', ...projects.map((name) => `--project=${name}`), ...args]
const cli = createCLI()
cli.parse(['node', ...words], { run: false })
cli.matchedCommand.checkUnknownOptions()
const { filter, options } = parseCLI(words)
vitest = await startVitest(filter, options)
process.exit()
