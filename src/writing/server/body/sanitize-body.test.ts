import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeHtml } from '#platform/contract/read-html.ts'
import { visibleText } from '#posts/contract/body-text.ts'
import { codePoint } from '#tests/support/code-point.ts'
import { NASTY_HTML } from '#tests/cases/nasty-html.ts'
import { sanitizeBody } from './sanitize-body.ts'

const clean = (html: string) => sanitizeBody(html, 'https://blog.example.org')

const FILE = '/files/AAAAAAAAAAAAAAAA/1700000000000-first-words'

/** HTML that sanitising does not change, in the spellings of different editors. */
const KEPT = [
  '<h2>Two</h2><h3>Three</h3><h6>Six</h6>',
  '<p>One <strong>strong</strong> <em>em</em> <u>u</u> <s>s</s> <mark>m</mark> H<sub>2</sub>O x<sup>2</sup></p>',
  '<ul><li>a</li></ul><ol start="3"><li>b</li></ol>',
  '<blockquote><p>said</p></blockquote>',
  '<pre><code class="language-ts">let a = 1 &lt; 2</code></pre>',
  '<table><caption>c</caption><thead><tr><th scope="col">h</th></tr></thead><tbody><tr><td colspan="2" rowspan="3">d</td></tr></tbody></table>',
  '<p style="text-align:center">mid</p>',
  '<h2 style="text-align:right">right</h2>',
  '<p>日本語 🫶🏽 &amp; &lt;b&gt;</p>',
  '<p>one<br>two</p><p><br></p><hr>',
  '<p>one<br />two<br/>three</p>',
  '<p>a&nbsp;b &quot;c&quot; &#39;d&#39; \u00A0e</p>\n<p>next</p>',
  '<p style="text-align: center;">mid</p>',
  '<a href="https://a.example/?b=1&amp;c=2" target="_blank" rel="noopener noreferrer">x</a>',
  '<a rel="noopener noreferrer nofollow" target="_blank" title="t" href="https://a.example/">x</a>',
  '<a href="/post/own">x</a>',
  '<figure><img alt="x" src="/files/abc/d.webp" title="t"><figcaption>c</figcaption></figure>',
  '<dl><dt>Hb</dt><dd>Haemoglobin</dd><dd><p>in g/dl</p></dd></dl>',
  '<details><summary>More <em>about</em> it</summary><p>hidden</p></details>',
  '<details open><summary>Open</summary><ul><li>a</li></ul></details>',
  '<details open=""><summary>Open</summary>words</details>',
  '<p><abbr title="Magnetic resonance">MR</abbr> <kbd>Ctrl</kbd> <q>so</q> <ins>new</ins> <cite>she</cite> <samp>ok</samp> <var>x</var></p>',
  '<blockquote class="pullquote"><p>Every day counts.</p><p><cite>Oma</cite></p></blockquote>',
  '<blockquote class="callout"><p>Mind this.</p></blockquote>',
  '<p>Said<sup><a href="#fn-1" id="fnref-1">1</a></sup></p><ol class="footnotes"><li id="fn-1">There. <a href="#fnref-1">back</a></li></ol>',
  '<p>x<sup id="fnref1:2">2</sup></p>',
  `<figure><audio controls src="${FILE}.mp3"></audio><figcaption>c</figcaption></figure>`,
  `<audio src="${FILE}.m4a" preload="none" controls=""></audio>`,
  `<audio controls preload="metadata" src="${FILE}.m4a" aria-label="Her first word"></audio>`,
  `<figure><video controls src="${FILE}.mp4" poster="/files/abc/d.webp" width="640" height="360" preload="metadata" playsinline></video></figure>`,
  `<video controls src="${FILE}.webm"><track kind="captions" srclang="de" label="Deutsch" src="${FILE}.vtt" default></video>`,
  `<video src="${FILE}.mp4" controls playsinline=""><track src="${FILE}.vtt" /></video>`,
  `<p><a href="${FILE}.pdf">Letter.pdf</a></p>`,
]
const anyText = fc.string({ unit: codePoint, minLength: 1, maxLength: 20 }).map((text) => escapeHtml(text.replace(/\p{C}/gu, '').trim()))
const anyParts = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...KEPT) },
  anyText.map((text) => `<p>${text}</p>`),
)

