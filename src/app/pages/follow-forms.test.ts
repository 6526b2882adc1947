import { expect, it } from 'vitest'
import { updateSettings } from '#site/contract/settings.endpoints.ts'
import { useFollowedBlog, confirmTokenIn } from '#tests/support/followed-blog.ts'
import { createSubmit, postFields, recordPages } from '#tests/support/submit-form.ts'
import { TEST_ORIGIN } from '#tests/support/test-app.ts'

const { pages, renderings } = recordPages()
const { blog, follow, fresh, mailTo, rowOf } = useFollowedBlog('sqlite', { pages })
const submit = createSubmit(renderings)
const pageAt = async (path: string) => {
  const response = await blog().visitor().send(path, {})
  return { status: response.status, headers: response.headers, text: await response.text() }
}

it('Without scripts, a visitor follows some categories, confirms by the code of the mail, changes it and ends it', async () => {
  const email = fresh()
  // Each ticked box is a separate field.
  const body = new URLSearchParams([
    ...Object.entries({ form: 'follow', email, posts: 'daily' }),
    ['categories', 'life'],
    ['categories', 'other'],
  ])
  const asked = await blog()
    .visitor()
    .send('/follow', { method: 'POST', body, headers: { origin: TEST_ORIGIN } })
  expect(asked.status).toBe(200)
  expect(await asked.text()).toContain('A mail is on its way to you')

  const token = confirmTokenIn(await mailTo(email))
  expect((await pageAt('/follow/confirm')).status).toBe(200)
  expect(await rowOf(email)).toMatchObject({ confirmed_at: null, categories: '["life","other"]' })
  const { location } = await submit(blog().visitor(), { form: 'follow-confirm', path: '/follow/confirm', fields: { token } })
  expect(location).toMatch(/^\/following\?link=[\w.-]+&welcome=1$/)

  const page = await pageAt(location ?? '')
  expect(page.text).toContain('New posts come to you by mail from now on.')
  expect(page.text).toMatch(/<option value="daily" selected/)
  expect(page.text).toMatch(/value="life"[^>]*checked|checked[^>]*value="life"/)
  const link = new URLSearchParams(location?.split('?')[1]).get('link') ?? ''
  const path = `/following?link=${link}`
  const changed = await submit(blog().visitor(), { form: 'following-change', path, fields: { link, posts: 'weekly' } })
  expect(changed).toMatchObject({ status: 200, page: { form: { state: 'done', message: 'Your choice was saved.' } } })
  expect(await rowOf(email)).toMatchObject({ posts: 'weekly', categories: null })

  const ended = await submit(blog().visitor(), { form: 'following-end', path, fields: { link, what: 'all' } })
  expect(ended).toMatchObject({ status: 303, location: `${path}&ended=1` })
  expect(await rowOf(email)).toMatchObject({ posts: null })
  for (const ended of [path, `${path}&ended=1`, `${path}&end=posts`]) expect((await pageAt(ended)).text).toContain('It has ended.')
  const resumed = await submit(blog().visitor(), { form: 'following-resume', path, fields: { link } })
  expect(resumed).toMatchObject({ status: 303, location: `${path}&resumed=1` })
  expect((await pageAt(`${path}&resumed=1`)).text).toContain('The mails come again, as before.')
  expect(await rowOf(email)).toMatchObject({ posts: 'weekly' })
  // The link of a mail: without its script, one button.
  expect((await pageAt(`${path}&end=posts`)).text).toContain('No more mails about new posts')
})

it('A refused follow form is rendered again with the message and the typed values', async () => {
  const fields = { email: 'nobody', posts: 'daily', categories: 'life' }
  const response = await postFields(blog().visitor(), '/follow', { form: 'follow', ...fields })
  const text = await response.text()
  expect(response.status).toBe(400)
  expect(text).toContain('Please enter a valid email address.')
  expect(text).toContain('value="nobody"')
  expect(text).toMatch(/<option value="daily" selected/)
})

it('The page of a mailed link is not cached, sends only its origin as referrer, and also opens with a wrong link', async () => {
  const link = await follow(fresh())
  const statuses = { [`/following?link=${link}`]: 200, [`/following?link=${link}x`]: 404, '/following?link=x': 404, '/following': 200 }
  for (const [path, expected] of Object.entries(statuses)) {
    const { status, headers, text } = await pageAt(path)
    expect(status).toBe(expected)
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('referrer-policy')).toBe('strict-origin')
    expect(text).toContain('name="robots" content="noindex"')
  }
})

it('Only visitors of an open blog that can send mail get the follow form', async () => {
  const OFFER = 'action="/follow#follow-message"'
  const post = await blog().makePost()
  for (const path of ['/', `/post/${post.slug}`]) expect((await pageAt(path)).text).toContain(OFFER)
  const member = await blog().makeUser()
  for (const path of ['/', `/post/${post.slug}`, '/follow']) expect(await (await member.send(path, {})).text()).not.toContain(OFFER)
  expect(await (await member.send('/follow', {})).text()).toContain('/dashboard?tab=profile#mails')
  const mute = blog().appWith({ outbox: undefined, pages })
  for (const path of ['/', `/post/${post.slug}`, '/follow']) expect(await (await mute.request(path, {})).text()).not.toContain(OFFER)
  const admin = await blog().makeAdmin()
  await admin.call(updateSettings, { body: { isClosed: true } })
  expect((await pageAt('/follow')).headers.get('location')).toContain('/sign-in')
  expect((await pageAt('/sign-in')).text).not.toContain('/follow')
})
