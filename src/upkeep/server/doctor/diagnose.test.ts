import { chmodSync, copyFileSync, mkdirSync, readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { v7 as newId } from 'uuid'
import { beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest'
import { createAccount } from '#accounts/server/users/create-account.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { startBlog } from '#app/start.ts'
import { runScript } from '#tests/support/blog-process.ts'
import { findFreePort } from '#tests/support/free-port.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { createPostgresDatabase, postgresProblem } from '#tests/support/postgres.ts'
import { makeFolder } from '#tests/support/temporary-folder.ts'
import { backupName } from '#upkeep/server/backup/backup-names.ts'
import { checkNode } from './check-machine.ts'
import { diagnose } from './diagnose.ts'
import { resolverOf, THIS_MACHINE } from './machine.ts'

type Settings = Record<string, string>
const DAY_MS = 24 * 3600 * 1000

let folder: string
let env: Settings
beforeEach(async () => {
  folder = makeFolder()
  chmodSync(folder, 0o700)
  env = { DATA_DIR: folder, PORT: String(await findFreePort()), LOG_LEVEL: 'silent' }
})

const say = async (more: Settings = {}, now = Date.now()) =>
  (await diagnose({ ...env, ...more }, now, { ...THIS_MACHINE, ...resolverOf(['127.0.0.1:9']) })).map(
    ({ subject, state, says, advice = '' }) => `${state} ${subject}: ${says} ${advice}`,
  )
const wrongs = async (more?: Settings, now?: number) => (await say(more, now)).filter((line) => line.startsWith('wrong'))
const lineOf = async (subject: string, more?: Settings, now?: number) =>
  (await say(more, now)).filter((line) => line.split(' ', 3).slice(1).join(' ').startsWith(subject)).join('\n')

const path = () => join(folder, 'kindred.sqlite')
async function makeBlog({ isAdmin = true } = {}): Promise<void> {
  copyFileSync(inject('sqliteTemplate'), path())
  const db = await openDatabase(`sqlite:${path()}`)
  await createMara(db, isAdmin)
  await db.destroy()
}
const createMara = (db: Database, isAdmin: boolean) =>
  createAccount(db, { username: 'mara', email: 'mara@example.org', password: 'a long password', isAdmin }, { now: Date.now, newId })

async function startHere(more: Settings = {}): Promise<void> {
  const pages = {
    renderPage: async () => ({ status: 200, headers: {}, html: 'page' }),
    renderMail: () => '',
    inlineScripts: [],
    inlineStyles: [],
  }
  const blog = await startBlog({ env: { ...env, ...more }, loadPages: async () => pages, print: () => {} })
  onTestFinished(() => blog.close())
}

describe('the doctor', () => {
  it('finds nothing wrong with a blog that runs, and leaves everything as it was', async () => {
    await makeBlog()
    await startHere()
    mkdirSync(join(folder, 'backups'))
    writeFileSync(join(folder, 'backups', backupName('daily', Date.now())), 'x')
    const mail = await startMailServer()
    onTestFinished(() => mail.stop())
    const before = readdirSync(folder).toSorted()
    const lines = await say({ SMTP_URL: mail.url, MAIL_FROM: 'blog@example.org' })
    // Nothing listens for names here, and there is no other place of backups.
    expect(lines.filter((line) => !/^(fine|attention (Mail records|Backups elsewhere))/.test(line))).toEqual([])
    expect(mail.mails).toEqual([])
    expect(
      readdirSync(folder)
        .filter((name) => name !== 'files')
        .toSorted(),
    ).toEqual(before.filter((name) => name !== 'files'))
    expect(readdirSync(join(folder, 'files'))).toEqual([])
  })

  it('reports every mistake in the settings, without secrets', async () => {
    const lines = await wrongs({ PORT: 'many', STORAGE_URL: 's3://x', SMTP_URL: 'hunter2', DATABASE_URL: 'mysql://u:hunter2@h/d' })
    expect(lines.length).toBeGreaterThan(4)
    expect(lines.every((line) => line.startsWith('wrong Settings'))).toBe(true)
    expect(lines.join('\n')).not.toContain('hunter2')
  })

  it('recognises a set-up that was never started', async () => {
    const lines = await wrongs({ DATA_DIR: join(folder, 'none') })
    expect(lines.map((line) => line.split(':')[0])).toEqual(['wrong Data folder', 'wrong Database', 'wrong Blog'])
    expect(readdirSync(folder)).toEqual([])
    writeFileSync(join(folder, 'file'), '')
    expect(await lineOf('Data folder', { DATA_DIR: join(folder, 'file') })).toContain('no folder')
  })

  it.skipIf(process.platform !== 'linux')('reports a folder that is not writable, and one that all users can read', async () => {
    expect(await lineOf('Data folder', { DATA_DIR: '/proc' })).toContain('wrong Data folder: /proc cannot be written to')
    chmodSync(folder, 0o755)
    expect(await lineOf('Data folder')).toContain(`attention Data folder: Everybody on this machine can look into it. chmod 700 ${folder}`)
  })

  it('distinguishes a damaged database, a file that is no database, one of a newer version, and one without an admin', async () => {
    await makeBlog({ isAdmin: false })
    expect(await lineOf('Admin')).toContain('wrong Admin: There is none')
    expect(await lineOf('Admin', { ADMIN_EMAIL: 'a@example.org', ADMIN_PASSWORD: 'a long password' })).toContain('attention')
    const database = new DatabaseSync(path())
    database.exec("pragma foreign_keys = off; insert into likes values ('nothing', 'nobody', 1, null)")
    database.exec("insert into kysely_migration values ('9999-later', '2099')")
    database.exec('pragma wal_checkpoint(truncate)')
    database.close()
    const lines = await lineOf('Database')
    expect(lines).toContain('a row of likes belongs to something in')
    expect(lines).toContain('made by a newer version (9999-later)')
    truncateSync(path(), Math.floor(statSync(path()).size / 8192) * 4096)
    expect(await lineOf('Database')).toMatch(/^wrong Database: .*restore/)
    writeFileSync(path(), 'no database '.repeat(1000))
    expect(await lineOf('Database')).toContain('cannot be read as a database')
  })

  it('explains why PostgreSQL cannot be reached', async () => {
    const port = await findFreePort()
    const line = await lineOf('Database', { DATABASE_URL: `postgres://me:hunter2@127.0.0.1:${port}/x` })
    expect(line).toContain('wrong Database: PostgreSQL cannot be reached: nothing listens there.')
    expect(line).not.toContain('hunter2')
  })

  it.skipIf(postgresProblem())('checks a PostgreSQL database', async () => {
    const database = await createPostgresDatabase()
    onTestFinished(() => database.drop())
    expect(await lineOf('Database', { DATABASE_URL: database.url })).toContain('attention Database: It is behind this version (0001-schema')
    const db = await openDatabase(database.url)
    await migrate(db)
    await createMara(db, true)
    await db.destroy()
    const lines = await say({ DATABASE_URL: database.url })
    expect(lines.filter((line) => / (Database|Admin|Clock):/.test(line)).every((line) => line.startsWith('fine'))).toBe(true)
    const other = new URL(database.url)
    other.pathname = '/nothing_here'
    expect(await lineOf('Database', { DATABASE_URL: other.href })).toContain('it has no database of that name')
  })

  it('compares clocks', async () => {
    await makeBlog()
    expect(await lineOf('Clock', {}, Date.now() - DAY_MS)).toContain('wrong Clock: This machine’s clock is behind')
    const issuer = await serve((url) => ({ issuer: url }))
    const oidc = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'c', OIDC_CLIENT_SECRET: 'hunter2' }
    expect(await lineOf('Clock', oidc)).toContain('It agrees with the identity provider')
    expect(await lineOf('Clock', oidc, Date.now() + 600_000)).toMatch(/that of the identity provider differ by (599|60\d) seconds/)
  })

  it('checks the identity provider, the mail server and the storage', async () => {
    const impostor = await serve(() => ({ issuer: 'https://else.example' }))
    const nobody = `http://127.0.0.1:${await findFreePort()}`
    const oidc = { OIDC_CLIENT_ID: 'c', OIDC_CLIENT_SECRET: 'hunter2' }
    expect(await lineOf('Sign-in', { ...oidc, OIDC_ISSUER: impostor })).toContain('not as the identity provider of that name')
    const s3 = { STORAGE_URL: 's3://pictures', S3_ENDPOINT: nobody, S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 'hunter2' }
    const lines = await wrongs({
      ...oidc,
      ...s3,
      OIDC_ISSUER: nobody,
      SMTP_URL: `smtp://me:hunter2@${new URL(nobody).host}`,
      MAIL_FROM: 'b@example.org',
    })
    expect(lines.join('\n')).toContain('The bucket pictures cannot be used')
    expect(lines.join('\n')).toContain('cannot be reached (ECONNREFUSED)')
    expect(lines.join('\n')).toMatch(/The mail server cannot be used: (it cannot be reached|nobody listens)/)
    expect(lines.join('\n')).not.toContain('hunter2')
  })

  it('checks address and proxy together', async () => {
    const address = (more: Settings) => lineOf('Address', more)
    expect(await address({ PUBLIC_URL: 'https://blog.invalid' })).toContain('wrong Address: PUBLIC_URL begins with https://')
    expect(await address({ PUBLIC_URL: 'https://blog.invalid', TRUST_PROXY: '1' })).toContain('fine')
    expect(await address({ PUBLIC_URL: 'https://blog.invalid', TRUST_PROXY: '1', HOST: '0.0.0.0' })).toContain('attention')
    expect(await address({ PUBLIC_URL: 'http://blog.invalid' })).toContain('in the clear')
    expect(await address({ HOST: '0.0.0.0' })).toContain('wrong Address: The blog listens on 0.0.0.0, but PUBLIC_URL is not set')
  })

  it('distinguishes a blog that is down from one that cannot be reached from outside', async () => {
    await makeBlog()
    expect(await lineOf('Blog')).toContain('wrong Blog: It does not respond')
    await startHere()
    const other = await serve(() => ({ hello: 'world' }))
    expect(await lineOf('Blog', { PUBLIC_URL: other })).toContain(
      `It runs on this machine, but not at ${other}: another server responds there`,
    )
  })

  it('reports the age of the newest backup', async () => {
    await makeBlog()
    expect(await lineOf('Backups')).toContain('attention Backups: There is none')
    mkdirSync(join(folder, 'backups'))
    const write = (name: string) => writeFileSync(join(folder, 'backups', name), 'x')
    // A part of a killed backup, one without pictures, and a file of something else are no backup.
    write(`.${backupName('daily', Date.now())}.0123456789ab.backup-part`)
    write(backupName('before-upgrade', Date.now()))
    write('notes.txt')
    expect(await lineOf('Backups')).toContain('attention Backups: There is none')
    write(backupName('daily', Date.now() + 365 * DAY_MS))
    expect(await lineOf('Backups')).toContain('attention Backups: The newest has a date in the future: a clock was wrong.')
    write(backupName('daily', Date.now() - 5.5 * DAY_MS))
    expect(await lineOf('Backups')).toContain('attention Backups: The newest is 5 days old.')
  })

  it('requires a Node version', () => {
    expect(checkNode('22.3.0')).toMatchObject({ state: 'wrong', says: 'Version 22.3.0 is too old.' })
    expect(checkNode(process.versions.node)).toMatchObject({ state: 'fine' })
  })

  it('ends with 1 on the command line when something is wrong', async () => {
    const { exitCode, output } = await runScript('src/app/cli/main.ts', ['doctor'], env)
    expect(exitCode).toBe(1)
    expect(output).toMatch(/✓ Node +Version/)
    expect(output).toMatch(/✗ Database +There is no database yet\.\n +→ It is made/)
    expect(output).toMatch(/\d+ things are wrong\.\n$/)
    // Only the folder that the probe of the storage created.
    expect(readdirSync(folder)).toEqual(['files'])
  })
})

/** A server with this response to everything. */
async function serve(respond: (url: string) => object): Promise<string> {
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify(respond(url))),
  )
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
  })
  return url
}
