/**
 * Writes the database fixture of one version for upgrade tests: node scripts/make-database-fixture.mjs <migration> [more.ndjson]
 * It contains the migrated fixture of the previous version and the rows of the second file (one {"table": …, "row": {…}} per line).
 * Run it when a migration is released. The result may be edited by hand.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FIXTURES_FOLDER, makeFixture, readFixtureFile } from '#tests/support/database-fixtures.ts'

const [name = '', more] = process.argv.slice(2)
const lines = await makeFixture(name, more === undefined ? [] : await readFixtureFile(more))
const path = join(FIXTURES_FOLDER, `${name}.ndjson`)
await writeFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
process.stdout.write(`${path}: ${lines.length} rows\n`)
