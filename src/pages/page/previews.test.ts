import { Parser } from 'htmlparser2'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { updateLook } from '#site/contract/look.endpoints.ts'
import { updateSettings } from '#site/contract/settings.endpoints.ts'
import { updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { useTestApp } from '#tests/support/engines.ts'
import { plain } from '#tests/support/media/pictures.ts'
import type { TestUser } from '#tests/support/test-app.ts'
import { uploadPicture } from '#tests/support/media/tus.ts'
import { createPages } from '#app/web/entry-server.tsx'

type Thing = Readonly<Record<string, unknown>>

interface Preview {
  /** Contents of meta elements by property or name. */
  readonly meta: ReadonlyMap<string, readonly string[]>
  readonly data: readonly Thing[]
}

/** Reads a page like a crawler. */
function readPreview(html: string): Preview {
  const meta = new Map<string, string[]>()
  const data: Thing[] = []
  let json: string | undefined
  const parser = new Parser({
    onopentag(name, attributes) {
      const key = attributes['property'] ?? attributes['name']
      if (name === 'meta' && key !== undefined) meta.set(key, [...(meta.get(key) ?? []), attributes['content'] ?? ''])
      if (name === 'script' && attributes['type'] === 'application/ld+json') json = ''
    },
    ontext: (text) => void (json !== undefined && (json += text)),
    onclosetag(name) {
      if (name !== 'script' || json === undefined) return
      data.push(JSON.parse(json) as Thing)
      json = undefined
    },
  })
  parser.end(html)
  return { meta, data }
}

describe('The preview of a page', () => {
  const blog = useTestApp('sqlite', { overrides: { pages: createPages(null) } })
  let admin: TestUser
  beforeAll(async () => {
    admin = await blog().makeAdmin()
  })
  const read = async (path: string, client = blog().visitor()) => {
    const html = await (await client.send(path, {})).text()
    const preview = readPreview(html)
    const graph = preview.data.flatMap((data) => data['@graph'] as readonly Thing[])
    return { ...preview, html, graph, one: (key: string) => preview.meta.get(key)?.join(' | ') }
  }

  it('A post for everyone has complete Open Graph tags and valid structured data', async () => {
    const post = await blog().makePost({ by: admin, title: 'A quiet morning', content: '<p>Four words of text.</p>', category: 'medical' })
    await blog().makeComment(await blog().makeUser(), post._id)
    const { one, graph, data } = await read(`/post/${post.slug}`)
    const url = `${new URL(one('og:url') ?? '').origin}/post/${post.slug}`
    expect({
      type: one('og:type'),
      title: one('og:title'),
      description: one('og:description'),
      url: one('og:url'),
      width: one('og:image:width'),
      height: one('og:image:height'),
      alt: one('og:image:alt'),
      card: one('twitter:card'),
      published: one('article:published_time'),
      modified: one('article:modified_time'),
      section: one('article:section'),
    }).toEqual({
      type: 'article',
      title: post.title,
      description: 'Four words of text.',
      url,
      width: '512',
      height: '512',
      alt: `A quiet morning · ${one('og:site_name')}`,
      card: 'summary',
      published: post.createdAt,
      modified: post.updatedAt,
      section: 'medical',
    })
    const origin = new URL(url).origin
    const family = { '@type': 'Organization', name: 'Kindred', url: `${origin}/` }
    expect(data).toMatchObject([{ '@context': 'https://schema.org' }])
    // What search engines require or recommend (developers.google.com/search/docs/appearance/structured-data).
    expect(graph).toEqual([
      {
        '@type': 'BlogPosting',
        headline: post.title,
        description: 'Four words of text.',
        url,
        mainEntityOfPage: url,
        image: one('og:image'),
        datePublished: post.createdAt,
        dateModified: post.updatedAt,
        author: { '@type': 'Person', name: 'The family', url: `${origin}/about` },
        publisher: { ...family, logo: { '@type': 'ImageObject', url: expect.stringMatching(/^http\S+\.png/) } },
        articleSection: 'medical',
        wordCount: 4,
        commentCount: 1,
        isAccessibleForFree: true,
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { '@type': 'ListItem', position: 1, name: 'Kindred', item: `${origin}/` },
          { '@type': 'ListItem', position: 2, name: 'medical', item: `${origin}/search?category=medical` },
          { '@type': 'ListItem', position: 3, name: post.title },
        ],
      },
    ])
  })

  it('The picture is the cover of the post, else that of the home page, else the icon', async () => {
    const upload = async (width: number) =>
      uploadPicture(admin, {
        kind: 'post',
        bytes: await plain(width, width / 2)
          .jpeg()
          .toBuffer(),
      })
    const pictureOf = async (path: string) => {
      const { one } = await read(path)
      const response = await blog()
        .visitor()
        .send(new URL(one('og:image') ?? '').pathname, {})
      const { format, width, height } = await sharp(new Uint8Array(await response.arrayBuffer())).metadata()
      expect([one('og:image:width'), one('og:image:height')]).toEqual([`${width}`, `${height}`])
      return { format, width, card: one('twitter:card'), mayBeShown: response.headers.get('cross-origin-resource-policy') }
    }
    const plainPost = await blog().makePost({ by: admin })
    const shown = await blog().makePost({ by: admin, image: await upload(1500) })
    const large = { format: 'jpeg', card: 'summary_large_image', mayBeShown: 'cross-origin' }
    const icon = { format: 'png', width: 512, card: 'summary', mayBeShown: 'cross-origin' }
    expect(await pictureOf(`/post/${shown.slug}`)).toEqual({ ...large, width: 960 })
    for (const path of [`/post/${plainPost.slug}`, '/', '/about', '/sign-in']) expect(await pictureOf(path), path).toEqual(icon)
    await admin.call(updateLook, { body: { homePicture: await upload(700) } })
    for (const path of [`/post/${plainPost.slug}`, '/']) expect(await pictureOf(path), path).toEqual({ ...large, width: 700 })
    expect(await pictureOf(`/post/${shown.slug}`)).toEqual({ ...large, width: 960 })
    await admin.call(updateLook, { body: { homePicture: '' } })
    const former = (await read(`/post/${shown.slug}`)).one('og:image') ?? ''
    await admin.call(updatePost, { params: { postId: shown._id, userId: admin.id }, body: { audience: 'family' } })
    expect((await blog().visitor().send(new URL(former).pathname, {})).status).toBe(404)
    expect((await read('/dashboard', admin)).one('og:image')).toBeUndefined()
  })

  it('The home page describes the blog and how it is searched', async () => {
    const { graph, one } = await read('/')
    expect(graph).toMatchObject([
      { '@type': 'WebSite', name: 'Kindred', url: expect.stringMatching(/^http/) },
      { '@type': 'Blog', name: 'Kindred', publisher: { '@type': 'Organization' } },
    ])
    const action = (graph[0]?.['potentialAction'] ?? {}) as { target: { urlTemplate: string } }
    const found = await blog()
      .visitor()
      .send(new URL(action.target.urlTemplate.replace('{search_term_string}', 'kettle')).pathname, {})
    expect(found.status).toBe(200)
    expect([one('og:type'), one('twitter:card')]).toEqual(['website', 'summary'])
    expect((await read('/about')).data).toEqual([])
  })

  it('A title cannot end its element or its script', async () => {
    const title = '</script><script>alert(1)</script>"\'& <!-- x'
    const post = await blog().makePost({ by: admin, title })
    const { one, graph, html } = await read(`/post/${post.slug}`)
    expect([one('og:title'), graph[0]?.['headline']]).toEqual([title, title])
    expect(html).not.toContain('<script>alert(1)')
  })

  it('A restricted post has no preview even for its readers, and visitors find it on no page', async () => {
    const reader = await blog().makeUser({ isFamily: true })
    const post = await blog().makePost({ by: admin, title: 'Only among us', audience: 'family' })
    const { meta, data, html } = await read(`/post/${post.slug}`, reader)
    expect(html).toContain('Only among us')
    expect([...meta.keys()].filter((key) => /^(og|article|twitter):/.test(key))).toEqual([])
    expect(data).toEqual([])
    for (const path of ['/', '/search', '/projects', `/post/${post.slug}`]) expect((await read(path)).html).not.toContain('Only among us')
  })

  it('A closed blog shows neither pictures nor structured data', async () => {
    await admin.call(updateSettings, { body: { isClosed: true } })
    for (const client of [blog().visitor(), admin]) {
      const { one, data } = await read('/sign-in', client)
      expect([one('og:image'), one('twitter:card'), data]).toEqual([undefined, undefined, []])
    }
    expect((await read('/', admin)).data).toEqual([])
    await admin.call(updateSettings, { body: { isClosed: false } })
  })
})
