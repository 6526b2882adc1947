import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { DAY_MS } from '#platform/contract/limits.ts'
import { openDatabase } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { runScript } from '#tests/support/blog/blog-process.ts'
import { missingOpenssl } from '#tests/support/blog/certificates.ts'
import { findFreePort } from '#tests/support/free-port.ts'
import {
  changeDatabase,
  createSetUp,
  nobody,
  serveHttp,
  serveRefusingMail,
  serveTls,
  type SetUp,
  startSetUp,
} from '#tests/support/blog/operator-set-up.ts'
import { createPostgresDatabase, postgresProblem } from '#tests/support/database/postgres.ts'
import { unlessMissing } from '#tests/support/requirement.ts'
import { backupName } from '#operations/server/backup/backup-names.ts'
import { checkRoom } from './check-data.ts'
import { diagnose } from './diagnose.ts'

let here: SetUp
beforeEach(async () => {
  here = await createSetUp()
})

const examine = () => diagnose(here.env, here.now)

const database = (statement: string) => changeDatabase(here, statement)
const otherProgram = (port?: number) => serveHttp((_request, response) => response.end('{"hello":"world"}'), port)
/** Each mistake, how it is planted, and what the doctor says about it and advises. */
const MISTAKES: readonly [mistake: string, plant: () => unknown, says: RegExp, advice: RegExp][] = [
  ['a setting with a typing error', () => (here.env['PORT'] = '3000 '.repeat(2)), /wrong Settings: PORT must be/, /run the doctor again/],
  [
    'PUBLIC_URL forgotten on a machine that all can reach',
    () => (here.env['HOST'] = '0.0.0.0'),
    /wrong Address: The blog listens on 0\.0\.0\.0, but PUBLIC_URL is not set/,
    /Set PUBLIC_URL/,
  ],
  [
    'a PUBLIC_URL that the running blog does not have',
    async () => {
      await startSetUp(here)
      here.env['PUBLIC_URL'] = `http://localhost:${here.env['PORT']}`
    },
    /wrong Blog: It runs on this machine, but not at http:\/\/localhost.*the blog there has another PUBLIC_URL/,
    /the same PUBLIC_URL/,
  ],
  [
    'a proxy with TLS without TRUST_PROXY',
    () => (here.env['PUBLIC_URL'] = 'https://blog.test'),
    /wrong Address: PUBLIC_URL begins with https:\/\/.*TRUST_PROXY is 0/,
    /Set TRUST_PROXY=1/,
  ],
  ['http where https is meant', () => (here.env['PUBLIC_URL'] = 'http://blog.test'), /attention Address:.*in the clear/, /https:\/\/…/],
  [
    'an expired certificate',
    async () => {
      await startSetUp(here)
      await serveTls(here, { name: 'localhost', from: -30 * DAY_MS, to: -DAY_MS })
    },
    /wrong Blog: .*its certificate has expired/,
    /renew/,
  ],
  [
    'a proxy that does not run',
    async () => {
      await startSetUp(here)
      Object.assign(here.env, { PUBLIC_URL: `https://localhost:${await findFreePort()}`, TRUST_PROXY: '1' })
    },
    /wrong Blog: .*nothing listens there/,
    /proxy \(Caddy, nginx\) run/,
  ],
  ['a clock that is behind', () => (here.now -= DAY_MS), /wrong Clock: It is behind/, /set-ntp/],
  [
    'a mail server with a wrong password',
    async () => (here.env['SMTP_URL'] = `smtp://me:hunter2@${await serveRefusingMail()}`),
    /wrong Mail: The mail server cannot be used: it does not accept the user name or the password/,
    /SMTP_URL/,
  ],
  [
    'a database that does not run',
    async () => (here.env['DATABASE_URL'] = `postgres://me:hunter2@${await nobody()}/blog`),
    /wrong Database: PostgreSQL cannot be reached: nothing listens there/,
    /DATABASE_URL/,
  ],
  [
    'a row that belongs to nothing',
    () => database("pragma foreign_keys = off; insert into likes values ('nothing', 'nobody', 1, null)"),
    /wrong Database: SQLite .*a row of likes belongs to something in/,
    /restore the newest backup/,
  ],
  [
    'a file that is no database',
    () => writeFileSync(join(here.folder, 'kindred.sqlite'), 'no database '.repeat(1000)),
    /wrong Database: The file cannot be read as a database/,
    /restore the newest backup/,
  ],
  [
    'a data folder that is not there',
    () => (here.env['DATA_DIR'] = join(here.folder, 'none')),
    /wrong Data folder: .*cannot be read \(ENOENT\)/,
    /DATA_DIR/,
  ],
  ['no admin', () => database('update users set is_admin = 0'), /wrong Admin: There is none/, /user create --admin/],
  [
    'a bucket that cannot be reached',
    async () =>
      Object.assign(here.env, {
        STORAGE_URL: 's3://pictures',
        S3_ENDPOINT: `http://${await nobody()}`,
        S3_ACCESS_KEY_ID: 'k',
        S3_SECRET_ACCESS_KEY: 'hunter2',
      }),
    /wrong Storage: The bucket pictures cannot be used/,
    /STORAGE_URL/,
  ],
  [
    'an ffmpeg that is not there',
    () => (here.env['FFMPEG_PATH'] = '/usr/bin/no-such-ffmpeg'),
    /wrong Films: FFMPEG_PATH names no program that runs \(ENOENT\)/,
    /apt-get install ffmpeg/,
  ],
  ['no backup', () => rmSync(join(here.folder, 'backups'), { recursive: true }), /attention Backups: There is none/, /backup FILE/],
  [
    'a backup that is too old',
    () => {
      const folder = join(here.folder, 'backups')
      for (const name of readdirSync(folder)) renameSync(join(folder, name), join(folder, backupName('daily', here.now - 5.5 * DAY_MS)))
    },
    /attention Backups: The newest is 5 days old/,
    /look into its log/,
  ],
  [
    'a backup from the future',
    () => {
      const folder = join(here.folder, 'backups')
      for (const name of readdirSync(folder)) renameSync(join(folder, name), join(folder, backupName('daily', here.now + 2 * DAY_MS)))
    },
    /attention Backups: The newest has a date in the future/,
    /look into its log/,
  ],
  ['no backup elsewhere', () => {}, /attention Backups elsewhere: There are none/, /BACKUP_URL/],
  [
    'another place of backups that cannot be reached',
    async () => {
      database("insert into backup_place values ('elsewhere', null, 'age1x', 'x')")
      Object.assign(here.env, {
        BACKUP_URL: 's3://bucket/blog',
        BACKUP_S3_ENDPOINT: `http://${await nobody()}`,
        BACKUP_S3_ACCESS_KEY_ID: 'me',
        BACKUP_S3_SECRET_ACCESS_KEY: 'hunter2',
      })
    },
    /wrong Backups elsewhere: There is no S3 store at this address/,
    /BACKUP_URL/,
  ],
  [
    'a port that another program has',
    () => otherProgram(Number(here.env['PORT'])),
    /wrong Blog: Port \d+ of this machine is taken by another program/,
    /another PORT/,
  ],
  ['a blog that was not started', () => {}, /wrong Blog: It does not respond at/, /npm start/],
]

