import { expect, it } from 'vitest'
import { confirmFollowing } from '#newsletter/contract/newsletter.endpoints.ts'
import { toRecipient } from './followers/recipients.ts'
import { onEachEngine } from '#tests/support/engines.ts'
import { confirmTokenIn, useFollowedBlog } from '#tests/support/mail/followed-blog.ts'
import { TEST_ORIGIN } from '#tests/support/test-app.ts'

const CONFIRM = '/api/following/confirm'
const END = '/following/end'

onEachEngine('One-click unsubscribe', (engine) => {
  const { blog, ask, follow, fresh, mailTo, open, ownRow, recipientOf, rowOf, verify } = useFollowedBlog(engine)

  const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

  it.each([
    ['as RFC 8058 says', { headers: FORM, body: 'List-Unsubscribe=One-Click' }],
    ['without a body', {}],
    ['with a body that is no form', { headers: { 'content-type': 'text/plain' }, body: '?' }],
  ])('A POST without session or origin ends a following: %s', async (_, request) => {
    const email = fresh()
    const recipient = await follow(email).then(() => recipientOf(email))
    const address = recipient?.endUrl('posts').slice(TEST_ORIGIN.length) ?? ''
    const response = await blog()
      .visitor()
      .send(address, { method: 'POST', ...request })
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await rowOf(email)).toMatchObject({ posts: null })
    // Mail programs may send it twice.
    const again = await blog()
      .visitor()
      .send(address, { method: 'POST', ...request })
    expect(again.status).toBe(200)
  })

  it('GET and HEAD end nothing and redirect to the page', async () => {
    const email = fresh()
    const link = await follow(email)
    for (const method of ['GET', 'HEAD']) {
      const response = await blog().visitor().send(`${END}?link=${link}&what=posts`, { method })
      expect(response.status).toBe(303)
      expect(response.headers.get('location')).toBe(`/following?link=${link}&what=posts`)
      expect(response.headers.get('x-robots-tag')).toBe('noindex')
    }
    for (const path of ['/api/following/end', CONFIRM]) expect((await blog().visitor().get(path)).status).toBe(404)
    expect(await rowOf(email)).toMatchObject({ posts: 'weekly' })
  })

  it('It ends only the kind of mails that the link names', async () => {
    const user = await blog().makeUser({ isAdmin: true })
    await verify(user)
    await user.put('/api/following/own', { posts: 'weekly', replies: true, comments: true })
    const row = await ownRow(user)
    const recipient = row && (await toRecipient(blog().db, row, { publicUrl: TEST_ORIGIN }))
    const press = (what: 'posts' | 'replies' | 'comments') =>
      blog()
        .visitor()
        .send(recipient?.endUrl(what).slice(TEST_ORIGIN.length) ?? '', { method: 'POST' })
    await press('replies')
    expect(await ownRow(user)).toMatchObject({ posts: 'weekly', replies: 0, comments: 1 })
    await press('comments')
    expect(await ownRow(user)).toMatchObject({ posts: 'weekly', replies: 0, comments: 0 })
    await press('posts')
    expect(await ownRow(user)).toMatchObject({ posts: null, replies: 0, comments: 0 })
  })

  it('The request log contains no key or token of a following', async () => {
    const email = fresh()
    const before = blog().logLines.length
    await ask(email)
    const token = confirmTokenIn(await mailTo(email))
    const { link } = await blog().visitor().call(confirmFollowing, { body: { token } })
    await open(link)
    await blog().visitor().send(`${END}?link=${link}&what=posts`, {})
    await blog().visitor().send(`/following?link=${link}`, {})
    await blog().visitor().send(`${END}?link=${link}&what=nothing`, { method: 'POST' })
    await blog().visitor().send(`${END}?link=${link}&what=posts`, { method: 'POST' })
    const lines = blog().logLines.slice(before).join('\n')
    expect(lines).toContain(END)
    expect(lines).not.toContain(link.split('.')[1])
    expect(lines).not.toContain(token)
    expect(lines).not.toContain(email)
  })
})
