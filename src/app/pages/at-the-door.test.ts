import { beforeEach, expect, it } from 'vitest'
import { updateRole } from '#accounts/contract/users.endpoints.ts'
import { updateBlogWords } from '#site/contract/site.endpoints.ts'
import { updateSettings } from '#site/contract/settings.endpoints.ts'
import { onEachEngine, useFreshTestApp } from '#tests/support/engines.ts'
import { createSubmit, postFields, recordPages } from '#tests/support/blog/submit-form.ts'
import type { TestUser } from '#tests/support/test-app.ts'

onEachEngine('A visitor whom a link leads to the sign-in page', (engine) => {
  const { pages, renderings } = recordPages()
  const blog = useFreshTestApp(engine, { overrides: { pages } })
  const submit = createSubmit(renderings)
  let admin: TestUser
  const read = async (path: string) => (await blog().visitor().send(path, {})).text()
  beforeEach(async () => {
    admin = await blog().makeAdmin()
    await admin.call(updateBlogWords, { body: { name: 'Three and a bus', contact: 'us@example.org' } })
  })

  it('reads which closed blog this is, what the family says, and how to be let in', async () => {
    await admin.call(updateSettings, { body: { isClosed: true, closedNote: 'Hello aunts & uncles' } })
    const text = await read('/sign-in?from=/post/a-day')
    for (const words of [
      'Three and a bus is only for the people whom its family lets in.',
      'Hello aunts &amp; uncles',
      'href="mailto:us@example.org"',
      '>Ask to be let in</a>',
    ])
      expect(text).toContain(words)
    expect(text).not.toContain('>Sign Up</a>')
    // Who holds a link of their own is let in already.
    const byLink = await read('/sign-in?step=link')
    expect(byLink).toContain('The end of the link, after #')
    for (const words of ['whom its family lets in', 'Ask to be let in', 'our mail']) expect(byLink).not.toContain(words)
  })

  it('reads there, if they are signed in and not family, that they are not let in', async () => {
    await admin.call(updateSettings, { body: { isClosed: true } })
    const reader = await blog().makeUser()
    const { status, headers } = await reader.send('/about', { redirect: 'manual' })
    expect([status, headers.get('location')]).toEqual([302, '/sign-in?from=%2Fabout'])
    const text = await (await reader.send('/sign-in?from=%2Fabout', {})).text()
    expect(text).toContain('You are signed in, but you are not let in.')
    expect(text).toContain('If you have an invitation, open it; your account is kept.')
    expect(text).toContain('href="mailto:us@example.org"')
    expect(text).not.toContain('name="password"')
    expect(text).toMatch(/name="note".*Ask to be let in/s)
    const asked = await submit(reader, { form: 'ask-to-join', path: '/sign-in', fields: { note: 'It is me, Ruth' } })
    expect(asked.page?.form).toMatchObject({ state: 'done', message: expect.stringContaining('as soon as they let you in') })
    const profile = await reader.send('/dashboard', {})
    expect([profile.status, (await profile.text()).includes('Delete Account')]).toEqual([200, true])
    await admin.call(updateRole, { params: { userId: reader.id }, body: { role: 'family' } })
    expect((await reader.send('/about', {})).status).toBe(200)
    const letIn = await (await reader.send('/sign-in?from=%2Fabout', {})).text()
    expect(letIn).toMatch(/You are signed in\..*<a href="\/about"[^>]*>Go on<\/a>/s)
    expect(letIn).not.toContain('name="password"')
    const askedAgain = await postFields(reader, '/sign-in', { form: 'ask-to-join', note: 'It is me, Ruth' })
    expect(await askedAgain.text()).toContain('Go on')
    // An admin is asked for, or the account has yet to be proven.
    for (const path of ['/sign-in?from=%2Fabout&admins-only', '/sign-in?step=link'])
      expect(await (await reader.send(path, {})).text()).not.toContain('Go on')
  })

  it('reads on an open blog that the post is for the family, and nothing about it', async () => {
    await admin.call(updateSettings, { body: { isClosed: false } })
    const post = await blog().makePost({ by: admin, title: 'Tubes and tea', audience: 'family' })
    const { headers } = await blog().visitor().send(`/post/${post.slug}`, { redirect: 'manual' })
    const text = await read(headers.get('location') ?? '')
    expect(text).toContain('The link leads to something on Three and a bus that is for its family.')
    expect(text).not.toContain('Tubes')
    // Signing in by the header has no such reason.
    expect(await read('/sign-in')).not.toContain('is for its family')
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
    const after = await fresh()
    expect(after).not.toBe(before)
    blog().clock.now += 2 * 86_400_000
    await admin.call(updateSettings, { body: { commentsOpen: false } })
    expect(await fresh()).not.toBe(after)
  })
})
