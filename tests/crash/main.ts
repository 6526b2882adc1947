/**
 * `npm run test:crash`: kills the blog, and PostgreSQL under it, many times while people write, and looks for what was lost.
 *
 *     npm run test:crash -- [--sqlite 60] [--postgres 24] [--postgres-server 8] [--seed 1]
 */
import { parseArgs } from 'node:util'
import { type PostgresServer, startPostgres } from '#tests/support/postgres-server.ts'
import { type CrashFigures, crashAgainAndAgain } from './crash-run.ts'
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
const say = (line: string) => process.stdout.write(`${line}\n`)
say(`seed ${seed}`)

async function report(name: string, run: () => Promise<CrashFigures>): Promise<CrashFigures> {
  say(`\n${name}`)
  const begun = performance.now()
  const figures = await run()
  const { kills, acknowledged, inDoubt, pictures, problems } = figures
  say(
    `${name}: ${kills} kills, ${acknowledged} writes acknowledged, ${inDoubt} in doubt, ${pictures} pictures, ${problems.length} lost or broken`,
  )
  say(`(${((performance.now() - begun) / 1000).toFixed(0)} s, seed ${seed})`)
  for (const problem of problems) say(`  ${problem}`)
  return figures
}

async function onPostgres(server: PostgresServer, kills: number, killServer: boolean): Promise<CrashFigures> {
  return crashAgainAndAgain({
    seed,
    kills,
    postgres: { url: await createDatabase(server.url), ...(killServer ? { killed: server } : {}) },
    say,
  })
}

const results: CrashFigures[] = []
if (Number(values.sqlite) > 0) {
  results.push(await report('SQLite, the blog is killed', () => crashAgainAndAgain({ seed, kills: Number(values.sqlite), say })))
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
say(`\n${sum(({ kills }) => kills)} kills, ${sum(({ acknowledged }) => acknowledged)} acknowledged writes, ${lost} lost`)
process.exitCode = lost === 0 ? 0 : 1
