import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createPost, updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { ADMIN } from '#tests/support/accounts.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { bodyEditor, writeBody } from '#tests/support/browser/post-form-screen.ts'
import { readPage } from '#tests/support/blog/served-page.ts'
import { expectAddress, expectText, heading } from '#tests/support/browser/visit.ts'

const journeys = useJourneys()
/** Base address of audio and video files, which no test plays. */
const FILE = '/files/AAAAAAAAAAAAAAAA/1700000000000-first-steps'
const asAdmin = async () => (await journeys.callAs(ADMIN)).api
const makePost = async (title: string, content = '<p>Words.</p>') => (await asAdmin())(createPost, { body: { title, content } })

/** Links of a page that the server renders for the admin. */
async function readLinks(path: string) {
  const { links } = await readPage(journeys.blog.url + path, await journeys.callAs(ADMIN))
  return links().map(({ text, href }) => ({ text, href }))
}

async function openForm(postId: string): Promise<Page> {
  const { page, open } = await journeys.visit({ as: ADMIN })
  await page.route(`**${FILE}.*`, (route) => route.fulfill({ status: 200, body: '' }))
  await open(`/update-post/${postId}`)
  await bodyEditor(page).waitFor()
  return page
}

describe('Versions and the trash', () => {
  it('An admin views and restores a version, and the version before it stays', async () => {
    const post = await makePost('Versions', '<p>The first words.</p>')
    const params = { postId: post._id, userId: post.userId ?? '' }
    await (
      await asAdmin()
    )(updatePost, { params, body: { content: '<p>The second words.</p>' } })
    const path = `/update-post/${post._id}`
    expect(await readLinks(path)).toContainEqual({ text: 'Earlier versions', href: `${path}/versions` })
    const { page, open } = await journeys.visit({ as: ADMIN })
    await open(`${path}/versions`)
    await expectText(heading(page), 'Earlier versions')
    await page.getByRole('link', { name: 'Look at version 1' }).click()
    await expectText(page.locator('mark').first(), 'first')
    await expectText(page.locator('mark').last(), 'second')
    await page.getByRole('button', { name: 'Restore this version' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
    await expectAddress(page, '/post/versions')
    await page.getByText('The first words.').waitFor()
    const words = (await readLinks(`${path}/versions`)).map(({ text }) => text)
    expect(words.filter((text) => text.startsWith('Look at'))).toEqual(['Look at version 2', 'Look at version 1'])
  })
})

/** Elements without a toolbar button, which the editor must not change. */
const AS_WRITTEN = [
  '<p>Press <kbd>Ctrl</kbd> for <abbr title="Magnetic resonance">MR</abbr>, <q>so</q> <ins>new</ins> <samp>ok</samp></p>',
  '<p>Said<sup><a id="fnref-1" href="#fn-1">1</a></sup></p>',
  '<dl><dt>Hb</dt><dd><p>Low</p></dd><dd><p>Very low</p></dd></dl>',
  '<details><summary>More <em>about</em> it</summary><p>Inside</p></details>',
  '<details open=""><summary>Open</summary><ul><li><p>a</p></li></ul></details>',
  '<blockquote class="pullquote"><p>Every day counts.</p><p><cite>Oma</cite></p></blockquote>',
  '<blockquote class="callout"><p>Mind this.</p></blockquote>',
  `<figure><audio controls="" src="${FILE}.mp3"></audio><figcaption>Sung <em>softly</em></figcaption></figure>`,
  `<figure><video controls="" src="${FILE}.mp4" width="640" height="360" playsinline=""><track src="${FILE}.vtt" srclang="de" default=""></video></figure>`,
  `<p><a href="${FILE}.pdf">The letter</a></p>`,
  '<ol class="footnotes"><li id="fn-1"><p>There <a href="#fnref-1">back</a></p></li></ol>',
]

it('The editor keeps every element that the server allows', async () => {
  const content = [
    '<h4 style="text-align: center;">Small heading</h4>',
    '<p style="text-align: right;">Water is H<sub>2</sub>O, <mark>marked</mark> and <small>small</small>.</p>',
    '<figure><img src="/drawings/cover/window.svg" alt="A window" width="1200" height="750"><figcaption>The sill</figcaption></figure>',
    '<p><img src="/drawings/cover/hills.svg" alt="A hill" title="Ours"></p>',
    '<table><caption>In the drawer</caption><tbody><tr><th scope="col">What</th></tr><tr><td style="text-align: right;">Tape</td></tr></tbody></table>',
    '<ol start="3"><li>three</li></ol>',
    ...AS_WRITTEN,
    '<pre><code class="language-ts">let a</code></pre>',
  ].join('')
  const post = await makePost('Everything there is', content)
  const page = await openForm(post._id)
  await writeBody(page, ' = 1')
  await page.getByRole('button', { name: 'Update post' }).click()
  await expectAddress(page, '/post/everything-there-is')
  // The page still loads audio and video, which exist only while the tab has this test's route.
  await page.goto('about:blank')
  const [saved] = (await (await asAdmin())(listPosts, { query: { postId: post._id } })).posts
  const said = saved?.content ?? ''
  for (const kept of [
    '<h4 style="text-align: center;">Small heading</h4>',
    '<p style="text-align: right;">Water is H<sub>2</sub>O, <mark>marked</mark> and <small>small</small>.</p>',
    'src="/drawings/cover/window.svg"',
    'width="1200"',
    '<figcaption>The sill</figcaption>',
    'src="/drawings/cover/hills.svg"',
    'title="Ours"',
    '<table><caption>In the drawer</caption><tbody><tr><th',
    'scope="col"',
    'style="text-align: right;"><p>Tape</p>',
    '<ol start="3">',
    '<code class="language-ts">let a</code>',
    '= 1',
    ...AS_WRITTEN,
  ])
    expect(said).toContain(kept)
})
