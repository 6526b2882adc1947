import { expect, it, onTestFinished } from 'vitest'
import { updateSettings } from '#site/contract/settings.endpoints.ts'
import { useFollowedBlog, confirmTokenIn } from '#tests/support/mail/followed-blog.ts'
import { createSubmit, postFields, recordPages } from '#tests/support/blog/submit-form.ts'

const { pages, renderings } = recordPages()
const { blog, follow, fresh, mailTo, rowOf } = useFollowedBlog('sqlite', { pages })
const submit = createSubmit(renderings)
const pageAt = async (path: string) => {
  const response = await blog().visitor().send(path, {})
  return { status: response.status, headers: response.headers, text: await response.text() }
}

it('Without scripts, a visitor follows, confirms by the code of the mail, changes it, ends it and takes it up again', async () => {
  const email = fresh()
  const asked = await postFields(blog().visitor(), '/follow', { form: 'follow', email })
  expect(asked.status).toBe(200)
  expect(await asked.text()).toContain('A mail is on its way to you')

  const token = confirmTokenIn(await mailTo(email))
  expect((await pageAt('/follow/confirm')).status).toBe(200)
  expect(await rowOf(email)).toMatchObject({ confirmed_at: null, posts: 'weekly' })
  const { location } = await submit(blog().visitor(), { form: 'follow-confirm', path: '/follow/confirm', fields: { token } })
  expect(location).toMatch(/^\/following\?link=[\w.-]+&welcome=1$/)

  const page = await pageAt(location ?? '')
  expect(page.text).toContain('New posts come to you by mail from now on.')
  const isChosen = (text: string, value: string) =>
    text.split('<input').some((tag) => tag.includes(`value="${value}"`) && tag.includes('checked'))
  expect(isChosen(page.text, 'weekly')).toBe(true)
  const link = new URLSearchParams(location?.split('?')[1]).get('link') ?? ''
  const path = `/following?link=${link}`
  const change = (fields: object) => submit(blog().visitor(), { form: 'mails', path, fields: { link, ...fields } })
  expect(await change({ posts: 'at_once' })).toMatchObject({
    status: 200,
    page: { form: { state: 'done', message: 'Your choice was saved.' } },
  })
  expect(await rowOf(email)).toMatchObject({ posts: 'at_once' })
  // Nothing chosen is not 'never'.
  expect(await change({})).toMatchObject({ status: 400, page: { form: { state: 'failed', field: 'posts' } } })
  expect(await rowOf(email)).toMatchObject({ posts: 'at_once' })

  const ofMail = await pageAt(`${path}&what=posts`)
  expect(ofMail.text).toContain('Stop these mails')
  // A visitor is offered neither the mails of members nor those of admins.
  expect(ofMail.text).not.toMatch(/Replies to my comments|New comments|waiting for me/)
  const end = () => submit(blog().visitor(), { form: 'following-end', path, fields: { link, what: 'posts' } })
  expect([await end(), await end()]).toMatchObject(Array.from({ length: 2 }, () => ({ status: 303, location: `${path}&ended=1` })))
  expect(await rowOf(email)).toMatchObject({ posts: null })
  expect((await pageAt(`${path}&ended=1`)).text).toContain('No more mails come to you')
  const ended = await pageAt(`${path}&what=posts`)
  expect(ended.text).not.toContain('Stop these mails')
  expect(isChosen(ended.text, '')).toBe(true)
  await change({ posts: 'weekly' })
  expect(await rowOf(email)).toMatchObject({ posts: 'weekly' })

  // Neither stands over a choice that was made since.
  expect((await pageAt(`${path}&ended=1`)).text).not.toContain('No more mails come to you')
  const never = await postFields(blog().visitor(), location ?? '', { form: 'mails', link, posts: '' })
  expect(await never.text()).not.toContain('New posts come to you by mail from now on.')
})

it('A refused follow form is rendered again with the message and the typed values', async () => {
  const fields = { email: 'nobody' }
  const response = await postFields(blog().visitor(), '/follow', { form: 'follow', ...fields })
  const text = await response.text()
  expect(response.status).toBe(400)
  expect(text).toContain('Please enter a valid email address.')
  expect(text).toContain('value="nobody"')
})

it('Without scripts, who has joined chooses mails, with nothing chosen beforehand', async () => {
  const member = await blog().makeUser()
  const text = async () => (await member.send('/welcome', {})).text()
  expect(await text()).not.toContain('checked=""')
  const choose = (fields: object) => submit(member, { form: 'own-mails', path: '/welcome', fields: { ...fields } })
  expect(await choose({})).toMatchObject({ status: 400, page: { form: { field: 'posts' } } })
  expect(await choose({ posts: 'weekly', replies: 'on' })).toMatchObject({ status: 200, page: { form: { state: 'done' } } })
  expect(await text()).toContain('checked=""')
  expect((await member.get('/api/following/own')).body).toMatchObject({ posts: 'weekly', replies: true })
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
  onTestFinished(async () => void (await admin.call(updateSettings, { body: { isClosed: false } })))
  expect((await pageAt('/follow')).headers.get('location')).toContain('/sign-in')
  expect((await pageAt('/sign-in')).text).not.toContain('/follow')
})
