import { setTimeout as sleep } from 'node:timers/promises'
import { rootCertificates, setDefaultCACertificates } from 'node:tls'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#platform/database/database.ts'
import { type Person, signIn } from '#tests/crash/person.ts'
import { missingOpenssl } from '#tests/support/blog/certificates.ts'
import { createPostgresDatabase, postgresProblem, type TestDatabase } from '#tests/support/database/postgres.ts'
import { unlessMissing } from '#tests/support/requirement.ts'
import { createBucketAt, missingSwift } from '#tests/support/storage/s3.ts'
import { startSwift, type SwiftServer } from '#tests/support/storage/swift-server.ts'
import { uploadPicture } from '#tests/support/media/tus.ts'
import { sameSchema } from './changed-versions.ts'
import { installBlog, type InstalledBlog } from './installed-blog.ts'
import { type Proxy, proxyPrograms } from './proxies.ts'
import { startReaders } from './readers.ts'
import { missingMachine } from './trial-machine.ts'

const ADMIN = { email: 'boss@example.org', password: 'a long password of boss' }
const BUCKET = 'kindred'
const PER_SECOND = 100
/** So that all of them stay below the limit of 30 comments in five minutes, however long the upgrades take. */
const WRITE_EVERY_MS = 12_000
/** The balancer notices that a machine is back, or away (docs/operating.md, More than one machine). */
const NOTICED_MS = 5000

/** docs/operating.md, More than one machine: its commands on two machines. */
describe('Two machines', unlessMissing(missingMachine() ?? missingOpenssl ?? missingSwift()), () => {
  if (postgresProblem() !== null) return
  let database: TestDatabase
  let store: SwiftServer
  let blogs: InstalledBlog[]

  beforeAll(async () => {
    database = await createPostgresDatabase()
    store = await startSwift()
    await createBucketAt(store, BUCKET)
    const settings = [
      `DATABASE_URL='${database.url}'`,
      `STORAGE_URL=s3://${BUCKET}`,
      `S3_ENDPOINT=${store.endpoint}`,
      `S3_REGION=${store.region}`,
      `S3_ACCESS_KEY_ID=${store.accessKeyId}`,
      `S3_SECRET_ACCESS_KEY=${store.secretAccessKey}`,
      `ADMIN_EMAIL=${ADMIN.email}`,
      `ADMIN_PASSWORD='${ADMIN.password}'`,
      'LOG_LEVEL=warn',
    ]
    blogs = []
    for (const _ of ['first', 'second']) blogs.push(await installBlog(settings))
  }, 1_200_000)
  afterAll(async () => {
    for (const { machine } of blogs ?? []) await machine.stop()
    await store?.stop()
    await database?.drop()
  }, 300_000)

  async function storedComments(): Promise<string[]> {
    const db = await openDatabase(database.url)
    const rows = await db.selectFrom('comments').select('content').execute()
    await db.destroy()
    return rows.map(({ content }) => content)
  }

  const present = proxyPrograms.filter(({ missing }) => missing === null)
  describe.each(present)('behind $name with the shipped file for several', ({ name, start }) => {
    let proxy: Proxy
    let admin: Person
    let post: { readonly _id: string; readonly slug: string }

    beforeAll(async () => {
      proxy = await start(...(blogs.map(({ port }) => port) as [number, number]))
      setDefaultCACertificates([...rootCertificates, proxy.authority])
      for (const { machine, kindred } of blogs) {
        await machine.run(['sed', '-i', `s#^PUBLIC_URL=.*#PUBLIC_URL=${proxy.url}#`, '/etc/kindred.env'])
        await kindred('service', 'restart')
      }
      // The proxy asks every second which machines are ready.
      while ((await fetch(proxy.url)).status !== 200) await sleep(100)
      admin = await signIn(proxy, ADMIN)
      post = await admin.call('POST', '/api/post/create', { title: 'A day at the sea', content: '<p>Sand and wind.</p>' })
    }, 600_000)
    afterAll(() => proxy?.stop())

    const comment = async (content: string) =>
      (
        await admin.send('/api/comment/create', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ postId: post._id, content }),
        })
      ).status

    it('show a picture that was stored through the other one', async () => {
      const noise = { create: { width: 900, height: 700, channels: 3 as const, background: '#b4442f' } }
      const path = await uploadPicture(admin, { kind: 'post', bytes: await sharp(noise).jpeg().toBuffer() })
      const statuses = await Promise.all(
        Array.from({ length: 6 }, async () => (await admin.send(new URL(path, proxy.url).pathname, {})).status),
      )
      expect(statuses).toEqual(Array.from({ length: 6 }, () => 200))
    })

    it('lose no page and no comment while both are upgraded, one after the other', { timeout: 900_000 }, async () => {
      const pages = [
        { path: '/', marker: 'A day at the sea' },
        { path: `/post/${post.slug}`, marker: 'Sand and wind.' },
        { path: '/api/post/getposts', marker: 'A day at the sea' },
      ]
      const readers = startReaders(proxy.url, pages, PER_SECOND)
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
      for (const { kindred, release } of blogs) {
        const changes = { ...sameSchema, 'src/app/process/main.mjs': (text: string) => `${text}\n// ${name}\n` }
        const upgraded = await kindred('upgrade', '--from', release(`release-${name}`, changes))
        expect(upgraded.exitCode, upgraded.output).toBe(0)
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
    })

    it('serve pages and take comments while one is away', async () => {
      await blogs[0]?.kindred('service', 'stop')
      // Longer than the health checks need.
      await sleep(NOTICED_MS)
      const statuses: number[] = []
      for (let number = 0; number < 10; number += 1) {
        statuses.push((await admin.send(`/post/${post.slug}`, {})).status)
        if (number % 5 === 0) statuses.push(await comment(`While one is away ${number}`))
      }
      expect(statuses.filter((status) => status !== 200 && status !== 201)).toEqual([])
      expect((await blogs[0]?.kindred('service', 'start'))?.exitCode).toBe(0)
    }, 120_000)
  })
})
