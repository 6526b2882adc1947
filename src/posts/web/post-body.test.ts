import { describe, expect, it } from 'vitest'
import { toBodyMarkup } from './post-body.tsx'

const scroller = (name: string, table: string) => `<div class="table-scroll" role="region" tabindex="0" aria-label="${name}">${table}</div>`

describe('toBodyMarkup', () => {
  it('leaves ordinary text as it is', () => {
    const html =
      '<h2>A</h2><p>One <code>two</code></p><figure><img src="/files/a.webp" alt="" loading="lazy"><figcaption>b</figcaption></figure>'
    expect(toBodyMarkup(html)).toBe(html)
  })

  it('preloads only the metadata of audio and video, and plays video inline', () => {
    expect(toBodyMarkup('<audio controls src="/files/a.mp3"></audio><video src="/files/a.mp4" controls></video>')).toBe(
      '<audio preload="metadata" aria-label="Sound" controls src="/files/a.mp3"></audio><video playsinline preload="metadata" aria-label="Film" src="/files/a.mp4" controls></video>',
    )
    const own = '<video playsinline preload="none" src="/files/a.mp4" aria-label="She walks" controls></video>'
    expect(toBodyMarkup(own)).toBe(own)
  })

  it('numbers videos and audio files that their writer has not described', () => {
    const described = '<video playsinline preload="none" aria-label="She walks" src="/files/a.mp4"></video>'
    const bare = '<video playsinline preload="none" src="/files/a.mp4"></video>'
    const named = (name: string) => bare.replace('<video', `<video aria-label="${name}"`)
    expect(toBodyMarkup(bare + described + bare)).toBe(named('Film 1') + described + named('Film 3'))
  })

  it('reserves the size of a video that its address has', () => {
    const video = '/files/AbCdEfGhIjKlMn-_/1763640000000-steps_b9s20w480h640.mp4'
    expect(toBodyMarkup(`<video controls src="${video}"></video>`)).toBe(
      `<video playsinline preload="metadata" width="480" height="640" aria-label="Film" controls src="${video}"></video>`,
    )
  })

  it('wraps each table in a named region that scrolls', () => {
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
    ['a break between rows', '<table><tr><td>1</td></tr><br><tr><td>2</td></tr></table>', '<br>', '<tr><td>1</td></tr><tr><td>2</td></tr>'],
    ['words between rows', '<table>so<tr><td>1</td></tr>and &amp;<b>on</b></table>', 'soand &amp;<b>on</b>', '<tr><td>1</td></tr>'],
    ['a paragraph between cells', '<table><tr><p>x</p><td>1</td></tr></table>', '<p>x</p>', '<tr><td>1</td></tr>'],
    ['cells without a row', '<table><td>1</td><td>2</td></table>', '', '<tr><td>1</td><td>2</td></tr>'],
    ['an end that is missing', '<table><tbody><tr><td>1', '', '<tbody><tr><td>1</td></tr></tbody>'],
    ['a head in a row', '<table><tr><thead><tr><th>1</th></tr></thead></tr></table>', '', '<tr></tr><thead><tr><th>1</th></tr></thead>'],
    ['rows in a cell', '<table><tr><td><p><tr><td>1</td></tr></p></td></tr></table>', '', '<tr><td><p>1</p></td></tr>'],
  ])('shows a table with %s as browsers do, and leaves the one beside it as it is', (_, html, above, rows) => {
    const good = '<table><tr><td>2</td></tr></table>'
    expect(toBodyMarkup(good + html)).toBe(scroller('Table 1', good) + above + scroller('Table 2', `<table>${rows}</table>`))
  })

  it('shows a table that stands between the rows of another above it', () => {
    const inner = '<table><tr><td>x</td></tr></table>'
    expect(toBodyMarkup(`<table><p>and</p>${inner}</table>`)).toBe(
      `<p>and</p>${scroller('Table 1', inner)}${scroller('Table 2', '<table></table>')}`,
    )
  })

  it('recognises a well-formed table', () => {
    const table =
      '<table>\n<caption><b>c</b></caption><thead><tr><th scope="col">h</th></tr></thead><tbody> <tr><td colspan="2"><p>x</p> y</td></tr></tbody></table>'
    expect(toBodyMarkup(table)).toBe(scroller('Table 1', table))
  })

  it.each(['Nobody told us. ', 'A pump has a song. ', '<em>Élodie</em> laughed. '])('adds a drop cap to: %s', (opening) => {
    const rest = `${opening}${'It was night, and the pump sang. '.repeat(6)}</p><p>b</p>`
    expect(toBodyMarkup(`<p>${rest}`)).toBe(`<p class="drop-cap">${rest}`)
  })

  it.each([
    ['a quote', '“Nobody told us.” '],
    ['an apostrophe', "'Twas night. "],
    ['an apostrophe after the first letter', 'I’m awake. '],
    ['a number', '14 came early. '],
  ])('adds no drop cap beside %s', (_, opening) => {
    const html = `<p>${opening}${'It was night, and the pump sang. '.repeat(6)}</p>`
    expect(toBodyMarkup(html)).toBe(html)
  })

  it('adds no drop cap to a short paragraph', () => {
    const html = `<p>It was night.</p><p>${'The pump sang. '.repeat(20)}</p>`
    expect(toBodyMarkup(html)).toBe(html)
  })

  it('makes code blocks focusable', () => {
    expect(toBodyMarkup('<pre><code class="language-ts">x</code></pre>')).toBe(
      '<pre role="group" tabindex="0" aria-label="Code"><code class="language-ts">x</code></pre>',
    )
  })
})
