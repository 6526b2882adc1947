/**
 * `npm run test:all -- restores`: restores a backup into a new blog in the browser's way while the server is killed, and a large one
 * over a line that drops. After each kill the blog must be that of before or that of the backup, row by row, with all files.
 *
 *     npm run test:all -- restores [--kills 10] [--megabytes 1024] [--seed 1] [--only sqlite|postgres|large]
 */
import { parseArgs } from 'node:util'
import { createDatabase } from '#tests/crash/create-database.ts'
import { startPostgres } from '#tests/support/database/postgres-server.ts'
import { restoreWithKills } from './restore-kills.ts'
import { restoreLarge } from './restore-large.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '10' },
    megabytes: { type: 'string', default: '1024' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
  },
})
const print = (line: string) => void process.stdout.write(`${line}\n`)
const options = { kills: Number(values.kills), seed: Number(values.seed), print }
const isWanted = (name: string) => values.only === '' || values.only === name
let wrong = 0
if (isWanted('sqlite')) wrong += await restoreWithKills({ ...options, name: 'SQLite', openDatabase: null })
if (isWanted('postgres')) {
  const server = await startPostgres()
  try {
    wrong += await restoreWithKills({ ...options, name: 'PostgreSQL', openDatabase: () => createDatabase(server.url) })
  } finally {
    await server.stop()
  }
}
if (isWanted('large')) wrong += await restoreLarge({ megabytes: Number(values.megabytes), print })
process.exitCode = wrong === 0 ? 0 : 1
