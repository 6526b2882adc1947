import { beforeAll, expect, it } from 'vitest'
import { createPage } from '#site/contract/blog-pages.endpoints.ts'
import { FIXED_PAGE_IDS, FIXED_PAGES } from '#site/contract/blog-pages.ts'
import { createPost, updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { ADMIN } from '#tests/support/accounts.ts'
import { findSidewaysScroll } from '#tests/support/browser/check-page.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { isComplete, takeSome } from '#tests/support/sweep.ts'

const WORD = 'Kinderintensivpflegestationsbesuchsliste'.repeat(4)
const LINE = 'const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify(everything) })'
const cell = (text: string) => `<td>${text}</td>`
const row = (count: number, text = 'wide words') => `<tr>${cell(text).repeat(count)}</tr>`
const nested = (depth: number, open: string, close: string) => `${open.repeat(depth)}<p>Deep ${WORD}</p>${close.repeat(depth)}`

/** Tables, quotes, lists, code and long words that do not fit on a phone, well formed or not. */
const CONTENTS: readonly string[] = [
  `<table>${row(9)}<br>${row(9)}</table>`,
  `<table>words ${WORD}${row(9)}between${row(9)}</table>`,
  `<table>${cell('without a row').repeat(9)}</table>`,
  `<table><tbody>${row(9)}`,
  `<table>${row(2)}<p>${LINE}</p>${row(2)}</table>`,
  `<table><tr><p>${WORD}</p>${cell(WORD).repeat(3)}</tr></table>`,
  `<table>${row(3, `<table>${row(6)}</table>`)}</table>`,
  `<table><table>${row(9)}</table>${row(9)}</table>`,
  `<table><thead>${row(9)}<tbody>${row(9)}<br></tbody><caption>${WORD}</caption></table>`,
  `<table>${row(1, `<pre>${LINE}</pre>`)}<li>${WORD}</li></table>`,
  nested(10, '<blockquote>', '</blockquote>'),
  nested(60, '<blockquote>', '</blockquote>'),
  nested(40, '<ul><li>', '</li></ul>'),
  nested(12, '<ol start="1999"><li>', '</li></ol>'),
  nested(12, '<blockquote><ul><li>', '</li></ul></blockquote>'),
  nested(20, '<dl><dd>', '</dd></dl>'),
  nested(8, '<details open><summary>More</summary>', '</details>'),
  nested(8, '<blockquote class="pullquote"><blockquote class="callout">', '</blockquote></blockquote>'),
  `<pre><code>${LINE.repeat(4)}</code></pre>`,
  `<blockquote><pre>${LINE}</pre>${nested(9, '<blockquote>', '</blockquote>')}</blockquote>`,
  `<ul><li><table>${row(9)}<br>${row(9)}</table></li></ul>`,
  `<h2>${WORD}</h2><h6 style="text-align:right">${WORD}</h6><p><code>${WORD}</code> <kbd>${WORD}</kbd> <q>${WORD}</q></p>`,
  `<dl><dt>${WORD}</dt><dd>${WORD}</dd></dl><details><summary>${WORD}</summary></details>`,
  `<figure><img src="/drawings/cover/hills.svg" width="4000" height="20" alt="${WORD}"><figcaption>${WORD}</figcaption></figure>`,
  `<p><a href="https://example.org/${WORD}">https://example.org/${WORD}</a><sup>${WORD}</sup></p>`,
  `<p>${'\u00A0'.repeat(300)}</p><p>${'a\u00A0'.repeat(200)}</p>`,
]

/** Forty bodies: each content, and pairs of them in one another's place. */
const BODIES = Array.from({ length: 40 }, (_, index) => {
  const [one = '', other = ''] = [CONTENTS[index % CONTENTS.length], CONTENTS[(index * 7 + 3) % CONTENTS.length]]
  return index < CONTENTS.length ? `<p>Before</p>${one}<p>After</p>` : `<blockquote>${one}</blockquote><ul><li>${other}</li></ul>`
})

const journeys = useJourneys()
const paths: string[] = []

beforeAll(async () => {
  const { api, id: userId } = await journeys.callAs(ADMIN)
  for (const [index, content] of takeSome([...BODIES.entries()], 5)) {
    const { slug } = await api(createPost, { body: { title: `Body ${index} ${WORD.slice(0, 80)}`, content } })
    paths.push(`/post/${slug}`)
  }
  const all = BODIES.slice(0, CONTENTS.length).join('')
  for (const postId of FIXED_PAGE_IDS)
    await api(updatePost, { params: { postId, userId }, body: { title: WORD.slice(0, 100), content: all } })
  const page = await api(createPage, { body: { title: 'Our own', place: 'header', audience: 'public' } })
  await api(updatePost, { params: { postId: page._id, userId }, body: { content: all } })
  paths.push(...new Set(Object.values(FIXED_PAGES)), `/${page.slug}`, '/search', '/search?searchTerm=Deep')
})

it(`${isComplete ? 'Forty bodies' : 'Eight of forty bodies'} that do not fit on a phone make no public page wider than 320 pixels`, async () => {
  const { page } = await journeys.visit()
  await page.setViewportSize({ width: 320, height: 740 })
  const wide: string[] = []
  for (const path of paths) {
    await page.goto(journeys.blog.url + path)
    wide.push(...(await findSidewaysScroll(page)).map((line) => `${path}: ${line}`))
  }
  expect(wide).toEqual([])
})
