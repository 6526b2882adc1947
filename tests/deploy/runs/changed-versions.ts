import type { Changes } from './installed-blog.ts'

/** Versions of this project with one change each. */
const NAME = '9999-of-a-test'

const newVersion = (version: string): Changes => ({
  'package.json': (text) => text.replace(/"version": "[^"]+"/, `"version": "${version}"`),
})

/** A version whose schema is newer. `up` is the body of its migration. */
const withMigration = (version: string, up: string): Changes => ({
  ...newVersion(version),
  'migrations/migrations.ts': (text) =>
    `import * as ofATest from './${NAME}.ts'\n${text.replace(/\n\}\s*$/, `\n  '${NAME}': ofATest,\n}\n`)}`,
  [`migrations/${NAME}.ts`]: () =>
    `import { type Kysely, sql } from 'kysely'\n\nexport async function up(db: Kysely<never>): Promise<void> {\n  ${up}\n}\n`,
})

const CREATE = 'await sql`create table of_a_test (id integer primary key)`.execute(db)'
export const sameSchema = newVersion('0.9.1')
export const newerSchema = withMigration('0.9.2', CREATE)
export const failingBuild: Changes = { ...newVersion('0.9.3'), 'src/app/process/run.ts': (text) => `${text}\nexport const broken = (\n` }
export const failingMigration = withMigration('0.9.4', `${CREATE}\n  throw new Error('this migration fails')`)
export const failingStart: Changes = {
  ...newVersion('0.9.5'),
  'src/app/process/main.mjs': (text) => `throw new Error('this start fails')\n${text}`,
}
/** After the migration. */
export const failingPage: Changes = {
  ...withMigration('0.9.6', CREATE),
  'src/app/process/upgrade-mark.ts': (text) =>
    text.replace('response.status >= 500', 'response.status >= 100').replace('${response.status}', '500'),
}
