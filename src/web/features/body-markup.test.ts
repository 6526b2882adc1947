import { describe, expect, it } from 'vitest'
import { needsFurtherStyle, toBodyMarkup } from './body-markup.ts'

const scroller = (name: string, table: string) => `<div class="table-scroll" role="region" tabindex="0" aria-label="${name}">${table}</div>`

describe('toBodyMarkup', () => {
  it('leaves ordinary text as it is', () => {
    const html = '<h2>A</h2><p>One <code>two</code></p><figure><img src="/files/a.webp" alt=""><figcaption>b</figcaption></figure>'
    expect(toBodyMarkup(html)).toBe(html)
  })

  it('loads of sound and film only how long they are, and plays a film where it stands', () => {
    expect(toBodyMarkup('<audio controls src="/files/a.mp3"></audio><video src="/files/a.mp4" controls></video>')).toBe(
      '<audio preload="metadata" controls src="/files/a.mp3"></audio><video playsinline preload="metadata" src="/files/a.mp4" controls></video>',
    )
    const own = '<video playsinline preload="none" src="/files/a.mp4" controls></video>'
    expect(toBodyMarkup(own)).toBe(own)
  })

  it.each([
    ['<p>Plain <strong>words</strong></p><blockquote><p>said</p></blockquote><ol><li>a</li></ol>', false],
    ['<p>words</p><dl><dt>a</dt></dl>', true],
    ['<p><kbd>a</kbd></p>', true],
    ['<blockquote class="pullquote"><p>said</p></blockquote>', true],
    ['<audio controls src="/files/a.mp3"></audio>', true],
  ])('says of %s whether its style is in the head of its page', (html, isNeeded) => {
    expect(needsFurtherStyle(html)).toBe(isNeeded)
  })

  it('puts each table into a region of its own that scrolls and has a name', () => {
    const one = '<table><tr><td>1</td></tr></table>'
    const two = '<table><caption>Stock &amp; store</caption><tr><td>2</td></tr></table>'
    const three = '<table><caption><em>Odd</em></caption></table>'
    expect(toBodyMarkup(`<p>a</p>${one}${two}${three}`)).toBe(
      `<p>a</p>${scroller('Table 1', one)}${scroller('Stock &amp; store', two)}${scroller('Table 3', three)}`,
    )
  })

  it('keeps a table within a table well formed', () => {
    const markup = toBodyMarkup('<table><tr><td><table><tr><td>x</td></tr></table></td></tr></table>')
    expect(markup.match(/<div/g)).toHaveLength(2)
    expect(markup.match(/<\/table><\/div>/g)).toHaveLength(2)
  })

  it.each([
    '<table><p>and</p><table><tr><td>x</td></tr></table></table>',
    '<table><b><table></table></b></table>',
    '<table>words<tr><td>x</td></tr></table>',
    '<table><tr><p>x</p></tr></table>',
    '<table><td>x</td></table>',
    '<tr><td>x</td></tr>',
  ])('puts no region around %s, which a browser takes apart', (html) => expect(toBodyMarkup(html)).toBe(html))

  it('knows a whole table by its parts', () => {
    const table =
      '<table>\n<caption><b>c</b></caption><thead><tr><th scope="col">h</th></tr></thead><tbody> <tr><td colspan="2"><p>x</p> y</td></tr></tbody></table>'
    expect(toBodyMarkup(table)).toBe(scroller('Table 1', table))
  })

  it.each(['Nobody told us. ', 'A pump has a song. ', '<em>Élodie</em> laughed. '])('begins a story with a large letter: %s', (opening) => {
    const rest = `${opening}${'It was night, and the pump sang. '.repeat(6)}</p><p>b</p>`
    expect(toBodyMarkup(`<p>${rest}`)).toBe(`<p class="drop-cap">${rest}`)
  })

  it.each([
    ['a quote', '“Nobody told us.” '],
    ['an apostrophe', "'Twas night. "],
    ['an apostrophe after the first letter', 'I’m awake. '],
    ['a number', '14 came early. '],
  ])('sets no large letter beside %s', (_, opening) => {
    const html = `<p>${opening}${'It was night, and the pump sang. '.repeat(6)}</p>`
    expect(toBodyMarkup(html)).toBe(html)
  })

  it('sets no large letter into a paragraph of few words', () => {
    const html = `<p>It was night.</p><p>${'The pump sang. '.repeat(20)}</p>`
    expect(toBodyMarkup(html)).toBe(html)
  })

  it('makes code blocks reachable', () => {
    expect(toBodyMarkup('<pre><code class="language-ts">x</code></pre>')).toBe(
      '<pre role="group" tabindex="0" aria-label="Code"><code class="language-ts">x</code></pre>',
    )
  })
})
