import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { Person, signIn } from '#tests/crash/person.ts'
import { plain } from '#tests/support/media/pictures.ts'
import { createPostgresDatabase, postgresProblem, type TestDatabase } from '#tests/support/database/postgres.ts'
import { unlessMissing } from '#tests/support/requirement.ts'
import { createBucketAt, missingSwift } from '#tests/support/storage/s3.ts'
import { startSwift, type SwiftServer } from '#tests/support/storage/swift-server.ts'
import { uploadPicture } from '#tests/support/media/tus.ts'
import { installBlog, type InstalledBlog } from './installed-blog.ts'
import { missingMachine } from './trial-machine.ts'

const ADMIN = { displayName: 'Ruth', email: 'ruth@example.org', password: 'a long password of Ruth' }

/** docs/operating.md, 'If the machine dies': its commands, on a new machine. */
describe('A machine that dies', unlessMissing(missingMachine() ?? missingSwift()), () => {
  let swift: SwiftServer
  let blog: InstalledBlog
  const databases: TestDatabase[] = []

  beforeAll(async () => {
    swift = await startSwift()
    await createBucketAt(swift, 'our-backups')
  })
  afterAll(async () => {
    for (const database of databases) await database.drop()
    await swift?.stop()
  }, 300_000)

  /** Names the other place, as the guide says. */
  function nameOtherPlace({ machine }: InstalledBlog, engine: string): void {
    const lines = [
      `BACKUP_URL=s3://our-backups/${engine}`,
      `BACKUP_S3_ENDPOINT=${swift.endpoint}`,
      `BACKUP_S3_ACCESS_KEY_ID=${swift.accessKeyId}`,
      `BACKUP_S3_SECRET_ACCESS_KEY=${swift.secretAccessKey}`,
    ]
    writeFileSync(machine.pathOf('/etc/kindred.env'), `${lines.join('\n')}\n`, { flag: 'a' })
  }

  /** Makes a backup and copies it, as an admin does in the dashboard. */
  async function copyNow(admin: Person): Promise<void> {
    await admin.call('POST', '/api/settings/backups')
    await expect.poll(async () => (await admin.call('GET', '/api/settings/backups')).running, { timeout: 60_000 }).toBeNull()
    await admin.call('POST', '/api/backup-place/copy')
    await expect
      .poll(async () => admin.call('GET', '/api/backup-place'), { timeout: 60_000 })
      .toMatchObject({
        running: null,
        failure: null,
        last: { name: expect.stringContaining('by-hand') },
      })
  }

  /** On PostgreSQL with an empty database. */
  async function installOn(engine: string): Promise<InstalledBlog> {
    if (engine === 'sqlite') return installBlog()
    const database = await createPostgresDatabase()
    databases.push(database)
    return installBlog([`DATABASE_URL='${database.url}'`])
  }

  const engines = postgresProblem() === null ? ['sqlite', 'postgres'] : ['sqlite']
  it.each(engines)(
    'is replaced by a new one with everything in it, by its encrypted copy in another place, on %s',
    { timeout: 900_000 },
    async (engine) => {
      blog = await installOn(engine)
      onTestFinished(() => blog.machine.stop())
      const [, key = ''] = /\/setup#([\w-]+)$/.exec(blog.output) ?? []
      await new Person(blog, '', '').call('POST', '/api/setup', { ...ADMIN, key, wayIn: 'everybody' })
      const admin = await signIn(blog, ADMIN)
      const picture = await uploadPicture(admin, { kind: 'post', bytes: await plain(1200, 800).jpeg().toBuffer() })
      const body = { title: 'Before the fire', content: '<p>All is here.</p>', image: picture }
      const { slug } = await admin.call('POST', '/api/post/create', body)
      const bytesOf = async (path: string) => Buffer.from(await (await fetch(blog.url + path)).arrayBuffer())
      const before = await bytesOf(picture)
      nameOtherPlace(blog, engine)
      expect(await blog.kindred('service', 'restart')).toMatchObject({ exitCode: 0 })
      const { passphrase } = await admin.call('POST', '/api/backup-place/key')
      await copyNow(admin)
      await blog.machine.stop()

      blog = await installOn(engine)
      expect((await fetch(`${blog.url}/post/${slug}`)).status).toBe(404)
      nameOtherPlace(blog, engine)
      expect(await blog.kindred('service', 'stop')).toMatchObject({ exitCode: 0 })
      writeFileSync(join(blog.machine.shared, 'paper'), passphrase)
      // Typed at a terminal.
      const typed = `(sleep 4; cat /shared/paper; echo) | script --quiet --return --command 'kindred elsewhere restore' /dev/null`
      const restored = await blog.machine.run(['sh', '-c', typed])
      expect(restored).toMatchObject({ exitCode: 0, output: expect.stringMatching(/Restored .*1 post/s) })
      expect(await blog.kindred('service', 'start')).toMatchObject({ exitCode: 0 })
      expect(await (await fetch(`${blog.url}/post/${slug}`)).text()).toContain('All is here.')
      expect((await bytesOf(picture)).equals(before)).toBe(true)
      // With the same passphrase.
      await copyNow(await signIn(blog, ADMIN))
    },
  )
})
