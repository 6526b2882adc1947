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

it('The dashboard of an empty blog says that there is nothing, with its cards at zero', async () => {
  expect(await read('/dashboard?tab=posts', admin)).toContain('You have no posts yet')
  expect(await read('/dashboard?tab=comments', admin)).toContain('You have no Comments yet')
  const overview = await read('/dashboard', admin)
  for (const text of ['Total Users', 'Total Comments', 'Total Posts', 'Last months', 'You have no posts yet', 'You have no Comments yet']) {
    expect(overview).toContain(text)
  }
})

it('An empty blog has a welcome and a link to all posts, but no recent posts', async () => {
  const home = await read('/')
  expect(home).toContain('View all posts')
  expect(home).not.toContain('Recent Posts')
})

it('The policy and the terms have the sections that readers expect', async () => {
  const headings = (html: string) => [...html.matchAll(/<h2[^>]*>(.*?)<\/h2>/gs)].length
  expect(headings(await read('/privacy-policy'))).toBeGreaterThanOrEqual(9)
  expect(headings(await read('/terms'))).toBeGreaterThanOrEqual(8)
})

it('The forms of sign-in and sign-up have their fields, labels and types', async () => {
  const [signIn, signUp] = [await read('/sign-in'), await read('/sign-up')]
  for (const html of [signIn, signUp]) {
    expect(html).toMatch(/<input[^>]*type="email"/)
    expect(html).toMatch(/<input[^>]*type="password"/)
  }
  expect(signUp).toMatch(/<input[^>]*name="username"/)
  expect(signIn).toContain('sign in with your email and password')
})

it('Follow and the footer of every page lead to the feeds', async () => {
  const feed = /<a[^>]*href="\/feed\.xml"[^>]*>([^<]+)<\/a>/
  const footerOf = async (path: string) => /<footer.*<\/footer>/s.exec(await read(path))?.[0] ?? ''
  for (const path of ['/', '/about', '/follow']) expect(feed.exec(await footerOf(path))?.[1]).toBe('Feed')
  const main = (await read('/follow')).split('<footer')[0] ?? ''
  expect(feed.exec(main)?.[1]).toBe('Follow the feed')
})

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
