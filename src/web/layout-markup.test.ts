import { expect, it } from 'vitest'
import { useTestApp } from '#tests/support/engines.ts'
import { TEST_ORIGIN } from '#tests/support/test-app.ts'
import { loadScreen, renderScreen, renderWhole } from './entry-server.tsx'

const blog = useTestApp('sqlite')

/** A page's tree in two ways: as the server puts it together, and as React makes it in one. */
async function bothWays(path: string): Promise<{ together: string; inOne: string }> {
  let both = { together: '', inOne: '' }
  const renderPage = async (url: URL, call: Parameters<typeof loadScreen>[1]) => {
    const { site, page } = await loadScreen(url, call)
    if (!('module' in page)) throw new Error(`${path} leads elsewhere.`)
    const { hints, html } = renderScreen(page, site, { url, reference: undefined })
    both = { together: hints + html, inOne: renderWhole(page, site, url) }
    return { status: 200, headers: {}, text: '' }
  }
  const app = blog().appWith({ pages: { renderPage, inlineScripts: [] } })
  await app.answerPublic(new URL(path, TEST_ORIGIN), { requestId: 'one', address: '192.0.2.1' })
  return both
}

it('a page that is put together is the page that React makes in one', async () => {
  const admin = await blog().makeAdmin()
  const post = await blog().makePost({ title: 'One', content: '<p>text</p>' })
  await blog().makeComment(admin, post._id, 'a comment')
  const paths = [
    '/',
    '/about',
    '/projects',
    `/post/${post.slug}`,
    '/post/none',
    '/search?searchTerm=text&category=life',
    '/sign-in?from=/about',
    '/sign-up',
    '/sign-off',
    '/reset-password?token=a',
    '/terms',
    '/nothing/here',
    "/it's(odd)*~!&amp;<b>$&$1",
    '/%00/%E0%A4%A',
    '//elsewhere.test',
    '/[elsewhere]',
    '/[screen]',
  ]
  // Twice: what was kept for one page must not be seen in another.
  for (const path of [...paths, ...paths]) {
    const { together, inOne } = await bothWays(path)
    expect(together, path).toContain('id="main"')
    expect(together, path).toBe(inOne)
  }
})
