import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { type Person, signIn } from '#tests/crash/person.ts'
import { type BlogProcess, startBlogProcess } from '#tests/support/blog-process.ts'
import { onEachEngine } from '#tests/support/engines.ts'
import { findFreePort } from '#tests/support/free-port.ts'
import { createPostgresDatabase } from '#tests/support/postgres.ts'
import { unlessMissing } from '#tests/support/requirement.ts'
import { missingVarnish, startVarnish } from '#tests/support/varnish.ts'

const ADMIN = { email: 'mother@x.example', password: 'the password of this test' }
const TIMES = Number(process.env['KINDRED_PURGES'] ?? 1000)
const LONG = { timeout: 1_800_000 }

describe('Varnish with the shipped file', unlessMissing(missingVarnish), () => {
  onEachEngine('in front of the blog', (engine) => {
    let proxy: string
    let blog: BlogProcess
    let admin: Person
    let db: Database
    const ends: (() => Promise<unknown>)[] = []
    beforeAll(async () => {
      const database = engine === 'postgres' ? await createPostgresDatabase() : null
      if (database) ends.push(database.drop)
      const port = await findFreePort()
      proxy = `http://127.0.0.1:${port}`
      blog = await startBlogProcess({
        TRUST_PROXY: '1',
        PURGE_URL: `${proxy}/`,
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
        ...(database ? { DATABASE_URL: database.url } : {}),
      })
      ends.push(blog.stop)
      ends.push((await startVarnish({ port, blogPort: Number(new URL(blog.url).port) })).stop)
      admin = await signIn(blog, ADMIN)
      db = await openDatabase(database?.url ?? `sqlite:${join(blog.dataDir, 'kindred.sqlite')}`)
      ends.push(() => db.destroy())
    }, LONG.timeout)
    afterAll(async () => {
      for (const end of ends.toReversed()) await end()
    })

    /** Reads as a visitor, twice, so that the second time is a hit. @returns the text, whether it was a hit, the headers */
    async function read(path: string) {
      const response = await fetch(proxy + path, { redirect: 'manual', headers: { 'x-forwarded-for': '192.0.2.1' } })
      // Varnish names two transactions where it did not ask the blog.
      const isHit = (response.headers.get('x-varnish') ?? '').includes(' ')
      return { status: response.status, text: await response.text(), isHit, headers: response.headers }
    }
    async function readHit(path: string) {
      await read(path)
      return read(path)
    }
    const publish = async (title: string) => {
      const made = await admin.call('POST', '/api/post/create', { title, content: '<p>Words of it.</p>' })
      return { ...made, path: `/post/${made.slug}` } as { _id: string; path: string; slug: string }
    }
    /** Repeats, while each page was kept just before. @returns how many of the next requests showed what was before, and how many pages were kept */
    async function count(
      change: (number: number) => Promise<{ path: string; shows: (text: string, status: number) => boolean }>,
      path: () => string,
    ) {
      let [stale, kept] = [0, 0]
      for (let number = 1; number <= TIMES; number += 1) {
        // Limits of one person are tested elsewhere.
        if (number % 10 === 0) await db.deleteFrom('rate_limits').execute()
        if ((await readHit(path())).isHit) kept += 1
        const { path: next, shows } = await change(number)
        const { text, status } = await read(next)
        if (!shows(text, status)) stale += 1
      }
      process.stdout.write(`${engine}: ${TIMES} changes, ${kept} pages kept before, ${stale} stale\n`)
      return { stale, isKept: kept > TIMES / 2 }
    }

    it('A new comment is in the next page', LONG, async () => {
      const post = await publish('To be commented')
      const counted = await count(
        async (number) => {
          await admin.call('POST', '/api/comment/create', { postId: post._id, content: `Comment ${number}.` })
          return { path: post.path, shows: (text) => text.includes(`Comment ${number}.`) }
        },
        () => post.path,
      )
      expect(counted).toEqual({ stale: 0, isKept: true })
    })

    it('An edited post is in the next page, and in the next list', LONG, async () => {
      const post = await publish('To be edited')
      let path = post.path
      const counted = await count(
        async (number) => {
          const body = { title: 'To be edited', content: `<p>Edition ${number}.</p>` }
          await admin.call('PUT', `/api/post/updatepost/${post._id}/${admin.id}`, body)
          const kept = path
          path = number % 2 === 0 ? post.path : '/api/post/getposts'
          return { path: kept, shows: (text) => text.includes(`Edition ${number}.`) }
        },
        () => path,
      )
      expect(counted).toEqual({ stale: 0, isKept: true })
    })

    it('A page that many read during the writes shows the last one two seconds later', LONG, async () => {
      const post = await publish('To be read by many')
      let isEnded = false
      const reading = Array.from({ length: 10 }, async () => {
        while (!isEnded) await read(post.path)
      })
      for (let number = 1; number <= 20; number += 1)
        await admin.call('POST', '/api/comment/create', { postId: post._id, content: `Among many ${number}.` })
      await sleep(2000)
      const { text } = await read(post.path)
      isEnded = true
      await Promise.all(reading)
      expect(text).toContain('Among many 20.')
      await db.deleteFrom('rate_limits').execute()
    })

    it('A blog that was closed shows the next visitor nothing, and one that was opened everything', LONG, async () => {
      const post = await publish('To be hidden')
      let isClosed = false
      const counted = await count(
        async () => {
          isClosed = !isClosed
          await admin.call('PUT', '/api/settings', { isClosed })
          const wanted = isClosed
          return {
            path: post.path,
            shows: (text, status) => (wanted ? status !== 200 && !text.includes('Words of it') : text.includes('Words of it')),
          }
        },
        () => (isClosed ? '/about' : post.path),
      )
      await admin.call('PUT', '/api/settings', { isClosed: false })
      expect(counted.stale).toBe(0)
    })

    it('keeps nothing private, and sends no reader which data a page shows', LONG, async () => {
      const post = await publish('For all')
      const secret = await admin.call('POST', '/api/post/create', {
        title: 'For the family',
        content: '<p>Secret words.</p>',
        audience: 'family',
      })
      const asAdmin = async (path: string) => {
        const response = await fetch(proxy + path, { headers: { cookie: admin.cookie }, redirect: 'manual' })
        return { text: await response.text(), hit: (response.headers.get('x-varnish') ?? '').includes(' ') }
      }
      for (const path of ['/', post.path, `/post/${secret.slug}`, '/search', '/dashboard', '/api/post/getposts', '/api/user/getusers']) {
        for (let time = 0; time < 3; time += 1) expect([path, (await asAdmin(path)).hit]).toEqual([path, false])
        const { text, headers } = await readHit(path)
        expect(text).not.toContain('Secret words')
        expect(text).not.toContain(ADMIN.email)
        for (const name of ['surrogate-key', 'surrogate-control', 'cache-tag', 'set-cookie'])
          expect([path, name, headers.get(name)]).toEqual([path, name, null])
      }
      // The purge of what was published above may arrive after the first request.
      await expect.poll(async () => (await readHit(post.path)).isHit).toBe(true)
      // A page without a mark of the blog is asked for each time.
      expect((await readHit('/dashboard')).isHit).toBe(false)
    })

    it('purges for nobody who comes through another proxy', async () => {
      const headers = { 'cache-tag': 'all', 'x-forwarded-for': '192.0.2.1' }
      expect((await fetch(proxy, { method: 'PURGE', headers })).status).toBe(403)
      expect((await fetch(proxy, { method: 'PURGE', headers: { 'cache-tag': '.*' } })).status).toBe(400)
    })
  })
})
