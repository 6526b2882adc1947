import { afterAll, beforeAll, expect, it } from 'vitest'
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
