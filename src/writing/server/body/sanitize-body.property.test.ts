import fc from 'fast-check'
import { expect, it } from 'vitest'
import { codePoint } from '#tests/support/code-point.ts'
import { NASTY_HTML } from '#tests/support/tables/nasty-html.ts'
import { sanitizeBody } from './sanitize-body.ts'

const clean = (html: string) => sanitizeBody(html, 'https://blog.example.org')
const expectStable = (html: string) => {
  const once = clean(html)
  expect(clean(once)).toBe(once)
}

/** Generates HTML that sanitising does not change, in the spellings of different editors. */
const cleanText = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: codePoint.filter((text) => /[^<>&\p{C}]/u.test(text)) },
      fc.constantFrom('&amp;', '&lt;', '&gt;', '&quot;', '&nbsp;', '&#39;', ' ', 'a'),
    ),
    { minLength: 1, maxLength: 21 },
  )
  .map((parts) => parts.join(''))
  .filter((text) => !/^\s|\s$/.test(text))
const SOUND = '/files/AAAAAAAAAAAAAAAA/1700000000000-first-words.mp3'
const cleanInline = fc.oneof(
  cleanText,
  fc.constantFrom('<br>', '<br />', '<br/>', '<img src="/files/abc/d.webp" alt="">', '<img width="5" src="/drawings/cover/hills.svg">'),
  fc
    .tuple(fc.constantFrom('strong', 'em', 'u', 's', 'code', 'sub', 'mark', 'kbd', 'q', 'ins', 'cite'), cleanText)
    .map(([tag, text]) => `<${tag}>${text}</${tag}>`),
  fc
    .tuple(
      fc.constantFrom(
        'href="/post/x"',
        'href="https://a.example/" rel="noopener noreferrer"',
        'target="_blank" href="https://a.example/" rel="nofollow noopener noreferrer"',
      ),
      cleanText,
    )
    .map(([attributes, text]) => `<a ${attributes}>${text}</a>`),
)
const inlines = fc.array(cleanInline, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''))
const cleanBlock = fc.oneof(
  fc
    .tuple(fc.constantFrom('p', 'h2', 'h3'), fc.constantFrom('', ' style="text-align:right"', ' style="text-align: center;"'), inlines)
    .map(([tag, style, text]) => `<${tag}${style}>${text}</${tag}>`),
  fc
    .tuple(fc.constantFrom('ul', 'ol'), fc.array(inlines, { minLength: 1, maxLength: 3 }))
    .map(([tag, items]) => `<${tag}>${items.map((item) => `<li>${item}<ul><li>${item}</li></ul></li>`).join('')}</${tag}>`),
  fc
    .tuple(fc.constantFrom('', ' class="pullquote"', ' class="callout"'), inlines)
    .map(([kind, text]) => `<blockquote${kind}>\n<p>${text}</p>\n</blockquote>`),
  fc.tuple(inlines, inlines).map(([term, text]) => `<dl><dt>${term}</dt><dd>${text}</dd></dl>`),
  fc
    .tuple(fc.constantFrom('', ' open', ' open=""'), inlines)
    .map(([open, text]) => `<details${open}><summary>${text}</summary><p>${text}</p></details>`),
  fc
    .tuple(fc.constantFrom('controls', 'preload="none" controls=""'), inlines)
    .map(([switches, text]) => `<figure><audio ${switches} src="${SOUND}"></audio><figcaption>${text}</figcaption></figure>`),
  inlines.map((text) => `<p>a<sup><a href="#fn-1" id="fnref-1">1</a></sup></p><ol class="footnotes"><li id="fn-1">${text}</li></ol>`),
  cleanText.map((text) => `<pre><code class="language-ts">${text}\n</code></pre>`),
  inlines.map((text) => `<table><tbody><tr><td colspan="2">${text}</td></tr></tbody></table>`),
  fc.constantFrom('<hr>', '<p><br></p>', '<p></p>'),
)

it('A sanitised body does not change when it is sanitised again', () => {
  for (const html of NASTY_HTML) expectStable(html)
  fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), expectStable))
  const parts = fc.array(
    fc.oneof(cleanBlock, fc.constantFrom(...NASTY_HTML, '<li class="ql-indent-1">', '<span>', '</p>', '<!-- -->', '&eacute;', '&nbsp')),
  )
  fc.assert(
    fc.property(parts, (html) => expectStable(html.join(''))),
    { numRuns: 500 },
  )
})

it('Sanitising returns clean HTML byte for byte', () => {
  fc.assert(
    fc.property(fc.array(cleanBlock, { minLength: 1, maxLength: 6 }), (blocks) => {
      expect(clean(blocks.join(''))).toBe(blocks.join(''))
    }),
    { numRuns: 500 },
  )
})
