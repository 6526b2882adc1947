import { expect } from 'vitest'
import { escapeHtml } from '#platform/contract/read-html.ts'
import type { Settings } from '#site/contract/settings.endpoints.ts'
import { postFields } from '#tests/support/blog/submit-form.ts'
import { TEST_PASSWORD } from '#tests/support/test-app.ts'
import type { Stage } from './stage.ts'

let count = 0
const newPerson = () => {
  count += 1
  return { username: `person${count}`, email: `person${count}@example.org`, password: TEST_PASSWORD }
}

/** What visitors may read and how they get an account, with the settings as they are. */
export async function accessAtWork(stage: Stage, settings: Settings): Promise<void> {
  const { blog, admin, read } = stage
  const { isClosed, closedNote } = settings
  const post = await blog.makePost({ by: admin, title: 'By default' })
  expect(post.audience).toBe(isClosed ? 'family' : 'public')
  const page = await blog.visitor().send(`/post/${post.slug}`, { redirect: 'manual' })
  expect(page.status === 200).toBe(!isClosed)
  expect(await read(`/post/${post.slug}`, admin)).toContain('By default')
  expect((await read('/feed.xml')).includes('By default')).toBe(!isClosed)
  if (closedNote !== '') expect((await read('/sign-in')).includes(`>${escapeHtml(closedNote)}</p>`)).toBe(isClosed)
  await signUpAtWork(stage, settings)
}

async function signUpAtWork({ blog }: Stage, { isClosed }: Settings): Promise<void> {
  const person = newPerson()
  const request = { ...person, displayName: person.username, note: 'Your aunt' }
  expect((await blog.visitor().post('/api/auth/signup', person)).status).toBe(isClosed ? 409 : 201)
  expect((await blog.visitor().post('/api/requests', request)).status).toBe(isClosed ? 201 : 409)
  const signedIn = await blog.visitor().post('/api/auth/signin', person)
  expect(signedIn.status === 200).toBe(!isClosed)
}

/** An admin needs the mailed code if the settings require a second step. */
export async function secondStepAtWork({ blog, admin, server, sendMail }: Stage, step: Settings['adminSecondStep']): Promise<void> {
  const client = blog.visitor()
  const response = await client.post('/api/auth/signin', { email: admin.email, password: TEST_PASSWORD })
  if (step === 'none') return expect(response).toMatchObject({ status: 200, body: { isAdmin: true } }) as unknown as void
  expect(response).toMatchObject({ body: { secondStep: { isCodeSent: true } } })
  await sendMail()
  const code = /\b\d{6}\b/.exec((await server.next(admin.email)).text)?.[0]
  const { attempt } = response.body.secondStep
  expect(await client.post('/api/auth/code/sign-in', { attempt, code })).toMatchObject({ status: 200, body: { isAdmin: true } })
}

/** Comments up to the limit are taken, and wait for approval as the settings say. */
export async function commentsAtWork({ blog, admin, read }: Stage, settings: Settings): Promise<void> {
  const { commentsOpen, commentMaxLength, firstCommentsWait } = settings
  const { _id: postId, slug } = await blog.makePost({ by: admin, audience: 'public' })
  const reader = await blog.makeUser()
  const send = async (content: string) => reader.post('/api/comment/create', { content, postId })
  // Three bytes a letter, the most that a UTF-16 unit has.
  const longest = '漢'.repeat(commentMaxLength)
  const page = await postFields(reader, `/post/${slug}`, { form: 'comment', postId, content: `${longest}!` })
  expect(page.status).toBe(400)
  expect(await page.text()).toContain(longest)
  expect(await send(`${longest}!`)).toMatchObject({ status: 400, body: { field: 'content' } })
  if (!commentsOpen) return expect(await send(longest)).toMatchObject({ status: 403 }) as unknown as void
  const first = await send(longest)
  expect([first.status, first.body.pending === true]).toEqual([201, firstCommentsWait])
  expect((await read(`/post/${slug}`)).includes(longest)).toBe(!firstCommentsWait)
  if (firstCommentsWait) await admin.put(`/api/comment/approve/${first.body._id}`)
  expect((await send('see https://example.com/x')).body.pending === true).toBe(true)
  expect((await send('words')).body.pending === true).toBe(false)
}
