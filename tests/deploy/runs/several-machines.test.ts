import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { rootCertificates, setDefaultCACertificates } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { S3 } from '@aws-sdk/client-s3'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#platform/database/database.ts'
import { type Person, signIn } from '#tests/crash/person.ts'
import { missingOpenssl } from '#tests/support/certificates.ts'
import { findFreePort } from '#tests/support/free-port.ts'
import { createPostgresDatabase, postgresProblem, type TestDatabase } from '#tests/support/postgres.ts'
import { unlessMissing } from '#tests/support/requirement.ts'
import { isSwiftInstalled, startSwift, SWIFT_PACKAGES, type SwiftServer } from '#tests/support/swift-server.ts'
import { uploadPicture } from '#tests/support/tus.ts'
import { newerSchema } from './changed-versions.ts'
import { writeVersion } from './installed-blog.ts'
import { type KindredHome, makeKindredHome } from './kindred-home.ts'
import { type Proxy, proxyPrograms } from './proxies.ts'
import { startReaders } from './readers.ts'

const project = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '')
const ADMIN = { email: 'boss@example.org', password: 'a long password of boss' }
const BUCKET = 'kindred'
const PER_SECOND = 100
/** So that all of them stay below the limit of comments. */
const WRITE_EVERY_MS = 1500
const NOTICED_MS = 5000
const missingStore = isSwiftInstalled() ? null : { why: 'no S3 server here', install: `apt-get install ${SWIFT_PACKAGES.join(' ')}` }
const missingPerl =
  spawnSync('perl', ['-MIO::Socket::INET', '-e', '1']).status === 0
    ? null
    : { why: 'no perl is installed', install: 'apt-get install perl-base' }

describe.skipIf(postgresProblem()).each(proxyPrograms)('$name with the shipped file for several machines', ({ name, missing, start }) => {
  describe('in front of two blogs', unlessMissing(missing ?? missingOpenssl ?? missingStore ?? missingPerl), () => {
    let database: TestDatabase
    let store: SwiftServer
    let proxy: Proxy
    let homes: KindredHome[]
    let folder: string
    let admin: Person
    let slug: string
    let postId: string

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'kindred-next-'))
      writeVersion(folder, newerSchema)
      symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'))
      execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: folder, stdio: 'ignore' })
      database = await createPostgresDatabase()
      store = await startSwift()
      const credentials = { accessKeyId: store.accessKeyId, secretAccessKey: store.secretAccessKey }
      await new S3({ endpoint: store.endpoint, region: store.region, credentials, forcePathStyle: true }).createBucket({ Bucket: BUCKET })
      const ports = [await findFreePort(), await findFreePort()] as const
      proxy = await start(...ports)
      setDefaultCACertificates([...rootCertificates, proxy.authority])
      const settings = [
        `PUBLIC_URL=${proxy.url}`,
        'TRUST_PROXY=1',
        `DATABASE_URL=${database.url}`,
        `STORAGE_URL=s3://${BUCKET}`,
        `S3_ENDPOINT=${store.endpoint}`,
        `S3_REGION=${store.region}`,
        `S3_ACCESS_KEY_ID=${store.accessKeyId}`,
        `S3_SECRET_ACCESS_KEY=${store.secretAccessKey}`,
        `ADMIN_EMAIL=${ADMIN.email}`,
        `ADMIN_PASSWORD='${ADMIN.password}'`,
      ]
      homes = ports.map((port) => makeKindredHome(port, settings))
      for (const { kindred } of homes) await kindred('service', 'start')
      // The proxy asks every second which machines are ready.
      while ((await fetch(proxy.url)).status !== 200) await sleep(100)
      admin = await signIn(proxy, ADMIN)
      const post = await admin.call('POST', '/api/post/create', { title: 'A day at the sea', content: '<p>Sand and wind.</p>' })
      postId = post._id
      slug = post.slug
    }, 600_000)
    afterAll(async () => {
      await proxy?.stop()
      for (const home of homes ?? []) await home.remove()
      await store?.stop()
      await database?.drop()
      rmSync(folder, { recursive: true, force: true })
    }, 120_000)

    const comment = async (content: string) =>
      (
        await admin.send('/api/comment/create', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ postId, content }),
        })
      ).status
    const pages = () => [
      { path: '/', marker: 'A day at the sea' },
      { path: `/post/${slug}`, marker: 'Sand and wind.' },
      { path: '/api/post/getposts', marker: 'A day at the sea' },
    ]
    async function storedComments(): Promise<string[]> {
      const db = await openDatabase(database.url)
      const rows = await db.selectFrom('comments').select('content').execute()
      await db.destroy()
      return rows.map(({ content }) => content)
    }

    it('shows a picture that was stored through the other one', async () => {
      const noise = { create: { width: 900, height: 700, channels: 3 as const, background: '#b4442f' } }
      const path = await uploadPicture(admin, { kind: 'post', bytes: await sharp(noise).jpeg().toBuffer() })
      const statuses = await Promise.all(
        Array.from({ length: 6 }, async () => (await admin.send(new URL(path, proxy.url).pathname, {})).status),
      )
      expect(statuses).toEqual(Array.from({ length: 6 }, () => 200))
    })

    it('loses no page and no comment while both are upgraded, one after the other, to a version with a newer schema', async () => {
      const readers = startReaders(proxy.url, pages(), PER_SECOND)
      let isOver = false
      const [written, refused]: [string[], number[]] = [[], []]
      const writing = (async () => {
        for (let number = 0; !isOver; number += 1) {
          const content = `Comment ${name} ${number}`
          const status = await comment(content)
          if (status === 201) written.push(content)
          else refused.push(status)
          await sleep(WRITE_EVERY_MS)
        }
      })()
      for (const { pointTo, kindred } of homes) {
        pointTo(folder)
        expect(await kindred('service', 'restart')).toEqual({ exitCode: 0, output: '' })
        // The balancer notices that it is back (docs/operating.md, More than one machine).
        await sleep(NOTICED_MS)
      }
      isOver = true
      await writing
      const { requests, longestMs, ...seen } = await readers.end()
      process.stdout.write(
        `${name}: ${requests} requests, ${seen.lost.length} lost, ${seen.wrong.length} wrong, longest ${longestMs} ms; ${written.length} comments acknowledged, ${refused.length} refused\n`,
      )
      expect({ ...seen, refused }).toEqual({ lost: [], wrong: [], refused: [] })
      const stored = await storedComments()
      expect(written.filter((content) => !stored.includes(content))).toEqual([])
    }, 300_000)

    it('serves pages and takes comments while one machine is away', async () => {
      await homes[0]?.kindred('service', 'stop')
      // Longer than the health checks need.
      await sleep(3000)
      const statuses: number[] = []
      for (let number = 0; number < 10; number += 1) {
        statuses.push((await admin.send(`/post/${slug}`, {})).status)
        if (number % 5 === 0) statuses.push(await comment(`While one is away ${number}`))
      }
      expect(statuses.filter((status) => status !== 200 && status !== 201)).toEqual([])
      expect((await homes[0]?.kindred('service', 'start'))?.exitCode).toBe(0)
    }, 120_000)
  })
})
