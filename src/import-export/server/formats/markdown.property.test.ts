import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseHtml, toHtml } from '#platform/text/html.ts'
import { htmlToMarkdown } from './html-to-markdown.ts'
import { canonicalBody, markdownToHtml } from './markdown-to-html.ts'

const PUBLIC_URL = 'http://127.0.0.1:3000'
const canonical = (html: string) => canonicalBody(html, PUBLIC_URL)

/** All characters that are special in Markdown or HTML. */
const SIGNS = ['ab 1*_#>-+.)(`~[]!\\<&"\'|:/\n='.split(''), 'é', '💗', '\u00A0'].flat()
const words = fc
  .string({ unit: fc.constantFrom(...SIGNS), maxLength: 25 })
  .map((text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))

const { inline } = fc.letrec<{ inline: string }>((tie) => ({
  inline: fc.oneof(
    { depthSize: 'small' },
    words,
    fc
      .tuple(fc.constantFrom('strong', 'em', 'del', 's', 'u', 'code', 'sub', 'b'), tie('inline'))
      .map(([tag, text]) => `<${tag}>${text}</${tag}>`),
    tie('inline').map((text) => `<a href="https://example.org/a_(b)">${text}</a>`),
    fc.constant('<br>'),
    fc.array(tie('inline'), { maxLength: 3 }).map((parts) => parts.join('')),
  ),
}))

const { block } = fc.letrec<{ block: string }>((tie) => ({
  block: fc.oneof(
    { depthSize: 'small' },
    fc.tuple(fc.constantFrom('p', 'h2', 'h3', 'pre'), inline).map(([tag, text]) => `<${tag}>${text}</${tag}>`),
    fc.array(tie('block'), { minLength: 1, maxLength: 2 }).map((parts) => `<blockquote>${parts.join('')}</blockquote>`),
    fc
      .tuple(fc.constantFrom('ul', 'ol'), fc.array(fc.oneof(inline, tie('block')), { minLength: 1, maxLength: 3 }))
      .map(([tag, items]) => `<${tag}>${items.map((item) => `<li>${item}</li>`).join('')}</${tag}>`),
    words.map((text) => `<pre><code>${text}</code></pre>`),
    fc.constant('<hr>'),
  ),
}))

it('Any body is the same after a conversion to Markdown and back, or stays HTML', () => {
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 4 }), (blocks) => {
      const body = canonical(blocks.join(''))
      expect(canonical(toHtml(parseHtml(body).children))).toBe(body)
      const markdown = htmlToMarkdown(body, PUBLIC_URL)
      if (markdown !== null && canonical(markdownToHtml(markdown)) !== body) throw new Error(markdown)
    }),
    { numRuns: 300 },
  )
})

it('Plain words are not escaped in Markdown', () => {
  const body =
    '<h2>A night</h2><p>Words, <strong>strong</strong> and a <a href="https://example.org/" rel="noopener noreferrer">link</a>.<br />New line</p><ul><li>one</li><li>two<ul><li>deep</li></ul></li></ul><ol><li><p>loose</p></li><li><p>list</p></li></ol><blockquote><p>said</p></blockquote><pre><code class="language-sh">ls</code></pre><hr /><table><tbody><tr><td>1</td></tr></tbody></table>'
  expect(htmlToMarkdown(body, PUBLIC_URL)).toBe(`## A night

Words, **strong** and a [link](https://example.org/).\\
New line

- one
- two
  - deep

1. loose

2. list

> said

\`\`\`sh
ls
\`\`\`

---

<table><tbody><tr><td>1</td></tr></tbody></table>`)
})
