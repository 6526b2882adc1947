import { describe, expect, it } from 'vitest'
import { updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { HOUR_MS } from '#platform/contract/limits.ts'
import { SITEMAP_SIZE } from '#posts/contract/post-limits.ts'
import { useFreshTestApp } from '#tests/support/engines.ts'

describe('robots.txt and sitemap.xml', () => {
  const blog = useFreshTestApp('sqlite')
  const get = async (path: string, headers?: Record<string, string>) => {
    const response = await blog().app.request(path, { headers: headers ?? {} })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }

  it('robots.txt excludes the API and guarded pages, and names the sitemap', async () => {
    const { headers, text } = await get('/robots.txt')
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(text).toContain('Disallow: /api/\n')
    expect(text).toContain('Disallow: /dashboard\n')
    expect(text).toContain('Sitemap: http://localhost:3000/sitemap.xml\n')
    expect(text).not.toContain('Disallow: /\n')
  })

  it('The sitemap lists new posts at once, at their current address', async () => {
    const admin = await blog().makeAdmin()
    const post = await blog().makePost({ by: admin, title: 'Tea & <toast>' })
    await blog().makePost({ at: Date.UTC(2020, 0, 1), title: 'Long ago' })
    const before = await get('/sitemap.xml')
    expect(before.text).toContain('<url><loc>http://localhost:3000/post/tea-toast</loc><lastmod>2026-03-14T09:26:53.000Z</lastmod></url>')
    expect(before.text).toContain('/post/long-ago<')

    await admin.call(updatePost, {
      params: { postId: post._id, userId: admin.id },
      body: { title: 'Coffee' },
    })
    const after = await get('/sitemap.xml')
    expect(after.text).toContain('/post/coffee<')
    expect(after.text).not.toContain('tea-toast')
  })

  it('A blog with more posts than fit into one sitemap has a sitemap index', async () => {
    const posts = Array.from({ length: SITEMAP_SIZE + 1 }, (_, number) => {
      const at = Date.UTC(2001, 0, 1) + number * HOUR_MS
      return {
        id: `many${number}`,
        kind: 'post' as const,
        state: 'published' as const,
        audience: 'public' as const,
        title: 'x',
        slug: `many-${number}`,
        category: 'life' as const,
        content: 'x',
        created_at: at,
        updated_at: at,
      }
    })
    for (let start = 0; start < posts.length; start += 250) {
      await blog().edit((trx) =>
        trx
          .insertInto('posts')
          .values(posts.slice(start, start + 250))
          .execute(),
      )
    }
    const index = await get('/sitemap.xml')
    expect(index.text).toContain('<sitemapindex')
    expect([...index.text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)).toEqual([
      'http://localhost:3000/sitemap-1.xml',
      'http://localhost:3000/sitemap-2.xml',
    ])
    const [first, second] = [await get('/sitemap-1.xml'), await get('/sitemap-2.xml')]
    const slugs = [first, second].flatMap(({ text }) => [...text.matchAll(/\/post\/([^<]*)/g)].map(([, slug]) => slug))
    const { total } = await blog()
      .db.selectFrom('posts')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    expect([slugs.length, new Set(slugs).size]).toEqual([total, total])
    expect(first.text).toContain('<loc>http://localhost:3000/about</loc>')
    expect(second.text).not.toContain('/about<')
    for (const path of ['/sitemap-3.xml', '/sitemap-0.xml', '/sitemap-x.xml']) expect((await get(path)).status).toBe(404)
  })
})
