import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CompiledQuery } from 'kysely'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createPage } from '#site/contract/blog-pages.endpoints.ts'
import { updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { findMovedAddress, recordPageAddresses } from '#posts/server/addresses/moved-addresses.ts'
import { openDatabase } from '#platform/database/database.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { importOptions, importPartsOf } from '#tests/support/import-export/import-parts.ts'
import {
  GHOST_ADDRESSES,
  GHOST_EXPORT,
  HIDDEN_ADDRESSES,
  HIDDEN_FILES,
  WORDPRESS_ADDRESSES,
  WORDPRESS_EXPORT,
} from '#tests/support/import-export/moved-blog.ts'
import { findScan } from '#tests/support/database/query-plans.ts'
import { noise } from '#tests/support/media/pictures.ts'
import type { TestApp, TestUser } from '#tests/support/test-app.ts'
import { createPages } from '#app/web/entry-server.tsx'
import { importBlog } from './import-blog.ts'

/** With so few rows, PostgreSQL would prefer sequential scans. */
const withoutScans = (url: string) => (url.startsWith('postgres') ? `${url}?options=${encodeURIComponent('-c enable_seqscan=off')}` : url)

type Client = ReturnType<TestApp['visitor']>

/** Follows redirects as a browser does. */
async function follow(client: Client, address: string): Promise<{ status: number; path: string; hops: number[] }> {
  const hops: number[] = []
  for (let path = address; ;) {
    const response = await client.send(path, {})
    // An unread body keeps the connection open.
    await response.arrayBuffer()
    const location = response.headers.get('location')
    if (location === null || hops.length === 3) return { status: response.status, path, hops }
    expect(location).toMatch(/^\/(?!\/)/)
    hops.push(response.status)
    path = location
  }
}

async function importInto({ folder, ...blog }: TestApp, name: string, text: string): Promise<void> {
  const root = join(folder, `${name}-files`)
  for (const part of ['wp-content/uploads/2019/05', 'content/images/2019/05']) {
    await mkdir(join(root, part), { recursive: true })
    for (const [index, file] of ['Ward.jpg', 'secret.jpg', 'Cover.jpg'].entries())
      await writeFile(
        join(root, part, file),
        await noise(60 + index, 40)
          .jpeg()
          .toBuffer(),
      )
  }
  const path = join(folder, name)
  await writeFile(path, text)
  const { report } = await importBlog(
    importPartsOf({ folder, ...blog } as TestApp),
    importOptions(path, { pictures: root, fetchFile: null }),
  )
  expect(report.count('failed')).toBe(0)
}

const pictureIn = async ({ db }: TestApp, slug: string) => {
  const { content } = await db.selectFrom('posts').select('content').where('slug', '=', slug).executeTakeFirstOrThrow()
  return /\/files\/[^" ]+/.exec(content)?.[0] ?? ''
}

onEachEngine('Addresses of an imported WordPress blog', (engine) => {
  const blog = useTestApp(engine, { overrides: { pages: createPages(null) } })
  let admin: TestUser
  let ward: string
  beforeAll(async () => {
    admin = await blog().makeAdmin()
    await importInto(blog(), 'export.xml', WORDPRESS_EXPORT)
    ward = await pictureIn(blog(), 'first')
    const { id } = await blog().db.selectFrom('posts').select('id').where('slug', '=', 'secret').executeTakeFirstOrThrow()
    await admin.call(updatePost, { params: { postId: id, userId: admin.id }, body: { audience: 'admins' } })
  })

  it.each(Object.entries(WORDPRESS_ADDRESSES))('redirect to %s', async (target, addresses) => {
    const wanted = target === 'ward picture' ? ward : target
    for (const address of addresses) {
      const found = await follow(blog().visitor(), address)
      expect([address, found]).toEqual([address, { status: 200, path: wanted, hops: [301] }])
    }
  })

  it('Addresses of a restricted post respond as if it had never existed', async () => {
    const visitor = blog().visitor()
    const responseTo = async (path: string, client: Client = visitor) => {
      const response = await client.send(path, {})
      const html = (await response.text())
        .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
        .replaceAll(path, 'path')
        .replaceAll(encodeURIComponent(path), 'path')
      return { status: response.status, headers: [...response.headers].filter(([name]) => !/id|date/.test(name)), html }
    }
    for (const path of HIDDEN_ADDRESSES) {
      expect([path, await responseTo(path)]).toEqual([path, await responseTo(path.replace('secret', 'nothing'))])
      expect([path, (await follow(admin, path)).path]).toEqual([path, '/post/secret'])
    }
    const secret = await pictureIn(blog(), 'secret')
    for (const path of HIDDEN_FILES) {
      expect([path, await responseTo(path)]).toEqual([path, await responseTo(path.replace('secret', 'nothing'))])
      expect([path, await follow(admin, path)]).toEqual([path, { status: 200, path: secret, hops: [301] }])
    }
    expect((await follow(visitor, '/diary/?p=13')).hops).toEqual((await follow(visitor, '/diary/?p=999')).hops)
  })

  it('Addresses of a page redirect only clients that may read it', async () => {
    const { _id } = await admin.call(createPage, { body: { title: 'Visits', slug: 'visits', place: 'none' } })
    const body = { content: '<p>Ring twice.</p>' }
    await admin.call(updatePost, { params: { postId: _id, userId: admin.id }, body })
    await blog().edit((trx) => recordPageAddresses(trx, ['/diary/how-to-visit/', 'https://old.example/diary/?page_id=7'], _id))
    await blog().edit((trx) => recordPageAddresses(trx, ['/diary/about-us/'], 'about'))
    for (const path of ['/diary/how-to-visit/', '/diary/how-to-visit/amp/', '/diary/?page_id=7', '/diary/?p=7'])
      expect([path, await follow(blog().visitor(), path)]).toEqual([path, { status: 200, path: '/visits', hops: [301] }])
    expect((await follow(blog().visitor(), '/diary/about-us/')).path).toBe('/about')
    const setAudience = (audience: 'family' | 'admins') =>
      blog().edit((trx) => trx.updateTable('posts').set({ audience }).where('id', '=', _id).execute())
    await setAudience('family')
    expect(await follow(blog().visitor(), '/diary/how-to-visit/')).toMatchObject({ status: 200, hops: [303] })
    await setAudience('admins')
    expect(await follow(blog().visitor(), '/diary/how-to-visit/')).toMatchObject({ status: 404, hops: [] })
  })

  it('Redirects do not change any other address', async () => {
    const addresses = [
      '/nothing',
      '/nothing/feed/',
      '/nothing/2/',
      '/nothing/category/ward/',
      '/2018/05/nothing/',
      '/wp-content/uploads/2019/05/Ward.jpg',
      '/diary/wp-content/uploads/../../2019/x',
      '/%2f%2fevil.example/feed',
      '/wp-admin/',
      '/xmlrpc.php',
    ]
    for (const path of addresses) expect([path, await follow(blog().visitor(), path)]).toEqual([path, { status: 404, path, hops: [] }])
    for (const path of ['/?s=', '/?s=%00', '/?tag=//evil.example/', '/?category_name=https://evil.example'])
      expect((await follow(blog().visitor(), path)).path).toMatch(/^\/search(\?searchTerm=[\w.+%]+)?$/)
    for (const path of ['/', '/?p=x', '/?cat=x', '/?tag='])
      expect(await follow(blog().visitor(), path)).toMatchObject({ status: 200, hops: [] })
    expect((await follow(blog().visitor(), '/category/medical/feed.xml')).hops).toEqual([])
  })

  it('need two indexed queries, and one more for a category of its own', async () => {
    const seen: CompiledQuery[] = []
    const db = await openDatabase(withoutScans(blog().databaseUrl), { onQuery: (query) => void seen.push(query) })
    const find = async (address: string) => {
      seen.length = 0
      await findMovedAddress({ db, mayOpenFile: async () => true }, new URL(address, 'http://x'), 'public')
      return [...seen]
    }
    for (const address of [
      '/diary/2019/05/04/first/feed/',
      '/diary/category/ward/',
      '/diary/wp-content/uploads/2019/05/Ward-300x200.jpg',
      '/a/b/c',
    ]) {
      const queries = await find(address)
      expect([address, queries.length]).toEqual([address, address.endsWith('/ward/') ? 3 : 2])
      for (const query of queries) expect(await findScan(db, engine, query)).toBeNull()
    }
    expect(await find('/wp-sitemap.xml')).toEqual([])
    await db.destroy()
  })

  it('The address of a category that was deleted since redirects to a search for its name', async () => {
    const path = '/diary/category/ward'
    const point = (target: string) =>
      blog().edit((trx) => trx.updateTable('moved_addresses').set({ target }).where('path', '=', path).execute())
    const { target } = await blog().db.selectFrom('moved_addresses').select('target').where('path', '=', path).executeTakeFirstOrThrow()
    await point('category=gone')
    onTestFinished(async () => void (await point(target)))
    expect((await follow(blog().visitor(), '/diary/category/family/ward/')).path).toBe('/search?searchTerm=ward')
    expect((await follow(blog().visitor(), '/diary/category/family/ward/feed/')).path).toBe('/rss.xml')
  })
})

describe('Addresses of an imported Ghost blog', () => {
  const blog = useTestApp('sqlite', { overrides: { pages: createPages(null) } })
  beforeAll(async () => {
    await blog().makeAdmin()
    await importInto(blog(), 'export.json', GHOST_EXPORT)
  })

  it.each(Object.entries(GHOST_ADDRESSES))('redirect to %s', async (target, addresses) => {
    const wanted = target === 'ward picture' ? await pictureIn(blog(), 'first') : target
    for (const address of addresses)
      expect([address, await follow(blog().visitor(), address)]).toEqual([address, { status: 200, path: wanted, hops: [301] }])
  })

  it('of pictures redirect to covers', async () => {
    const { image_url: cover } = await blog()
      .db.selectFrom('posts')
      .select('image_url')
      .where('slug', '=', 'second')
      .executeTakeFirstOrThrow()
    expect((await follow(blog().visitor(), '/content/images/2019/05/Cover.jpg')).path).toBe(cover)
  })
})
