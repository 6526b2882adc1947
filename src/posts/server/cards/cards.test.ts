import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deletePost, updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { updateBlogWords } from '#site/contract/site.endpoints.ts'
import { updateLook } from '#site/contract/look.endpoints.ts'
import { updateSettings } from '#site/contract/settings.endpoints.ts'
import { readPictureAddress } from '#media/contract/picture-address.ts'
import { DEFAULT_LOOK } from '#site/contract/look.ts'
import { createMediaWorkers } from '#media/server/index.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { plain } from '#tests/support/pictures.ts'
import type { TestUser } from '#tests/support/test-app.ts'
import { uploadPicture } from '#tests/support/tus.ts'
import { createPages } from '#app/web/entry-server.tsx'
import { createCardCache } from './card-cache.ts'

/** Titles in the order in which their cards were drawn. */
const drawn: string[] = []
const real = createMediaWorkers({ folder: join(tmpdir(), 'kindred-media'), ffmpegPath: null })
const workers: typeof real = {
  ...real,
  drawCard: (order) => {
    drawn.push(order.title)
    return real.drawCard(order)
  },
}

afterAll(() => real.close())

onEachEngine('Social cards', (engine) => {
  const blog = useTestApp(engine, { overrides: { pages: createPages(null), workers } })
  let admin: TestUser
  let reader: TestUser
  let relative: TestUser
  beforeAll(async () => {
    drawn.length = 0
    admin = await blog().makeAdmin()
    reader = await blog().makeUser()
    relative = await blog().makeUser({ isFamily: true })
  })

  const get = (path: string, init: RequestInit = {}, client = blog().visitor()) => client.send(path, init)
  /** Path of the picture that a page's preview shows. */
  const cardOf = async (path: string, client = blog().visitor()) => {
    const html = await (await get(path, {}, client)).text()
    const [, address = ''] = /<meta property="og:image" content="([^"]*)">/.exec(html) ?? []
    return address === '' ? null : new URL(address).pathname
  }
  const change = (id: string, body: object) => admin.call(updatePost, { params: { postId: id, userId: admin.id }, body })
  const close = (isClosed: boolean) => admin.call(updateSettings, { body: { isClosed } })

  it('The card of a post is the picture of its preview, drawn once, and cached by browsers but not by proxies', async () => {
    const { slug, title } = await blog().makePost({ by: admin, title: 'A first morning' })
    const path = await cardOf(`/post/${slug}`)
    const [response, again] = await Promise.all([get(path ?? ''), get(path ?? '')])
    const { format, width, height } = await sharp(new Uint8Array(await response.arrayBuffer())).metadata()
    expect({ format, width, height }).toEqual({ format: 'jpeg', width: 1200, height: 630 })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, s-maxage=0, immutable',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(again.status).toBe(200)
    const etag = response.headers.get('etag') ?? ''
    expect((await get(path ?? '', { headers: { 'if-none-match': etag } })).status).toBe(304)
    expect((await get(path ?? '', { method: 'HEAD' })).status).toBe(200)
    expect(drawn.filter((each) => each === title)).toHaveLength(1)
  })

  it('The address of a card changes with title and look; the old address redirects without drawing', async () => {
    const { slug, _id } = await blog().makePost({ by: admin, title: 'Before' })
    const before = await cardOf(`/post/${slug}`)
    const { slug: changedSlug } = await change(_id, { title: 'After' })
    const after = await cardOf(`/post/${changedSlug}`)
    expect(after).not.toBe(before)
    for (const old of [before, `/cards/${_id}-0.jpg`]) {
      const { status, headers } = await get(old ?? '')
      expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([302, after, 'no-cache'])
    }
    await admin.call(updateLook, { body: { palette: 'lake' } })
    const lake = await cardOf(`/post/${changedSlug}`)
    expect(lake).not.toBe(after)
    await admin.call(updateLook, { body: DEFAULT_LOOK })
    expect(await cardOf(`/post/${changedSlug}`)).toBe(after)
    expect(drawn).not.toContain('Before')
  })

  it('The card of a post that is restricted, deleted or on a closed blog is not found at the next request', async () => {
    const narrowed = await blog().makePost({ by: admin, title: 'Narrowed' })
    const deleted = await blog().makePost({ by: admin, title: 'Deleted' })
    const paths = [await cardOf(`/post/${narrowed.slug}`), await cardOf(`/post/${deleted.slug}`)].map((path) => path ?? '')
    for (const path of paths) expect((await get(path)).status).toBe(200)
    await change(narrowed._id, { audience: 'family' })
    await admin.call(deletePost, { params: { postId: deleted._id, userId: admin.id } })
    const gone = await Promise.all([...paths, '/cards/nothing-0.jpg', '/cards/x'].map((path) => get(path, {}, reader)))
    expect(gone.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect(await cardOf(`/post/${narrowed.slug}`, relative)).toBeNull()
    await change(narrowed._id, { audience: 'public' })
    expect((await get(paths[0] ?? '')).status).toBe(200)
    await close(true)
    expect((await get(paths[0] ?? '')).status).toBe(404)
    expect((await get('/card.jpg')).status).toBe(404)
    expect(await cardOf('/sign-in')).toBeNull()
    expect(await cardOf(`/post/${narrowed.slug}`, relative)).toBeNull()
    await close(false)
  })

  it('The card of a post with a damaged cover shows a drawing', async () => {
    const image = await uploadPicture(admin, { kind: 'post', bytes: await plain(40, 30).png().toBuffer() })
    const { slug } = await blog().makePost({ by: admin, title: 'Damaged', image })
    const { files } = blog().storage
    const folder = readPictureAddress(image)?.folder ?? ''
    for (const name of await files.list(folder)) await files.write(`${folder}/${name}`, Buffer.from('no picture'))
    const response = await get((await cardOf(`/post/${slug}`)) ?? '')
    expect([response.status, (await sharp(new Uint8Array(await response.arrayBuffer())).metadata()).width]).toEqual([200, 1200])
  })

  it('Every other page has the card of the blog, which changes with the blog’s texts', async () => {
    for (const path of ['/', '/about', '/search', '/sign-in']) expect([path, await cardOf(path)]).toEqual([path, '/card.jpg'])
    expect(await cardOf('/dashboard', admin)).toBeNull()
    const read = async () => Buffer.from(await (await get('/card.jpg')).arrayBuffer())
    const before = await read()
    expect((await get('/card.jpg')).headers.get('cache-control')).toBe('public, no-cache')
    await admin.call(updateBlogWords, { body: { name: 'The Lindqvists' } })
    expect((await read()).equals(before)).toBe(false)
    expect(drawn).toContain('The Lindqvists')
  })
})