describe('sanitizeBody keeps', () => {
  it.each(KEPT)('%s', (html) => {
    expect(clean(html)).toBe(html)
  })

  it('any of these together byte for byte, with any text', () => {
    const bodies = fc.array(anyParts, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(bodies, (html) => {
        expect(clean(html)).toBe(html)
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    ['/files/abc/d.webp', '/files/abc/d.webp'],
    ['https://blog.example.org/files/abc/d.webp', '/files/abc/d.webp'],
    ['/drawings/cover/hills.svg', '/drawings/cover/hills.svg'],
  ])('our own picture %s', (src, path) => {
    expect(clean(`<figure><img src="${src}" alt="x" width="10"><figcaption>c</figcaption></figure>`)).toBe(
      `<figure><img src="${path}" alt="x" width="10"><figcaption>c</figcaption></figure>`,
    )
  })

  it('an h1 as an h2, because the title is the h1', () => {
    expect(clean('<h1>Big</h1>')).toBe('<h2>Big</h2>')
  })
})

describe('sanitizeBody lets links lead', () => {
  const hrefOf = (href: string) => /href="([^"]*)"/.exec(clean(`<a href="${href}">x</a>`))?.[1]

  it.each([
    ['https://blog.example.org/post/own?a=b#c', '/post/own?a=b#c'],
    ['HTTPS://Blog.example.org:443/My Files', '/My%20Files'],
    ['https://blog.example.org', '/'],
    ['https://blog.example.org#c', '/#c'],
    ['https://blog.example.org/\u0645\u06CC\u200C\u062E', '/\u0645\u06CC\u200C\u062E'],
    ['https://blog.example.org//evil.example', 'https://blog.example.org//evil.example'],
    ['https://blog.example.org\\\\evil.example', 'https://blog.example.org\\\\evil.example'],
    ['https://blog.example.org.evil.example/', 'https://blog.example.org.evil.example/'],
    ['http://blog.example.org/post/own', 'http://blog.example.org/post/own'],
  ])('A link to the blog itself follows it to another address: %s', (href, stored) => {
    expect(clean(`<a href="${href}">x</a>`)).toContain(`href="${stored}"`)
    expect(clean(clean(`<a href="${href}">x</a>`))).toBe(clean(`<a href="${href}">x</a>`))
  })

  it.each([
    ['JaVaScRiPt:alert(1)'],
    ['&#106;avascript:alert(1)'],
    ['jav&#x09;ascript:alert(1)'],
    ['&#1;javascript:alert(1)'],
    ['//evil.example/'],
    ['/\\evil.example/'],
    ['\\\\evil.example/'],
    ['/\t/evil.example/'],
    ['relative.html'],
    [''],
  ])('nowhere for %j', (href) => {
    const address = hrefOf(href)
    expect(address).toBe('about:blank')
    expect(clean(`<a href="${href}">x</a>`)).not.toMatch(/javascript:(?!$)|data:|vbscript:|evil\.example/i)
  })

  it('to other sites only without a referrer and an opener', () => {
    expect(clean('<a href="https://a.example/" target="_blank" rel="opener" onclick="x()" download id="y">x</a>')).toBe(
      '<a href="https://a.example/" target="_blank" rel="noopener noreferrer">x</a>',
    )
  })

  it.each([
    ['<a href="https://a.example/" target="_top">x</a>', '<a href="https://a.example/" rel="noopener noreferrer">x</a>'],
    ['<a href="/post/own" target="_blank">x</a>', '<a href="/post/own" target="_blank" rel="noopener noreferrer">x</a>'],
    ['<a href="/post/own" rel="opener">x</a>', '<a href="/post/own">x</a>'],
    ['<a href="https://a.example/" rel="noopener noreferrer opener">x</a>', '<a href="https://a.example/" rel="noopener noreferrer">x</a>'],
  ])('with a safe target and rel: %s', (html, expected) => {
    expect(clean(html)).toBe(expected)
  })
})

describe('sanitizeBody removes', () => {
  it.each([
    ['<script>alert(1)</script>safe', 'safe'],
    ['<scr<script>ipt>alert(1)</scr</script>ipt>', 'ipt&gt;alert(1)ipt&gt;'],
    ['<p onclick="alert(1)" onmouseover=alert(1)>safe</p>', '<p>safe</p>'],
    ['<p class="x" id="y" data-z="1" title="t" aria-label="a" contenteditable>safe</p>', '<p>safe</p>'],
    ['<iframe src="https://evil.example">in</iframe>safe', 'insafe'],
    ['<object data="x"></object><embed src="x"><applet></applet>safe', 'safe'],
    ['<form action="/api/user/signout"><input name="q"><button>go</button></form>', 'go'],
    ['<style>body{display:none}</style>safe', 'safe'],
    ['<link rel="stylesheet" href="//evil.example"><meta http-equiv="refresh" content="0"><base href="//evil.example">safe', 'safe'],
    ['<img src="https://evil.example/pixel.png">safe', 'safe'],
    ['<img src="/api/user/signout">safe', 'safe'],
    ['<img src="/files/../api/user/signout">safe', 'safe'],
    ['<video src="/files/a/b"><source src="x"></video><audio src="x"></audio>safe', 'safe'],
    ['<p class="ql-align-center">mid</p>', '<p style="text-align:center">mid</p>'],
    ['<p class="x ql-align-justify ql-indent-1">both</p>', '<p style="text-align:justify">both</p>'],
    ['<h1 class="ql-align-right">right</h1>', '<h2 style="text-align:right">right</h2>'],
    ['<p class="ql-align-right" style="text-align:center">own</p>', '<p style="text-align:center">own</p>'],
    ['<p class="ql-align-constructor">plain</p>', '<p>plain</p>'],
    ['<p style="position:fixed;text-align:left;color:red">safe</p>', '<p style="text-align:left">safe</p>'],
    ['<p style="text-align:center;text-align:expression(alert(1))">safe</p>', '<p style="text-align:center">safe</p>'],
    ['<code class="language-js evil other">safe</code>', '<code class="language-js">safe</code>'],
    ['<svg onload=alert(1)><script>alert(1)</script></svg>safe', 'safe'],
    ['<svg><a xlink:href="javascript:alert(1)"><text>t</text></a></svg>', '<a>t</a>'],
    ['<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style>', '<table></table>'],
  ])('%s', (html, expected) => {
    expect(clean(html)).toBe(expected)
  })

  it.each([
    [`<audio src="${FILE}.mp3" autoplay loop></audio>`, `<audio controls src="${FILE}.mp3"></audio>`],
    [
      `<audio controls="yes" preload="auto" src="https://blog.example.org${FILE}.mp3"></audio>`,
      `<audio controls src="${FILE}.mp3"></audio>`,
    ],
    [
      `<video src="${FILE}.mp4" width="100%" height="9" poster="//evil.example/p.png"></video>`,
      `<video controls src="${FILE}.mp4" height="9"></video>`,
    ],
    ['<video src="https://evil.example/x.mp4" controls>words</video>', 'words'],
    [`<video src="${FILE}.vtt"></video><audio src="${FILE}.zip"></audio><audio src="${FILE}.pdf"></audio>safe`, 'safe'],
    [`<audio src="/files/../api/x.mp3"></audio><audio src="/files/uploads/1700000000000-x.mp3"></audio>safe`, 'safe'],
    [
      `<video src="${FILE}.mp4"><track src="https://evil.example/x.vtt"><track src="${FILE}.mp4"></video>`,
      `<video controls src="${FILE}.mp4"></video>`,
    ],
    [
      '<details open="x" ontoggle="alert(1)" class="y"><summary id="fn-1">safe</summary></details>',
      '<details open><summary>safe</summary></details>',
    ],
    [
      '<blockquote class="pullquote evil" cite="https://evil.example/">safe</blockquote>',
      '<blockquote class="pullquote">safe</blockquote>',
    ],
    ['<p id="fn-1">safe</p><li id="content">b</li><sup id="fn-x">c</sup>', '<p>safe</p><li>b</li><sup>c</sup>'],
    ['<a id="fnref-1 x" href="#fn-1">safe</a>', '<a href="#fn-1">safe</a>'],
    ['<q cite="https://evil.example/" title="t">safe</q><ins datetime="x">b</ins>', '<q>safe</q><ins>b</ins>'],
  ])('what is no part of %s', (html, expected) => {
    expect(clean(html)).toBe(expected)
  })

  it('the srcset of a picture of this blog', () => {
    expect(clean('<img src="/files/a/b.webp" srcset="https://evil.example/x 2x" onload="x()" style="width:1px">')).toBe(
      '<img src="/files/a/b.webp">',
    )
  })
})

describe('the result of sanitizeBody', () => {
  // Checks attributes only: text may look like an event handler.
  const tagsOf = (html: string) => html.match(/<[^>]*>/g) ?? []
  const expectSafe = (html: string) => {
    for (const tag of tagsOf(html))
      expect(tag).toMatch(
        /^<\/?(h[2-6]|p|br|hr|ul|ol|li|blockquote|pre|code|strong|b|em|i|u|s|del|sub|sup|mark|small|a|img|figure|figcaption|table|caption|thead|tbody|tfoot|tr|th|td|dl|dt|dd|details|summary|abbr|cite|ins|kbd|q|samp|var|audio|video|track)( (open|controls|playsinline|default|(href|title|rel|target|src|alt|width|height|loading|start|colspan|rowspan|scope|style|class|id|preload|poster|kind|srclang|label|aria-label)="[^"<>]*"))*( ?\/)?>$/,
      )
    const tags = tagsOf(html).join('')
    for (const [, src] of tags.matchAll(/ src="([^"]*)"/g)) expect(src).toMatch(/^\/(files|drawings)\//)
    for (const [, href] of tags.matchAll(/ href="([^"]*)"/g)) expect(href).toMatch(/^(https?:|mailto:|tel:|about:blank$|\/(?!\/)|#)/)
    for (const [, id] of tags.matchAll(/ id="([^"]*)"/g)) expect(id).toMatch(/^fn(ref)?[-:\d]+$/)
    for (const [, style] of tags.matchAll(/ style="([^"]*)"/g)) expect(style).toMatch(/^\s*text-align\s*:\s*\w+\s*;?\s*$/)
    for (const [, target] of tags.matchAll(/ target="([^"]*)"/g)) expect(target).toBe('_blank')
  }

  it.each(NASTY_HTML)('is safe for %s', (html) => {
    expectSafe(clean(html))
  })

  it('is safe for any combination of dangerous pieces', () => {
    const pieces = fc.constantFrom(
      ...NASTY_HTML,
      '<',
      '>',
      '"',
      "'",
      '=',
      '/',
      ' ',
      '<a href=',
      '<a id=',
      '<video src=',
      '<track src=',
      '<details open=',
      '<audio controls src="/files/AAAAAAAAAAAAAAAA/1700000000000-x.mp3"',
      'fn-1',
      'javascript:',
      '&#x6a;',
      '<img src=',
      '<style>',
      '</style>',
      '<!--',
      '-->',
      '<svg>',
      '<math>',
      '<table>',
      'onerror=x',
      '<p style="',
      'text-align:',
      '\0',
      '&lt;',
      '&colon;',
      '\\',
      '//evil.example',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => expectSafe(clean(parts.join('')))),
      { numRuns: 500 },
    )
  })

  it('does not change when it is sanitised again', () => {
    const expectStable = (html: string) => {
      expect(clean(clean(html))).toBe(clean(html))
    }
    for (const html of NASTY_HTML) expectStable(html)
    fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), expectStable))
    const odd = fc.constantFrom(
      ...NASTY_HTML,
      '<li class="ql-indent-1">',
      '<span>',
      '</p>',
      '<!-- -->',
      '&eacute;',
      '&nbsp',
      '<ul><li>a<ul><li>',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(anyParts, odd)), (html) => expectStable(html.join(''))),
      { numRuns: 500 },
    )
  })

  it('is an error at once for a flood of tags', () => {
    for (const html of ['<b>'.repeat(30_000), '<ul><li>'.repeat(15_000), `${'<p>x</p>'.repeat(30_000)}${'<i>'.repeat(300)}`])
      expect(() => clean(html)).toThrow('too many parts')
  })

  it('contains a year of short paragraphs', () => {
    const html = '<p>Good <b>night</b></p>'.repeat(14_000)
    expect(clean(html)).toBe(html)
  })

  it.each([
    ['many open tags', '<b>'.repeat(19_000)],
    ['nested lists', '<ul><li>'.repeat(9000)],
    ['open angles', '<'.repeat(200_000)],
    ['tags that repeat, 95 deep', `${'<i><p>'.repeat(48)}x${'</p></i>'.repeat(48)}`.repeat(1000)],
    ['tags that are never closed', '<p>x'.repeat(60_000)],
    ['broken comments', '<!--'.repeat(19_000)],
    ['long attributes', `<p style="${'a:b;'.repeat(20_000)}">x`],
    ['many pictures', '<img src=x>'.repeat(15_000)],
    ['entities', '&amp;'.repeat(50_000)],
  ])('is returned for %s', (_, html) => {
    expect(() => visibleText(clean(html))).not.toThrow()
  })
})
