/**
 * `npm run test:all -- imports`: imports a WordPress export of 10,000 posts, 30,000 comments and 5,000 pictures on the command
 * line, once without and once with stops (Ctrl-C and SIGKILL). Both blogs must be equal, and memory stay below 400 MB.
 *
 *     npm run test:all -- imports [--posts 10000] [--comments 30000] [--pictures 5000] [--stops 10] [--seed 1] [--only sqlite|postgres]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createDatabase } from '#tests/crash/create-database.ts'
import { startPostgres } from '#tests/support/database/postgres-server.ts'
import { importWithKills } from './import-kills.ts'
import { makeBigExport } from './make-export.ts'

const MEMORY_MAX_MB = 400

const { values } = parseArgs({
  options: {
    posts: { type: 'string', default: '10000' },
    comments: { type: 'string', default: '30000' },
    pictures: { type: 'string', default: '5000' },
    stops: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
  },
})
const print = (line: string) => void process.stdout.write(`${line}\n`)
const size = { posts: Number(values.posts), comments: Number(values.comments), pictures: Number(values.pictures) }
const folder = await mkdtemp(join(tmpdir(), 'kindred-export-'))
let wrong = 0

async function report(name: string, openPlace?: () => Promise<string>): Promise<void> {
  print(`\n${name}`)
  const place = openPlace ? { createDatabase: openPlace } : {}
  const options = { folder, posts: size.posts, stops: Number(values.stops), seed: Number(values.seed), print }
  const { whole, stopped, leftOver, problems } = await importWithKills({ ...options, ...place })
  const memory = Math.max(...[whole, ...stopped].map((end) => end.memoryMb))
  const fat = memory < MEMORY_MAX_MB ? [] : [`${memory} MB of memory are more than ${MEMORY_MAX_MB} MB`]
  const quiet = whole.seconds < 30 || /\d+ of \d+ posts/.test(whole.output) ? [] : ['no progress was shown']
  const all = [...problems, ...fat, ...quiet]
  print(`${name}: ${whole.seconds.toFixed(0)} s, at most ${memory} MB with picture workers,`)
  print(`${values.stops} stops, ${leftOver} pictures left over, ${all.length} problems`)
  for (const problem of all) print(`  ${problem}`)
  wrong += all.length
}

try {
  await makeBigExport(folder, size)
  if (values.only !== 'postgres') await report('SQLite')
  if (values.only !== 'sqlite') {
    const server = await startPostgres()
    try {
      await report('PostgreSQL', () => createDatabase(server.url))
    } finally {
      await server.stop()
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
process.exitCode = wrong === 0 ? 0 : 1
