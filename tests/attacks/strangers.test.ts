import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { signIn } from '#tests/crash/person.ts'
import { onEachEngine } from '#tests/support/engines.ts'
import { UNKNOWN_PREFIX } from '#tests/support/mail/faulty-mail-server.ts'
import { missingNginx, type Nginx, startNginx } from '#tests/support/blog/nginx.ts'
import { photograph } from '#tests/support/media/pictures.ts'
import { createPostgresDatabase } from '#tests/support/database/postgres.ts'
import { unlessMissing } from '#tests/support/requirement.ts'
import { tusClient, uploadPicture } from '#tests/support/media/tus.ts'
import { startFlood } from './flood.ts'
import { MOTHER, readCached, recover, startStrangerBlog, type StrangerBlog } from './stranger-blog.ts'

const MEGABYTE = 1024 * 1024

onEachEngine('Strangers', (engine) => {
  let blog: StrangerBlog
  let database: { readonly url: string; readonly drop: () => Promise<void> } | null
  beforeAll(async () => {
    database = engine === 'postgres' ? await createPostgresDatabase() : null
    blog = await startStrangerBlog(database?.url)
    await readCached(blog)
  })
  afterAll(async () => {
    await blog?.stop()
    await database?.drop()
  })

  const from = (address: string, line: string) => `${line} HTTP/1.1\r\nHost: ${blog.host}\r\nX-Forwarded-For: ${address}\r\n\r\n`
  /** Ends with its test. */
  const floodUntilEnd = (...parts: Parameters<typeof startFlood>) => {
    const flood = startFlood(...parts)
    onTestFinished(flood.stop)
    return flood
  }
  const readOften = async (url = blog.url) => {
    for (let read = 0; read < 50; read += 1) await readCached({ url, slug: blog.slug })
  }

  it('do not silence the blog with long paths (A1)', async () => {
    const flood = floodUntilEnd(blog.url, 40, () => from('203.0.113.1', `GET /a${'/'.repeat(15_000)}`))
    await readOften()
    await flood.stop()
    expect([...flood.statuses.keys()]).toEqual([414])
  })

  it.each(['HEAD', 'GET'])('do not silence the blog with long lists by %s (A3)', async (method) => {
    const list = (number: number) =>
      from('203.0.113.2', `${method} /api/post/getposts?limit=${100 - (number % 13)}&startIndex=${number % 11}`)
    const lists = floodUntilEnd(blog.url, 300, list)
    const small = floodUntilEnd(blog.url, 100, (number) =>
      from('203.0.113.3', `${method} /api/post/getposts?limit=9&startIndex=${number % 100}`),
    )
    await readOften()
    await expect
      .poll(() =>
        signIn(blog, MOTHER).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
    await Promise.all([lists.stop(), small.stop()])
    for (const flood of [lists, small]) {
      expect([...flood.statuses.keys()].filter((status) => ![200, 503].includes(status))).toEqual([])
      expect(flood.withoutRetryAfter()).toBe(0)
    }
  })

  describe('behind nginx', unlessMissing(missingNginx), () => {
    let nginx: Nginx
    beforeAll(async () => {
      const port = Number(new URL(blog.url).port)
      nginx = await startNginx([port, port])
    })
    afterAll(() => nginx?.stop())

    it.each([
      ['long paths (A1)', (number: number) => `GET /a${'/'.repeat(7500)}${number}`, [414]],
      ['long lists (A3)', (number: number) => `GET /api/post/getposts?limit=${100 - (number % 13)}`, [200, 503]],
    ] as const)('do not silence the blog with %s', async (_, line, allowed) => {
      const flood = floodUntilEnd(nginx.url, 100, (number) => `${line(number)} HTTP/1.1\r\nHost: ${blog.host}\r\n\r\n`)
      await readOften(nginx.url)
      await flood.stop()
      expect([...flood.statuses.keys()].filter((status) => !(allowed as readonly number[]).includes(status))).toEqual([])
    })
  })

  it('do not stop codes with addresses that do not exist (A2)', async () => {
    for (let number = 0; number < 40; number += 1) {
      const account = { username: `dead${number}`, email: `${UNKNOWN_PREFIX}${number}@x.example`, password: 'a password of a stranger' }
      await blog.mother.call('POST', '/api/auth/signup', account)
    }
    expect(await recover(blog, MOTHER.email)).not.toBe(Infinity)
  })

  it('do not make the blog mail anybody more than the one mail that asks, in any spelling (A6)', async () => {
    const before = blog.mails.asked.length
    for (let number = 0; number < 10; number += 1) {
      const email = `vic.tim+${number}@x.example`
      const account = { username: `spam${number}`, email, password: 'a password of a stranger' }
      await blog.mother.call('POST', '/api/auth/signup', account)
      const stranger = await signIn(blog, account)
      expect((await stranger.send(`/api/user/update/${stranger.id}`, named('WIN https://x.example'))).status).toBe(400)
      // The limit of one mailbox refuses the later ones.
      await blog.mother.call('POST', '/api/auth/code', { email }).catch(() => {})
    }
    const asked = () => blog.mails.asked.slice(before).filter((to) => to.startsWith('vic'))
    await expect.poll(() => asked().length).toBe(1)
    await recover(blog, MOTHER.email)
    expect(asked()).toHaveLength(1)
  })
  const named = (displayName: string): RequestInit => ({
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ displayName }),
  })

  it('fill neither the disk with one upload written many times, nor the table of sessions (A4)', async () => {
    const reader = await blog.reader('filler')
    const tus = tusClient(reader)
    const bytes = await sharp({
      create: { width: 1200, height: 900, channels: 3, background: 'red', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
    })
      .png({ compressionLevel: 0 })
      .toBuffer()
    const upload = bytes.subarray(0, 2 * MEGABYTE - 1)
    const { url } = await tus.create({ kind: 'profile', size: upload.byteLength + 1 })
    await Promise.all(Array.from({ length: 60 }, () => tus.patch(url, 0, upload).catch(() => null)))
    expect(await sizeOf(blog.dataDir)).toBeLessThan(20 * MEGABYTE)
    let count = 0
    for (; count < 100; count += 1) {
      const created = await tus.create({ kind: 'profile', size: MEGABYTE })
      if (created.status !== 201) break
      await tus.end(created.url)
    }
    expect(count).toBeLessThan(50)
    const account = { email: 'filler@x.example', password: 'the password of this test' }
    for (let signIns = 0; signIns < 60; signIns += 1) await signIn(blog, account)
    const last = await signIn(blog, account)
    expect((await last.call('GET', '/api/auth/sessions')).sessions).toHaveLength(50)
  })

  it.runIf(engine === 'sqlite')('do not keep the family’s photo waiting behind their pictures (A5)', async () => {
    const bomb = await sharp({ create: { width: 10_000, height: 5000, channels: 3, background: 'blue' } })
      .avif({ effort: 0 })
      .toBuffer()
    const large = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: 'green' } })
      .avif({ effort: 0 })
      .toBuffer()
    const strangers = await Promise.all(['one', 'two', 'three', 'four'].map((name) => blog.reader(`pixel${name}`)))
    await expect(uploadPicture(strangers[0] as never, { kind: 'profile', bytes: bomb })).rejects.toThrow('12 megapixels')
    const attack = strangers.flatMap((stranger) =>
      Array.from({ length: 10 }, async () => ({
        tus: tusClient(stranger),
        sent: await tusClient(stranger).send({ kind: 'profile', bytes: large }),
      })),
    )
    const bytes = await photograph(1600, 1200)
    const accepted = (await Promise.all(attack)).filter(({ sent }) => sent.status === 201)
    expect(accepted.length).toBeGreaterThan(10)
    const theirs = Promise.all(accepted.map(({ tus, sent }) => tus.result(sent.url))).then(() => 'theirs')
    const hers = uploadPicture(blog.mother as never, { kind: 'post', bytes })
    expect(await Promise.race([hers.then(() => 'hers'), theirs])).toBe('hers')
    await theirs
  })
})

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile() && !entry.name.startsWith('kindred.sqlite'))
      bytes += (await stat(join(entry.parentPath, entry.name)).catch(() => ({ size: 0 }))).size
  }
  return bytes
}