describe('The doctor', unlessMissing(missingOpenssl), () => {
  it.skipIf(process.platform !== 'linux').each(MISTAKES)('finds %s, and says what to do', async (_mistake, plant, says, advice) => {
    await plant()
    const findings = await examine()
    const lines = findings.map((finding) => ({ ...finding, line: `${finding.state} ${finding.subject}: ${finding.says}` }))
    const found = lines.find(({ line }) => says.test(line))
    expect(found, lines.map(({ line }) => line).join('\n')).toBeDefined()
    expect(found?.advice).toMatch(advice)
    expect(JSON.stringify(findings)).not.toContain('hunter2')
  })

  it('finds nothing where nothing is planted, but that there is no backup elsewhere, and leaves nothing', async () => {
    await startSetUp(here)
    const before = readdirSync(here.folder)
    const findings = await examine()
    expect(findings.filter(({ state }) => state !== 'fine').map(({ subject }) => subject)).toEqual(['Backups elsewhere'])
    expect(readdirSync(here.folder).filter((name) => name !== 'files')).toEqual(before.filter((name) => name !== 'files'))
    expect(readdirSync(join(here.folder, 'files'))).toEqual([])
  })

  it('says how full the disk is', async () => {
    const found = async (megabytes: number) => (await checkRoom(here.folder, async () => megabytes * 1024 ** 2)).state
    expect([await found(50), await found(500), await found(5000)]).toEqual(['wrong', 'attention', 'fine'])
  })

  it.skipIf(postgresProblem())('checks a PostgreSQL database and its clock', async () => {
    const postgres = await createPostgresDatabase()
    onTestFinished(() => postgres.drop())
    const db = await openDatabase(postgres.url)
    await migrate(db)
    await db.destroy()
    here.env['DATABASE_URL'] = postgres.url
    const stateOf = async (subject: string) => (await examine()).find((finding) => finding.subject === subject)
    expect(await stateOf('Database')).toMatchObject({ state: 'fine', says: expect.stringMatching(/^PostgreSQL .*whole/) })
    expect(await stateOf('Clock')).toMatchObject({ state: 'fine' })
    here.now += DAY_MS
    expect(await stateOf('Clock')).toMatchObject({ state: 'wrong', says: 'It differs from that of PostgreSQL.' })
    const other = new URL(postgres.url)
    other.pathname = '/nothing_here'
    here.env['DATABASE_URL'] = other.href
    expect((await stateOf('Database'))?.says).toContain('it has no database of that name')
  })

  it('ends with 1 on the command line when something is wrong', async () => {
    const { exitCode, output } = await runScript('src/app/cli/main.ts', ['doctor'], { DATA_DIR: join(here.folder, 'none') })
    expect(exitCode).toBe(1)
    expect(output).toMatch(/✗ Database +There is no database yet\.\n +→ The first start makes it/)
    expect(output).toMatch(/\d+ things are wrong\.\n$/)
    expect(readdirSync(here.folder)).not.toContain('none')
  })
})
