import { beforeAll, expect, it } from 'vitest'
import { getBlogWords, updateBlogWords } from '#site/contract/site.endpoints.ts'
import { startCachedApi } from '#tests/support/cached-api.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { type TestUser } from '#tests/support/test-app.ts'

onEachEngine('The names and words of the blog', (engine) => {
  const blog = useTestApp(engine)
  let admin: TestUser
  beforeAll(async () => {
    admin = await blog().makeAdmin()
  })
  const change = (body: object) => admin.call(updateBlogWords, { body })

  it('A change is visible to every visitor at once, also in another process, and leaves the other words unchanged', async () => {
    const other = await startCachedApi(engine, blog())
    const read = async (path: string) => (await fetch(other.url + path)).text()
    expect(await read('/feed.xml')).toContain('<title>Kindred</title>')
    expect(JSON.parse(await read('/api/site'))).toMatchObject({ name: 'Kindred' })
    await change({ name: 'Unsere Tage', author: 'Familie Lindqvist' })
    await change({ contact: 'hallo@example.org' })
    await expect
      .poll(async () => JSON.parse(await read('/api/site')))
      .toMatchObject({
        name: 'Unsere Tage',
        author: 'Familie Lindqvist',
        contact: 'hallo@example.org',
      })
    expect(await read('/feed.xml')).toContain('<title>Unsere Tage</title>')
    await other.close()
  })

  it.runIf(engine === 'sqlite')('Invalid words are refused with the name of their field, and nothing changes', async () => {
    const before = await admin.call(getBlogWords)
    for (const [field, value] of [
      ['name', '  '],
      ['name', 'x'.repeat(61)],
      ['author', 'turned \u202Earound'],
      ['contact', 'nobody'],
    ] as const) {
      await expect(change({ author: 'Not stored', [field]: value }), `${field} ${value}`).rejects.toMatchObject({ status: 400, field })
    }
    expect(await admin.call(getBlogWords)).toEqual(before)
    expect(await change({ name: ' <b>Bold</b>  words ' })).toMatchObject({ name: '<b>Bold</b> words' })
  })
})
