import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { codePoint } from '#tests/support/code-point.ts'
import { slugOf } from './slug.ts'

describe('slugOf', () => {
  it.each([
    ['Our First Night Home', 'our-first-night-home'],
    ['Über die Straße & Café', 'uber-die-strasse-cafe'],
    ["Don't panic: it’s fine!", 'dont-panic-its-fine'],
    ['Мама и больница', 'mama-i-bolnitsa'],
    ['病院の夜', 'bingyuannoye'],
    ['٣ أيام', '3-ym'],
    ['!!!', 'post'],
    ['The day we came home 🏡', 'the-day-we-came-home'],
    ['<script>alert(1)</script>', 'script-alert-1-script'],
  ])('of %j is %s', (title, slug) => {
    expect(slugOf(title)).toBe(slug)
  })

  it('always matches the same pattern, whatever the title', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: codePoint, maxLength: 200 }),
        (title) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slugOf(title)) && slugOf(title).length <= 80,
      ),
    )
  })
})

onEachEngine('the slugs of posts', (engine) => {
  const blog = useTestApp(engine)
  const slugs = (titles: string[]) =>
    titles.reduce<Promise<string[]>>(async (done, title) => [...(await done), (await blog().makePost({ title })).slug], Promise.resolve([]))
  const find = async (slug: string) => (await blog().visitor().call(listPosts, { query: { slug } })).posts
  const rename = async (postId: string, title: string) => {
    const admin = await blog().makeAdmin()
    return admin.call(updatePost, { params: { postId, userId: admin.id }, body: { title } })
  }

  it('are made unique with a number', async () => {
    expect(await slugs(['Tubes', 'tubes!', 'TUBES', 'Tubes 2', 'Tubes 2'])).toEqual([
      'tubes',
      'tubes-2',
      'tubes-3',
      'tubes-2-2',
      'tubes-2-3',
    ])
  })

  it('differ for concurrent posts with one title', async () => {
    const admin = await blog().makeAdmin()
    const posts = await Promise.all(Array.from({ length: 8 }, () => blog().makePost({ by: admin, title: 'Twins' })))
    expect(posts.map((post) => post.slug).sort()).toEqual(['twins', ...range(2, 8).map((number) => `twins-${number}`)])
  })

  it('follow the title, and every former one redirects permanently', async () => {
    const post = await blog().makePost({ title: 'Scan day' })
    const second = await rename(post._id, 'Scan week')
    expect(second.slug).toBe('scan-week')
    await rename(post._id, 'Scan month')
    for (const slug of ['scan-day', 'scan-week', 'scan-month']) {
      expect((await find(slug)).map(({ _id, slug: current }) => [_id, current])).toEqual([[post._id, 'scan-month']])
    }
  })

  it('that another post once had are not reused', async () => {
    const post = await blog().makePost({ title: 'Old home' })
    await rename(post._id, 'New home')
    const newcomer = await blog().makePost({ title: 'Old home' })
    expect(newcomer.slug).toBe('old-home-2')
    expect((await find('old-home'))[0]?._id).toBe(post._id)
  })
})

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
