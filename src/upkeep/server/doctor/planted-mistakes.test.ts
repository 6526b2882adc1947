import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { FIRST_OF_0_1, LAST_OF_0_1 } from '#migrations/bridge/index.ts'
import { DAY_MS, HOUR_MS } from '#platform/contract/limits.ts'
import { missingOpenssl } from '#tests/support/certificates.ts'
import { startDnsServer } from '#tests/support/dns-server.ts'
import { findFreePort } from '#tests/support/free-port.ts'
import {
  changeDatabase,
  createSetUp,
  GOOD_DNS,
  nobody,
  refuseTls,
  serveHttp,
  serveOther,
  serveRefusingMail,
  serveTls,
  type SetUp,
  startSetUp,
} from '#tests/support/operator-set-up.ts'
import { unlessMissing } from '#tests/support/requirement.ts'
import { backupName } from '#upkeep/server/backup/backup-names.ts'
import { diagnose } from './diagnose.ts'
import type { Finding } from './finding.ts'
import { resolverOf, THIS_MACHINE } from './machine.ts'

let here: SetUp
beforeEach(async () => {
  here = await createSetUp()
})

async function examine(): Promise<Finding[]> {
  const dns = await startDnsServer(here.dns)
  onTestFinished(() => dns.stop())
  return diagnose(here.env, here.now, { ...THIS_MACHINE, ...resolverOf([dns.address]), ...here.machine })
}

const database = (statement: string) => changeDatabase(here, statement)
const otherProgram = (port?: number) => serveHttp((_request, response) => response.end('{"hello":"world"}'), port)
const issuer = () =>
  serveHttp((request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ issuer: `http://${request.headers.host}` }))
  })

const without = (name: string) => Object.fromEntries(Object.entries(here.dns).filter(([known]) => known !== name))

const PICTURE_NAME = '1763640000000-window_1600x900_111222333444555666777888999aaabbbccc.jpg'
const insertPicture = (folder: string, printBytes: number | null = null) =>
  `insert into pictures (folder, user_id, kind, address, bytes, created_at, unused_since, print_bytes) values ('${folder}', null, 'post', '/files/${folder}/${PICTURE_NAME}', 1, 1, null, ${printBytes})`
