/**
 * `npm run test:all -- soak`: mixed load on both databases side by side, while one fault follows another.
 *
 *     npm run test:all -- soak [--minutes 10] [--engine sqlite|postgres|both] [--seed 1]
 */
import { parseArgs } from 'node:util'
import { createDatabase } from '#tests/crash/create-database.ts'
import { startPostgres } from '#tests/support/database/postgres-server.ts'
import { soak, type SoakFigures } from './soak-run.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    engine: { type: 'string', default: 'both' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const minutes = Number(values.minutes)
const seed = Number(values.seed)
const print = (line: string) => process.stdout.write(`${line}\n`)
print(`seed ${seed}, ${minutes} minutes`)

async function onPostgres(): Promise<SoakFigures> {
  const server = await startPostgres({ isDurable: true })
  try {
    return await soak({ name: 'PostgreSQL', seed: seed + 1, minutes, postgres: { server, url: await createDatabase(server.url) }, print })
  } finally {
    await server.stop()
  }
}

const mean = (numbers: readonly number[]) => Math.round(numbers.reduce((sum, each) => sum + each, 0) / Math.max(1, numbers.length))

function report(name: string, { acknowledged, requests, explained, faults, memory, problems }: SoakFigures): void {
  const half = Math.ceil(memory.length / 2)
  const [first, last] = [memory.slice(0, half), memory.slice(-half)]
  print(`\n${name}: ${requests} actions, ${acknowledged} writes acknowledged, ${faults} faults, ${problems.length} problems`)
  // Memory varies between garbage collections, so both halves are compared.
  print(
    `  memory since the last restart: first half ${Math.min(...first)} to ${Math.max(...first)} MB (mean ${mean(first)}), second half ${Math.min(...last)} to ${Math.max(...last)} MB (mean ${mean(last)})`,
  )
  for (const [what, count] of explained) print(`  failed while ${what}: ${count}`)
  for (const problem of problems.slice(0, 30)) print(`  PROBLEM ${problem}`)
}

const runs: [string, Promise<SoakFigures>][] = []
if (values.engine !== 'postgres') runs.push(['SQLite', soak({ name: 'SQLite', seed, minutes, print })])
if (values.engine !== 'sqlite') runs.push(['PostgreSQL', onPostgres()])
let hasProblems = false
for (const [name, run] of runs) {
  const figures = await run
  report(name, figures)
  hasProblems ||= figures.problems.length > 0
}
process.exitCode = hasProblems ? 1 : 0
