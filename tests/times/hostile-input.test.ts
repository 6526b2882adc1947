import { expect, it } from 'vitest'
import { withoutTrailingSlashes } from '#platform/contract/paths.ts'
import { HtmlChanges } from '#platform/contract/read-html.ts'
import { foldName } from '#accounts/server/users/fold-name.ts'
import { linesOf } from '#platform/text/html.ts'
import { addPictures } from '#media/web/body-pictures.ts'
import { guestName } from '#import-export/server/writer/comments/comment-text.ts'
import { visibleText } from '#posts/contract/body-text.ts'
import { sanitizeBody } from '#writing/server/body/sanitize-body.ts'
import { compareCpu } from './processor-time.ts'

const GROWTH = 8
/** Eight times the input takes 64 times as long in quadratic time. */
const LINEAR_MAX = 24

const repeat = (times: number, work: () => unknown) => {
  for (let run = 0; run < times; run += 1) work()
}
const clean = (html: string) => visibleText(sanitizeBody(html, 'https://blog.example.org'))

/** The longest that a request or an import brings. */
const WORK: readonly (readonly [string, longest: number, (length: number) => unknown])[] = [
  ['slashes in a path', 16_000, (length) => repeat(100, () => withoutTrailingSlashes(`/a${'/'.repeat(length)}x`))],
  ['letters that look like others in a name', 1_000_000, (length) => foldName('рn'.repeat(length / 2))],
  ['signs in the name of a guest', 1_000_000, (length) => guestName(`a${'@'.repeat(length)}`)],
  ['addresses in the name of a guest', 1_000_000, (length) => guestName(`a@${'b@'.repeat(length / 2)}`)],
  ['blanks in a comment', 1_000_000, (length) => linesOf(`a${' \t'.repeat(length / 2)}b`)],
  ['pictures that form no gallery', 10_000, (length) => addPictures(new HtmlChanges(`<p>${'<img>'.repeat(length)}words</p>`))],
  ['open figures', 10_000, (length) => addPictures(new HtmlChanges(`${'<figure>'.repeat(length)}${'<img>'.repeat(length)}words`))],
  ['indented items', 10_000, (length) => clean(`<ul>${'<li>a</li><li class="ql-indent-1">b</li>'.repeat(length / 2)}</ul>`)],
  ['open tags', 19_000, (length) => clean('<b>'.repeat(length))],
  ['nested lists', 9000, (length) => clean('<ul><li>'.repeat(length))],
  ['open angles', 200_000, (length) => clean('<'.repeat(length))],
  ['tags that are never closed', 60_000, (length) => clean('<p>x'.repeat(length))],
  ['broken comments', 19_000, (length) => clean('<!--'.repeat(length))],
  ['long attributes', 20_000, (length) => clean(`<p style="${'a:b;'.repeat(length)}">x`)],
  ['pictures in a body', 15_000, (length) => clean('<img src=x>'.repeat(length))],
  ['entities', 50_000, (length) => clean('&amp;'.repeat(length))],
]

it.each(WORK)('%s, as many as possible, take linear time', (_, longest, work) => {
  expect(
    compareCpu(
      () => work(longest),
      () => work(longest / GROWTH),
    ),
  ).toBeLessThan(LINEAR_MAX)
})
