import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { listComments } from '#comments/contract/comments.endpoints.ts'
import { getOwnMails } from '#newsletter/contract/newsletter.endpoints.ts'
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { postFields, type Fields } from '#tests/support/blog/submit-form.ts'
import { createPages } from '#app/web/entry-server.tsx'

let blog: TestApp
let reader: TestUser
let admin: TestUser
let post: { _id: string; slug: string }
beforeAll(async () => {
  blog = await createTestApp({ engine: 'sqlite', overrides: { pages: createPages(null) } })
  reader = await blog.makeUser()
  admin = await blog.makeAdmin()
  post = await blog.makePost({ by: admin })
})
afterAll(() => blog.close())

interface Sent {
  readonly by: TestUser
  readonly path: string
  readonly fields: Fields
}

/** Submits a form; its `failing`th read of the database fails, as SQLite does when another process holds it. */
const submit = async ({ by, path, fields }: Sent, failing?: number) => {
  // Invalidates what is cached.
  await blog.edit(async () => {})
  let reads = 0
  const executor = blog.db.getExecutor()
  const execute = executor.executeQuery.bind(executor)
  const spy = vi.spyOn(executor, 'executeQuery').mockImplementation(async (query, ...rest) => {
    reads += 1
    if (reads - 1 === failing) throw Object.assign(new Error('database is locked'), { errcode: 5 })
    return execute(query, ...rest)
  })
  onTestFinished(() => spy.mockRestore())
  const response = await postFields(by, path, fields)
  spy.mockRestore()
  return { reads, status: response.status, type: response.headers.get('content-type'), html: await response.text() }
}

it('A refused comment comes back with its words, whichever read fails', async () => {
  const content = `</textarea>${'ä'.repeat(260)}`
  const sent = { by: reader, path: `/post/${post.slug}`, fields: { form: 'comment', content, postId: post._id } }
  const { reads } = await submit(sent)
  expect(reads).toBeGreaterThan(3)
  const plain = []
  for (let failing = 0; failing < reads; failing += 1) {
    const { html, type, status } = await submit(sent, failing)
    expect([failing, type]).toEqual([failing, 'text/html; charset=utf-8'])
    expect(html).toContain(`&lt;/textarea&gt;${'ä'.repeat(260)}`)
    expect(html).not.toContain('Unexpected Application Error!')
    if (html.includes('What you sent')) plain.push({ html, status })
  }
  expect(plain.length).toBeGreaterThan(0)
  expect(plain.at(-1)?.status).toBe(400)
  expect(plain.at(-1)?.html).toContain('A comment can have at most 250 characters.')
  expect(plain.at(-1)?.html).not.toContain(post._id)
  expect(await blog.visitor().call(listComments, { params: { postId: post._id } })).toEqual([])
})

it('What was saved is said to be saved, whichever read fails afterwards', async () => {
  let isTicked = true
  const sent = () => ({
    by: reader,
    path: '/welcome',
    fields: { form: 'own-mails', posts: 'weekly', ...(isTicked ? { replies: 'on' } : {}) },
  })
  const { reads } = await submit(sent())
  let saved = 0
  for (let failing = 0; failing < reads; failing += 1) {
    isTicked = !(await reader.call(getOwnMails)).replies
    const { html, status } = await submit(sent(), failing)
    const isSaved = (await reader.call(getOwnMails)).replies === isTicked
    expect([failing, html.includes('Your choice was saved.')]).toEqual([failing, isSaved])
    expect([failing, status === 200]).toEqual([failing, isSaved])
    expect(html).not.toContain('Unexpected Application Error!')
    if (isSaved) saved += 1
  }
  expect(saved).toBeGreaterThan(1)
})

it('A password is not among what comes back', async () => {
  const password = 'words that nobody may read'
  const sent = { by: blog.visitor() as TestUser, path: '/sign-in', fields: { form: 'sign-in', email: 'nobody@example.org', password } }
  const { reads } = await submit(sent)
  for (let failing = 0; failing < reads; failing += 1) {
    const { html } = await submit(sent, failing)
    expect(html).toContain('nobody@example.org')
    expect(html).not.toContain(password)
  }
})
