import { describe, expect, it } from 'vitest'
import { isEmptyBody, paragraphsOf, visibleText } from './body-text.ts'

describe('visibleText', () => {
  it.each([
    ['<h2>One</h2><p>two</p>', 'One two'],
    ['line<br />break', 'line break'],
    [
      '<p>un<strong>believ</strong>able H<sub>2</sub>O, press <kbd>Ctrl</kbd>+<kbd>C</kbd>, <abbr title="hidden">MR</abbr>s</p>',
      'unbelievable H2O, press Ctrl+C, MRs',
    ],
    ['<ul><li>a</li><li>b</li></ul><table><tbody><tr><td>c</td><td>d</td></tr></tbody></table>', 'a b c d'],
    ['<dl><dt>Hb</dt><dd>low</dd></dl><details><summary>More</summary>inside</details>', 'Hb low More inside'],
    ['<a href="https://hidden.example" title="hidden">shown</a><img src="/files/a.webp" alt="hidden" />', 'shown'],
    ['&lt;b&gt; &amp;lt; a&nbsp;b it&#39;s', "<b> &lt; a b it's"],
    ['<p>word <strong>y</strong><img src="/a', 'word y'],
  ])('of %s is %j', (html, text) => {
    expect(visibleText(html)).toBe(text)
  })
})

it.each([
  ['', true],
  ['<p> &nbsp;<br></p><h2></h2><hr>', true],
  ['<p>x</p>', false],
  ['<img src="/files/a">', false],
  ['<audio src="/files/a"></audio>', false],
])('isEmptyBody tells for %s: %s', (html, expected) => {
  expect(isEmptyBody(html)).toBe(expected)
})

describe('paragraphsOf', () => {
  it('yields paragraphs, list entries and lines, without headings and tables', () => {
    const html = '<h2>Left <em>out</em></h2><p>One<br>two</p><ul><li>a</li><li>b</li></ul><table><tr><td><p>no</p></td></tr></table><p>last'
    expect([...paragraphsOf(html)]).toEqual(['One\ntwo', '• a', '• b', 'last'])
  })

  it('yields empty lines, blanks, and the numbers and levels of lists', () => {
    const html =
      '<p><br></p><p>One&nbsp; \n two<br><br>three</p><p><br></p><p>&nbsp;</p><ol start="3"><li><p>a</p><p>more</p><ul><li>b</li></ul></li><li>c</li></ol><p><br></p>'
    expect([...paragraphsOf(html)]).toEqual(['One\u00A0 two\n\nthree', '', '', '3. a', 'more', '\u00A0\u00A0\u00A0\u00A0• b', '4. c'])
  })

  it('separates the words before and after a heading', () => {
    expect([...paragraphsOf('before<h3>x</h3>after')]).toEqual(['before after'])
  })
})
