import { beforeAll, expect, it } from 'vitest'
import { updateBlogWords } from '#site/contract/site.endpoints.ts'
import { updateSettings } from '#site/contract/settings.endpoints.ts'
import { createPages } from '#app/web/entry-server.tsx'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import type { TestUser } from '#tests/support/test-app.ts'

onEachEngine('A visitor whom a link leads to the sign-in page', (engine) => {
  const blog = useTestApp(engine, { overrides: { pages: createPages(null) } })
  let admin: TestUser
  const read = async (path: string) => (await blog().visitor().send(path, {})).text()
  beforeAll(async () => {
    admin = await blog().makeAdmin()
    await admin.call(updateBlogWords, { body: { name: 'Three and a bus', contact: 'us@example.org' } })
  })

  it('reads which closed blog this is, what the family says, and how to be let in', async () => {
    const ways = { invitation: 'ask the family for an invitation', request: 'say who you are', open: 'sign up below.' } as const
    for (const [signUp, words] of Object.entries(ways)) {
      await admin.call(updateSettings, {
        body: { isClosed: true, signUp: signUp as keyof typeof ways, closedNote: 'Hello aunts & uncles' },
      })
      const text = await read('/sign-in?from=/post/a-day')
      expect(text).toContain('Three and a bus is only for the people whom its family lets in.')
      expect(text).toContain(words)
      expect(text).toContain('Hello aunts &amp; uncles')
      expect(text).toContain('href="mailto:us@example.org"')
    }
  })

  it('reads on an open blog that the post is not for everyone, and nothing about it', async () => {
    await admin.call(updateSettings, { body: { isClosed: false, signUp: 'open' } })
    const post = await blog().makePost({ by: admin, title: 'Tubes and tea', audience: 'family' })
    const { headers } = await blog().visitor().send(`/post/${post.slug}`, { redirect: 'manual' })
    const text = await read(headers.get('location') ?? '')
    expect(text).toContain('The link leads to something on Three and a bus that is not for everyone.')
    expect(text).not.toContain('Tubes')
    // Signing in by the header has no such reason.
    expect(await read('/sign-in')).not.toContain('not for everyone')
  })

  it('The starter policy has the date of the last change of what it says', async () => {
    const fresh = async () => /<dd[^>]*>.*?<\/dd>/.exec(await read('/privacy-policy'))?.[0] ?? ''
    await admin.call(updateBlogWords, { body: { contact: 'first@example.org' } })
    const before = await fresh()
    expect(before).toContain('<time')
    blog().clock.now += 2 * 86_400_000
    await admin.call(updateBlogWords, { body: { author: 'Mara', contact: 'first@example.org' } })
    expect(await fresh()).toBe(before)
    await admin.call(updateBlogWords, { body: { contact: 'second@example.org' } })
    expect(await fresh()).not.toBe(before)
  })
})
