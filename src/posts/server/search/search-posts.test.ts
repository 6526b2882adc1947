import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { createPost, updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import type { CallInput } from '#platform/contract/endpoint.ts'
import { HOUR_MS } from '#platform/contract/limits.ts'
import { codePoint } from '#tests/support/code-point.ts'
import { formsOf } from './search-words.ts'
import { wordsIn } from './written-words.ts'
import { postgresProblem } from '#tests/support/database/postgres.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { createTestApp, TEST_TIME, type TestApp } from '#tests/support/test-app.ts'

const find = (blog: TestApp, searchTerm: string, more: Omit<CallInput<typeof listPosts>['query'], 'searchTerm'> = {}) =>
  blog.visitor().call(listPosts, { query: { searchTerm, ...more } })

onEachEngine('the search', (engine) => {
  const blog = useTestApp(engine)
  const titles = async (term: string, more: Parameters<typeof find>[2] = {}) =>
    (await find(blog(), term, more)).posts.map((post) => post.title)

  beforeAll(async () => {
    const posts = [
      ['Hospitals at night', '<p>Running on coffee.</p>', 'medical'],
      ['Our café', '<p>The <em>naïve</em> waiter &amp; the <strong>over</strong>joyed child. Don’t worry.</p>', 'life'],
      [
        'Feeding tubes',
        '<p>Coffee before the hospital visit. <a href="https://hiddenlink.example" title="hiddentitle">shown</a></p>',
        'medical',
      ],
      ['Больница', '<p>Мы едем домой. 病院の夜 x² ﬁne</p>', 'other'],
      [
        'Code',
        '<pre><code class="language-python">print("snake") &lt;kbd&gt;</code></pre><img src="/files/hiddenfile/a.webp" alt="hiddenalt">',
        'technology',
      ],
    ] as const
    for (const [index, [title, content, category]] of posts.entries())
      await blog().makePost({ title, content, category, at: TEST_TIME + index })
  })

  it('finds nothing by an invalid author id, however long', async () => {
    expect(await titles('coffee', { userId: 'x'.repeat(3000) })).toEqual([])
  })

  it.each([
    ['hospital', ['Feeding tubes', 'Hospitals at night']],
    ['HOSPITALS', ['Feeding tubes', 'Hospitals at night']],
    ['hospita', ['Feeding tubes', 'Hospitals at night']],
    ['h', ['Feeding tubes', 'Hospitals at night']],
    ['run', ['Hospitals at night']],
    ['coffee night', ['Hospitals at night']],
    ['nig coffee', []],
    ['coffee nig', ['Hospitals at night']],
    ['cafe', ['Our café']],
    ['cafe\u0301', ['Our café']],
    ["don't", ['Our café']],
    ['больниц', ['Больница']],
    ['ДОМОЙ', ['Больница']],
    ['病院', ['Больница']],
    ['x2 fine', ['Больница']],
    ['kbd', ['Code']],
    ['coffee wombat', []],
  ])('finds for %s', async (term, expected) => {
    expect(await titles(term)).toEqual(expected)
  })

  it.each(['hiddenlink', 'hiddentitle', 'hiddenfile', 'hiddenalt', 'strong', 'python', 'lt'])(
    'does not find the markup: %s',
    async (term) => {
      expect(await titles(term)).toEqual([])
    },
  )

  it.each([
    ['"coffee"', 2],
    ['cof*', 2],
    ['coffee AND', 0],
    ['NEAR(coffee night)', 0],
    ['title:coffee', 0],
    ['{coffee}', 2],
    ['(coffee', 2],
    ['coffee & night | x', 0],
    ['coffee:*', 2],
    ['coffee<->night', 1],
    ['coffee\\', 2],
    ["' OR 1=1 --", 0],
    ['coffee%', 2],
    ['\0', 0],
    ['🫶🏽', 0],
    ['coffee '.repeat(1400), 2],
    ['"'.repeat(10_000), 0],
  ])('takes %.40j as words', async (term, count) => {
    const response = await find(blog(), term)
    expect(response).toMatchObject({ matchingPosts: count, totalPosts: 5 })
    expect(response.posts).toHaveLength(count)
  })

  it('lists everything for a blank search', async () => {
    for (const term of ['', '  ', '\t']) expect((await find(blog(), term)).matchingPosts).toBe(5)
  })

  it('combines with the other filters, the order and the pages', async () => {
    expect(await titles('coffee', { sort: 'asc' })).toEqual(['Hospitals at night', 'Feeding tubes'])
    expect(await titles('coffee', { category: 'life' })).toEqual([])
    expect(await titles('o', { category: 'medical' })).toEqual(['Hospitals at night'])
    expect(await titles('coffee', { startIndex: 1 })).toEqual(['Hospitals at night'])
    expect(await titles('coffee', { limit: 1 })).toEqual(['Feeding tubes'])
    expect(await titles('cafe', { sort: 'relevance', limit: 1 })).toEqual(['Our café'])
  })
})

onEachEngine('the search by relevance', (engine) => {
  const blog = useTestApp(engine)

  it('puts a word of the title before one of the body, whichever is newer', async () => {
    const filler = '<p>plain words of no meaning here</p>'
    await blog().makePost({ title: 'Seizure plan', content: filler, at: TEST_TIME })
    await blog().makePost({ title: 'A long day', content: `<p>seizure seizure seizure</p>${filler}`, at: TEST_TIME + HOUR_MS })
    await blog().makePost({ title: 'Nothing', content: filler, at: TEST_TIME + 2 * HOUR_MS })
    const order = async (sort: string) => (await find(blog(), 'seizures', { sort })).posts.map((post) => post.title)
    expect(await order('relevance')).toEqual(['Seizure plan', 'A long day'])
    expect(await order('desc')).toEqual(['A long day', 'Seizure plan'])
  })

  it('puts posts with all words in the title first, then those with one there, then the others, consistently across pages', async () => {
    for (const [title, content] of [
      ['Night kettle', 'x'],
      ['Kettle', 'night'],
      ['Nights', 'kettle'],
      ['Other', 'night kettles'],
      ['The kettle at night', 'x'],
      ['Another', 'kettle night'],
    ] as const) {
      await blog().makePost({ title, content: `<p>${content}</p>` })
    }
    const whole = ['The kettle at night', 'Night kettle', 'Nights', 'Kettle', 'Another', 'Other']
    for (let start = 0; start < 7; start += 1) {
      const page = await find(blog(), 'kettle night', { sort: 'relevance', limit: 2, startIndex: start })
      expect(page.posts.map((post) => post.title)).toEqual(whole.slice(start, start + 2))
    }
  })
})

onEachEngine('the index of the search', (engine) => {
  const blog = useTestApp(engine)

  it('is updated by edits', async () => {
    const admin = await blog().makeAdmin()
    const post = await blog().makePost({ by: admin, title: 'Zebra', content: '<p>giraffe</p>' })
    await admin.call(updatePost, {
      params: { postId: post._id, userId: admin.id },
      body: { title: 'Lion' },
    })
    expect(await Promise.all(['zebra', 'lion', 'giraffe'].map(async (term) => (await find(blog(), term)).matchingPosts))).toEqual([0, 1, 1])
    await admin.call(updatePost, {
      params: { postId: post._id, userId: admin.id },
      body: {
        content: '<p>tiger</p>',
      },
    })
    expect(await Promise.all(['tiger', 'lion', 'giraffe'].map(async (term) => (await find(blog(), term)).matchingPosts))).toEqual([1, 1, 0])
  })

  it('accepts a post of a megabyte of different words', async () => {
    const admin = await blog().makeAdmin()
    const words = Array.from({ length: 120_000 }, (_, number) => `q${number.toString(36)}`).join(' ')
    await admin.call(createPost, { body: { title: 'Endless', content: `<p>${words}</p>` } })
    expect((await find(blog(), 'q1 endless')).matchingPosts).toBe(1)
  })
})

describe.skipIf(postgresProblem())('the search on both databases', () => {
  it('finds the same posts, and a post by each of its words', async () => {
    const [lite, pg] = await Promise.all([createTestApp({ engine: 'sqlite' }), createTestApp({ engine: 'postgres' })])
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
      fc.string({ unit: codePoint, minLength: 1, maxLength: 6 }),
      fc.constantFrom(
        'hospital',
        'running',
        'ÉTÉ',
        'ΟΔΟΣ',
        'İstanbul',
        'straße',
        'ꟁꟁ',
        '\u{1E900}\u{1E901}',
        'x\u{11F02}y',
        'हिन्दी',
        '가나다',
        "l'été",
      ),
    )
    const texts = fc.sample(fc.array(piece, { minLength: 1, maxLength: 5 }), { numRuns: 40, seed: 7 }).map((parts) => parts.join(' '))
    const splitWords = (text: string) => [...wordsIn(text)].flatMap(({ written }) => formsOf(written)[0] ?? [])
    const searchable = texts.filter((text) => splitWords(text).length > 0)
    for (const [index, title] of searchable.entries()) {
      const at = TEST_TIME + index
      for (const blog of [lite, pg]) await blog.makePost({ title: `k${index}k ${title}`.slice(0, 150), at })
    }
    const check = async (index: number, word: string) => {
      const [onLite, onPg] = await Promise.all([find(lite, word, { limit: 100 }), find(pg, word, { limit: 100 })])
      const found = onLite.posts.map((post) => post.title)
      expect(found, JSON.stringify(word)).toEqual(onPg.posts.map((post) => post.title))
      expect(
        found.some((title) => title.startsWith(`k${index}k`)),
        JSON.stringify(word),
      ).toBe(true)
    }
    for (const [index, text] of searchable.entries()) {
      const words = splitWords(`k${index}k ${text}`.slice(0, 150))
      // One by one: a busy machine refuses some of many at once.
      for (const word of words) await check(index, word)
    }
    await Promise.all([lite.close(), pg.close()])
  })
})
