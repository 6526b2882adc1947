/**
 * `npm run test:all -- mail`: mails three posts to 1,000 followers while the mail server fails in every way and the blog is
 * killed repeatedly. One process on SQLite, two on PostgreSQL.
 *
 * Then the mail server refuses the blog as providers do, and is slow.
 *
 *     npm run test:all -- mail [--followers 1000] [--kills 12] [--only sqlite|postgres] [--part faults|refusals]
 */
import { parseArgs } from 'node:util'
import { createDatabase } from '#tests/crash/create-database.ts'
import { startPostgres } from '#tests/support/database/postgres-server.ts'
import { runMails } from './mail-run.ts'
import { runRefusals } from './refusals-run.ts'

const { values } = parseArgs({
  options: {
    followers: { type: 'string', default: '1000' },
    kills: { type: 'string', default: '12' },
    only: { type: 'string', default: '' },
    part: { type: 'string', default: '' },
  },
})
const print = (line: string) => process.stdout.write(`${line}\n`)

/** `hangs` is last: the server has the mail, and the blog is killed before the response. */
const FAULTS = ['later', 'refused', 'closes', 'away', 'hangs'] as const
const FAULT_MS = 6000

let lost = 0
function printProblems(problems: readonly string[]): void {
  for (const problem of problems.slice(0, 20)) print(`  ${problem}`)
  lost += problems.length
}

async function reportRefusals(name: string, postgresUrl?: string): Promise<void> {
  print(`\n${name}: replies of providers`)
  const place = postgresUrl === undefined ? {} : { postgresUrl }
  const { mails, duplicates, endedFollowings, failed, toldAfterMs, problems } = await runRefusals({ ...place, followers: 80, print })
  print(`${name}: ${mails} mails, ${endedFollowings} followings ended, ${failed} mails failed, ${duplicates} duplicates,`)
  print(`the overview said why after ${toldAfterMs.map((ms) => (ms / 1000).toFixed(1)).join(', ')} s, ${problems.length} problems`)
  printProblems(problems)
}

async function report(name: string, postgresUrl?: string): Promise<void> {
  print(`\n${name}`)
  const place = postgresUrl === undefined ? {} : { postgresUrl }
  const figures = await runMails({
    ...place,
    followers: Number(values.followers),
    kills: Number(values.kills),
    faults: FAULTS,
    faultMs: FAULT_MS,
    print,
  })
  const { mails, kills, duplicates, attempts, failed, seconds, problems } = figures
  print(`${name}: ${mails} mails in ${seconds.toFixed(0)} s, ${attempts} attempts, ${failed} refused for good,`)
  print(`${kills} kills, ${duplicates} duplicates, ${problems.length} problems`)
  printProblems(problems)
}

const parts = [...(values.part === 'refusals' ? [] : [report]), ...(values.part === 'faults' ? [] : [reportRefusals])]
if (values.only !== 'postgres') for (const run of parts) await run('SQLite, one process')
if (values.only !== 'sqlite') {
  const server = await startPostgres({ isDurable: true })
  try {
    for (const run of parts) await run('PostgreSQL, two processes', await createDatabase(server.url))
  } finally {
    await server.stop()
  }
}
process.exitCode = lost === 0 ? 0 : 1
