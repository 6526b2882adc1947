import { afterAll, beforeAll, expect, it } from 'vitest'
import { updateCategory } from '#site/contract/categories.endpoints.ts'
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { createPages } from '#app/web/entry-server.tsx'

let blog: TestApp
let admin: TestUser
beforeAll(async () => {
  blog = await createTestApp({ engine: 'sqlite', overrides: { pages: createPages(null) } })
  admin = await blog.makeAdmin()
})
afterAll(() => blog.close())

const read = async (path: string, client = blog.visitor()) => {
  const html = await (await client.send(path, {})).text()
  return html
    .replaceAll(/<(script|style)\b.*?<\/\1>/gs, '')
    .replaceAll('<!-- -->', '')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
}

it('A category with another name bears it on cards, posts, Projects, in filters and previews, and its own never', async () => {
  const post = await blog.makePost({ by: admin, title: 'A day out', category: 'lifestyle' })
  const paths = ['/', `/post/${post.slug}`, '/projects', '/search', '/search?category=lifestyle', '/dashboard?tab=posts', '/dashboard']
  const readAll = () => Promise.all(paths.map(async (path) => read(path, admin)))
  const find = (pages: readonly string[], name: RegExp) => pages.map((page) => name.test(page.replaceAll(/<[^>]*>/g, ' ')))
  const all = paths.map(() => true)
  expect(find(await readAll(), /lifestyle/i)).toEqual(all)
  await admin.call(updateCategory, { params: { category: 'lifestyle' }, body: { name: 'Ausflüge' } })
  const pages = await readAll()
  expect(find(pages, /Ausflüge/)).toEqual(all)
  expect(find(pages, /lifestyle/i)).toEqual(paths.map(() => false))
  const head = await (await blog.visitor().send(`/post/${post.slug}`, {})).text()
  expect(head).toContain('<meta property="article:section" content="Ausflüge"')
  expect(head).toContain('"articleSection":"Ausflüge"')
  await admin.call(updateCategory, { params: { category: 'lifestyle' }, body: { name: 'Lifestyle' } })
  expect(find(await readAll(), /lifestyle/i)).toEqual(all)
})