describe('Concurrent card requests', () => {
  const gate = Promise.withResolvers<void>()
  const order: string[] = []
  let running = 0
  const drawCard: typeof real.drawCard = async ({ title }) => {
    order.push(title)
    running += 1
    await gate.promise
    expect(running).toBe(1)
    running -= 1
    return Buffer.from(title)
  }
  const blog = useTestApp('sqlite', { overrides: { pages: createPages(null), workers: { ...real, drawCard } } })

  it('Twenty cards are drawn once each, one at a time, while pages respond', async () => {
    const get = async (path: string) => (await blog().visitor().send(path, {})).text()
    const posts = await Promise.all(Array.from({ length: 20 }, (_, number) => blog().makePost({ title: `Together ${number}` })))
    const pages = await Promise.all(posts.map(({ slug }) => get(`/post/${slug}`)))
    const paths = pages.map((html) => /"og:image" content="[^"]*?(\/cards\/[^"]*)"/.exec(html)?.[1] ?? '')
    const cards = Promise.all([...paths, ...paths].map(get))
    await expect.poll(() => running).toBe(1)
    expect(await get('/about')).toContain('<!doctype html>')
    gate.resolve()
    const titles = posts.map(({ title }) => title)
    expect(await cards).toEqual([...titles, ...titles])
    expect(order.toSorted()).toEqual(titles.toSorted())
  })
})

describe('The card cache', () => {
  const card = (bytes: number) => async () => new Uint8Array(bytes)

  it('It holds the most recently used cards that fit', async () => {
    const cached = createCardCache({ maxBytes: 25 })
    const asked: string[] = []
    const read = (address: string) =>
      cached(address, () => {
        asked.push(address)
        return card(10)()
      })
    for (const address of ['a', 'b', 'a', 'c', 'a', 'b']) await read(address)
    expect(asked.join('')).toBe('abcb')
  })

  it('It rejects requests while too many are pending, draws one card at a time, and stores no failure', async () => {
    const cached = createCardCache({ pendingMax: 2 })
    const first = Promise.withResolvers<Uint8Array<ArrayBuffer>>()
    let running = 0
    const failing = cached('a', () => {
      running += 1
      return first.promise
    })
    const waiting = cached('b', () => {
      running += 1
      return card(1)()
    })
    const refused = await cached('c', card(1)).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'unavailable', retryAfterSeconds: 10 })
    expect(running).toBe(1)
    first.reject(new Error('no'))
    await expect(failing).rejects.toThrow('no')
    expect(await waiting).toHaveLength(1)
    expect(await cached('a', card(3))).toHaveLength(3)
  })
})
