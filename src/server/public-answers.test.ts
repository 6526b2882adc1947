import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/api.ts'
import { useTestApp } from '#tests/support/engines.ts'
import { TEST_ORIGIN } from '#tests/support/test-app.ts'

describe('what is the same for everybody', () => {
  const blog = useTestApp('sqlite')
  const answer = (target: string, app = blog().app) =>
    app.answerPublic(new URL(target, TEST_ORIGIN), { requestId: 'one', address: '192.0.2.1' })
  /** The body is what a page was asked for. */
  const withPages = () => {
    const renderPage = async ({ pathname }: URL) => ({ status: 200, headers: { 'content-type': 'text/html' }, text: pathname })
    return blog().appWith({ pages: { renderPage, inlineScripts: [] } })
  }

  it.each(Object.entries(endpoints).filter(([key]) => key.startsWith('GET ')))(
    'is %s only if everyone may call it',
    async (key, { access }) => {
      const made = answer(key.slice('GET '.length).replaceAll(/:\w+/g, 'x1'))
      expect(made !== null).toBe(access === 'everyone')
      await made
    },
  )

  it.each(['/API/Post/getPosts/', '/api/post/GETPOSTS?limit=2&limit=9&sort=asc', '/api/post/getposts//?__proto__=1&constructor=2'])(
    'is found at %s',
    async (target) => {
      const made = await answer(target)
      expect([made?.status, made?.headers['content-type'], made?.tags]).toEqual([200, 'application/json', ['posts']])
    },
  )

  it.each([
    '/api',
    '/api/',
    '/api//post/getposts',
    '/api/post',
    '/api/nothing',
    '/api/user/a/b',
    '/files',
    '/files/a/b.webp',
    '/drawings/x.svg',
  ])('is not at %s, pages or no pages', (target) => expect([answer(target), answer(target, withPages())]).toEqual([null, null]))

  it.each(['/', '/about', '/filesystem', '/apiary', '/post/a%2Fb', '//elsewhere.example/about'])('is the page %s', async (target) => {
    expect((await answer(target, withPages()))?.status).toBe(200)
  })

  it.each(['/dashboard', '/Create-Post/', '/update-post/1', '/update-post/1/versions'])('is not %s, which needs a session', (target) =>
    expect(answer(target, withPages())).toBe(null),
  )

  it('says what is wrong in the one form of errors, to be kept by nobody', async () => {
    const missing = await answer('/api/user/nobody')
    expect([missing?.status, missing?.headers['cache-control'], JSON.parse(missing?.text ?? '')]).toEqual([
      404,
      'no-store',
      { success: false, statusCode: 404, code: 'not_found', message: expect.any(String) },
    ])
    const broken = blog().appWith({ pages: { renderPage: () => Promise.reject(new Error('a secret of ours')), inlineScripts: [] } })
    const failed = await answer('/about', broken)
    expect(failed?.status).toBe(500)
    expect(failed?.text).not.toContain('secret')
    expect(blog().logLines.some((line) => line.includes('a secret of ours') && line.includes('"requestId":"one"'))).toBe(true)
  })
})
