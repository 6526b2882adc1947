/**
 * `npm run test:soak`: mixed load on both databases side by side, while one thing after the other breaks.
 *
 *     npm run test:soak -- [--minutes 10] [--engine sqlite|postgres|both] [--seed 1]
 */
import { parseArgs } from 'node:util'
import { createDatabase } from '#tests/crash/create-database.ts'
import { startPostgres } from '#tests/support/postgres-server.ts'
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
const say = (line: string) => process.stdout.write(`${line}\n`)
say(`seed ${seed}, ${minutes} minutes`)

async function onPostgres(): Promise<SoakFigures> {
  const server = await startPostgres({ isDurable: true })
  try {
    return await soak({ name: 'PostgreSQL', seed: seed + 1, minutes, postgres: { server, url: await createDatabase(server.url) }, say })
  } finally {
    await server.stop()
  }
}

const mean = (numbers: readonly number[]) => Math.round(numbers.reduce((sum, each) => sum + each, 0) / Math.max(1, numbers.length))

function report(name: string, { acknowledged, requests, explained, faults, memory, problems }: SoakFigures): void {
  const quarter = Math.ceil(memory.length / 4)
  say(`\n${name}: ${requests} turns, ${acknowledged} writes acknowledged, ${faults} faults, ${problems.length} problems`)
  say(
    `  memory: ${mean(memory.slice(0, quarter))} MB in the first quarter of the unbroken part, ${mean(memory.slice(-quarter))} MB in the last, ${Math.max(0, ...memory)} MB at most`,
  )
  for (const [what, count] of explained) say(`  failed while ${what}: ${count}`)
  for (const problem of problems.slice(0, 30)) say(`  PROBLEM ${problem}`)
}

const runs: [string, Promise<SoakFigures>][] = []
if (values.engine !== 'postgres') runs.push(['SQLite', soak({ name: 'SQLite', seed, minutes, say })])
if (values.engine !== 'sqlite') runs.push(['PostgreSQL', onPostgres()])
let hasProblems = false
for (const [name, run] of runs) {
  const figures = await run
  report(name, figures)
  hasProblems ||= figures.problems.length > 0
}
process.exitCode = hasProblems ? 1 : 0