const keepFile = (folder: string, name: string) => {
  mkdirSync(join(here.folder, 'files', folder), { recursive: true })
  writeFileSync(join(here.folder, 'files', folder, name), 'x')
}

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
    'a PUBLIC_URL that belongs to another server',
    async () => (here.env['PUBLIC_URL'] = await otherProgram()),
    /wrong Blog: It does not respond at http.*another server responds there/,
    /npm start/,
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
  [
    'a password of the first admin that others would try first',
    () => Object.assign(here.env, { ADMIN_EMAIL: 'mother@example.org', ADMIN_PASSWORD: 'Sunshine' }),
    /attention Admin: ADMIN_PASSWORD is weak\. This password is one of the first that others would try\./,
    /take ADMIN_PASSWORD out of the settings/,
  ],
  ['http where https is meant', () => (here.env['PUBLIC_URL'] = 'http://blog.test'), /attention Address:.*in the clear/, /https:\/\/…/],
  [
    'a name that no name server knows',
    () => Object.assign(here.env, { PUBLIC_URL: 'https://blogg.test', TRUST_PROXY: '1' }),
    /wrong Name: The name blogg\.test is not known/,
    /add an A record/,
  ],
  [
    'an expired certificate',
    () => serveTls(here, { name: 'blog.test', from: -30 * DAY_MS, to: -DAY_MS }),
    /wrong Certificate: The certificate of blog\.test expired on/,
    /renew/,
  ],
  [
    'a certificate that ends soon',
    () => serveTls(here, { name: 'blog.test', from: -80 * DAY_MS, to: 5 * DAY_MS }),
    /wrong Certificate: Browsers do not trust/,
    /fullchain/,
  ],
  [
    'a certificate for another name',
    () => serveTls(here, { name: 'other.test', from: -DAY_MS, to: 80 * DAY_MS }),
    /wrong Certificate: The certificate at blog\.test is for another name/,
    /Give the proxy the name/,
  ],
  [
    'a proxy that does not run',
    async () => Object.assign(here.env, { PUBLIC_URL: `https://blog.test:${await findFreePort()}`, TRUST_PROXY: '1' }),
    /wrong Certificate: No certificate can be read at blog\.test:\d+ \(ECONNREFUSED\)/,
    /^The name leads to .* and this machine has .*proxy \(Caddy, nginx\) runs/,
  ],
  [
    'a proxy that has no certificate yet',
    async () => Object.assign(here.env, { PUBLIC_URL: `https://blog.test:${await refuseTls()}`, TRUST_PROXY: '1' }),
    /wrong Certificate: The proxy has no certificate for blog\.test yet/,
    /restart caddy/,
  ],
  ['a clock that is behind', () => (here.now -= DAY_MS), /wrong Clock: This machine’s clock is behind/, /set-ntp/],
  [
    'a clock that differs from another machine’s',
    async () => {
      Object.assign(here.env, { OIDC_ISSUER: await issuer(), OIDC_CLIENT_ID: 'c', OIDC_CLIENT_SECRET: 'hunter2' })
      here.now += HOUR_MS
    },
    /wrong Clock: This machine’s clock and that of the identity provider differ by 3\d\d\d seconds/,
    /set-ntp/,
  ],
  ['a full disk', () => (here.machine.freeBytes = async () => 50 * 1024 ** 2), /wrong Data folder: 50 MB are free/, /Make room/],
  [
    'a disk that is nearly full',
    () => (here.machine.freeBytes = async () => 500 * 1024 ** 2),
    /attention Data folder: 500 MB/,
    /some soon/,
  ],
  [
    'a data folder that everybody can read',
    () => chmodSync(here.folder, 0o755),
    /attention Data folder: Everybody on this machine/,
    /chmod 700/,
  ],
  [
    'a data folder that cannot be written to',
    () => (here.env['DATA_DIR'] = '/proc'),
    /wrong Data folder: \/proc cannot be written to/,
    /chown/,
  ],
  [
    'a mail server with a wrong password',
    async () => (here.env['SMTP_URL'] = `smtp://me:hunter2@${await serveRefusingMail()}`),
    /wrong Mail: The mail server cannot be used: it does not accept the user name or the password/,
    /SMTP_URL/,
  ],
  [
    'a mail server that is not there',
    async () => (here.env['SMTP_URL'] = `smtp://me:hunter2@${await nobody()}`),
    /wrong Mail: The mail server cannot be used/,
    /SMTP_URL/,
  ],
  ['a missing SPF record', () => (here.dns = without('mail.test')), /attention Mail records: mail\.test has no SPF record/, /v=spf1/],
  [
    'two SPF records',
    () => (here.dns = { ...GOOD_DNS, 'mail.test': { txt: ['v=spf1 a ~all', 'v=spf1 mx -all'] } }),
    /wrong Mail records: mail\.test has 2 SPF/,
    /Join them/,
  ],
  [
    'an SPF record that allows everybody',
    () => (here.dns = { ...GOOD_DNS, 'mail.test': { txt: ['v=spf1 +all'] } }),
    /wrong Mail records:.*allows everybody/,
    /~all/,
  ],
  ['a missing DKIM key', () => (here.dns = without('default._domainkey.mail.test')), /attention Mail records: No DKIM key/, /_domainkey/],
  [
    'a missing DMARC record',
    () => (here.dns = without('_dmarc.mail.test')),
    /attention Mail records:.*no DMARC record/,
    /v=DMARC1; p=none/,
  ],
  [
    'a database that does not run',
    async () => (here.env['DATABASE_URL'] = `postgres://me:hunter2@${await nobody()}/blog`),
    /wrong Database: PostgreSQL cannot be reached: nothing listens there/,
    /DATABASE_URL/,
  ],
  [
    'a database of a newer version',
    () => database("insert into kysely_migration values ('9999-later', '2099')"),
    /wrong Database: It was made by a newer version/,
    /Install that version/,
  ],
  [
    'a database that an upgrade has not reached',
    () => database(`update kysely_migration set name = '${LAST_OF_0_1}'`),
    /attention Database: It is behind this version/,
    /next start/,
  ],
  [
    'a database of a version before the last 0.1',
    () => database(`update kysely_migration set name = '${FIRST_OF_0_1}'`),
    /wrong Database: It was made by a version before the last 0\.1/,
    /Start the last version 0\.1/,
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
    'a file that the storage has lost',
    () => database(insertPicture('abcdefghijklmnop')),
    /wrong Files: 1 file is missing in the storage, for instance abcdefghijklmnop\//,
    /from a backup/,
  ],
  [
    'a print copy that the storage has lost',
    () => {
      database(insertPicture('abcdefghijklmnop', 5))
      keepFile('abcdefghijklmnop', PICTURE_NAME)
    },
    /wrong Files: 1 file is missing in the storage, for instance abcdefghijklmnop\/print\.jpeg/,
    /from a backup/,
  ],
  [
    'a file that the database does not know',
    () => keepFile('abcdefghijklmnop', PICTURE_NAME),
    /attention Files: 1 folder holds files that no post knows, for instance abcdefghijklmnop/,
    /may be deleted/,
  ],
  [
    'an ffmpeg that is not there',
    () => (here.env['FFMPEG_PATH'] = '/usr/bin/no-such-ffmpeg'),
    /wrong Films: FFMPEG_PATH names no program that runs \(ENOENT\)/,
    /apt|Install ffmpeg/,
  ],
  [
    'another program in place of ffmpeg',
    () => (here.env['FFMPEG_PATH'] = '/bin/echo'),
    /wrong Films: The program that FFMPEG_PATH names writes no H\.264/,
    /ffmpeg of the system/,
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
  ['no backup elsewhere', () => {}, /attention Backups elsewhere: There are none/, /BACKUP_URL/],
  [
    'another place of backups that cannot be reached',
    async () => {
      database("insert into backup_place values ('elsewhere', null, 'age1x', 'x')")
      Object.assign(here.env, {
        BACKUP_URL: 's3://our-backups/blog',
        BACKUP_S3_ENDPOINT: `http://${await nobody()}`,
        BACKUP_S3_ACCESS_KEY_ID: 'key',
        BACKUP_S3_SECRET_ACCESS_KEY: 'hunter2',
      })
    },
    /wrong Backups elsewhere: There is no S3 store at this address/,
    /BACKUP_URL/,
  ],
  ['a Node that is too old', () => (here.machine.nodeVersion = '20.1.0'), /wrong Node: Version 20\.1\.0 is too old/, /npm start/],
  ['too little memory', () => (here.machine.memoryBytes = 256 * 1024 ** 2), /wrong Memory: 256 MB/, /1 GB/],
  [
    'an upgrade that stopped half way',
    () => rmSync(join(here.machine.folder ?? '', 'dist/.stamp')),
    /wrong Program: An upgrade stopped half way/,
    /npm start/,
  ],
  [
    'a port that another program has',
    () => otherProgram(Number(here.env['PORT'])),
    /wrong Blog: Port \d+ of this machine is taken by another program/,
    /another PORT/,
  ],
  [
    'a port that a program of another kind has',
    () => serveOther(Number(here.env['PORT'])),
    /wrong Blog: Port \d+ of this machine is taken by another program/,
    /ss -ltnp/,
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

  it('finds nothing where nothing is planted, but that there is no backup elsewhere', async () => {
    await startSetUp(here)
    const findings = await examine()
    expect(findings.filter(({ state }) => state !== 'fine').map(({ subject }) => subject)).toEqual(['Backups elsewhere'])
  })
})
