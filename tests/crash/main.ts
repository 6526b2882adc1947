/**
 * `npm run test:all -- crash`: kills the blog or its PostgreSQL many times during writes, and looks for lost or damaged data.
 *
 *     npm run test:all -- crash [--sqlite 60] [--postgres 24] [--postgres-server 8] [--seed 1]
 */
import { parseArgs } from 'node:util'
import { type PostgresServer, startPostgres } from '#tests/support/database/postgres-server.ts'
import { type CrashFigures, runCrashes } from './crash-run.ts'
import { createDatabase } from './create-database.ts'

const { values } = parseArgs({
  options: {
    sqlite: { type: 'string', default: '60' },
    postgres: { type: 'string', default: '24' },
    'postgres-server': { type: 'string', default: '8' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const seed = Number(values.seed)
const print = (line: string) => process.stdout.write(`${line}\n`)
print(`seed ${seed}`)

async function report(name: string, run: () => Promise<CrashFigures>): Promise<CrashFigures> {
  print(`\n${name}`)
  const begun = performance.now()
  const figures = await run()
  const { kills, acknowledged, inDoubt, pictures, problems } = figures
  print(
    `${name}: ${kills} kills, ${acknowledged} writes acknowledged, ${inDoubt} in doubt, ${pictures} pictures, ${problems.length} lost or broken`,
  )
  print(`(${((performance.now() - begun) / 1000).toFixed(0)} s, seed ${seed})`)
  for (const problem of problems) print(`  ${problem}`)
  return figures
}

async function onPostgres(server: PostgresServer, kills: number, killServer: boolean): Promise<CrashFigures> {
  return runCrashes({
    seed,
    kills,
    postgres: { url: await createDatabase(server.url), ...(killServer ? { killed: server } : {}) },
    print,
  })
}

const results: CrashFigures[] = []
if (Number(values.sqlite) > 0) {
  results.push(await report('SQLite, the blog is killed', () => runCrashes({ seed, kills: Number(values.sqlite), print })))
}
if (Number(values.postgres) + Number(values['postgres-server']) > 0) {
  const server = await startPostgres({ isDurable: true })
  try {
    results.push(await report('PostgreSQL, the blog is killed', () => onPostgres(server, Number(values.postgres), false)))
    results.push(await report('PostgreSQL itself is killed', () => onPostgres(server, Number(values['postgres-server']), true)))
  } finally {
    await server.stop()
  }
}
const sum = (read: (figures: CrashFigures) => number) => results.reduce((total, figures) => total + read(figures), 0)
const lost = sum(({ problems }) => problems.length)
print(`\n${sum(({ kills }) => kills)} kills, ${sum(({ acknowledged }) => acknowledged)} acknowledged writes, ${lost} lost`)
process.exitCode = lost === 0 ? 0 : 1
