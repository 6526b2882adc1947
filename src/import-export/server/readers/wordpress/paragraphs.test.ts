import { describe, expect, it } from 'vitest'
import { convertWordpress } from '#tests/support/markup/convert-fixture.ts'

const stored = async (content: string) => (await convertWordpress(content)).html

describe('A line end in a classic WordPress text', () => {
  it.each([
    ['a poem in a paragraph', '<p>Roses are red\nViolets are blue\nSugar</p>', '<p>Roses are red<br>Violets are blue<br>Sugar</p>'],
    ['a text of Windows', '<p>one\r\ntwo</p>', '<p>one<br>two</p>'],
    ['a paragraph with a style', '<p style="text-align: center">one\ntwo</p>', '<p style="text-align: center">one<br>two</p>'],
    ['an address', '<div>Ward 5\nRoom 12</div>', '<p>Ward 5<br>Room 12</p>'],
    ['a list', '<ul>\n<li>one\ntwo</li>\n<li>three</li>\n</ul>', '<ul><li>one<br>two</li><li>three</li></ul>'],
    [
      'a list in a list',
      '<ul><li>one\ntwo\n<ul>\n<li>three\nfour</li>\n</ul>\n</li></ul>',
      '<ul><li>one<br>two<ul><li>three<br>four</li></ul></li></ul>',
    ],
    [
      'a table',
      '<table>\n<tr>\n<td>one\ntwo</td>\n<th>\nthree\n</th>\n</tr>\n</table>',
      '<table><tr><td>one<br>two</td><th>three</th></tr></table>',
    ],
    [
      'a table with a body',
      '<table><thead>\n<tr><th>a\nb</th></tr>\n</thead>\n<tbody>\n<tr><td>c\nd</td></tr>\n</tbody></table>',
      '<table><thead><tr><th>a<br>b</th></tr></thead><tbody><tr><td>c<br>d</td></tr></tbody></table>',
    ],
    ['a heading', '<h2>one\ntwo</h2>\nthree', '<h2>one<br>two</h2><p>three</p>'],
    ['a quote', '<blockquote><p>one\ntwo</p>three\nfour</blockquote>', '<blockquote><p>one<br>two</p><p>three<br>four</p></blockquote>'],
    ['a definition', '<dl>\n<dt>one\ntwo</dt>\n<dd>three\nfour</dd>\n</dl>', '<dl><dt>one<br>two</dt><dd>three<br>four</dd></dl>'],
    [
      'a part that opens',
      '<details>\n<summary>one\ntwo</summary>\n<p>three\nfour</p>\n</details>',
      '<details><summary>one<br>two</summary><p>three<br>four</p></details>',
    ],
    [
      'marked words',
      '<p><em>one\ntwo</em>\n<strong>three</strong>\nfour</p>',
      '<p><em>one<br>two</em><br><strong>three</strong><br>four</p>',
    ],
    ['nested containers', '<div>\n<div>one\ntwo</div>\n<div>three</div>\n</div>', '<p>one<br>two</p><p>three</p>'],
    ['a container with a paragraph', '<div>\n<p>one\ntwo</p>\n</div>', '<p>one<br>two</p>'],
    ['bare text', 'one\ntwo\n\nthree', '<p>one<br>two</p><p>three</p>'],
  ])('is a break in %s', async (_, content, html) => {
    expect(await stored(content)).toBe(html)
  })

  it.each([
    ['beside tags of a block', '\n<p>\none\n</p>\n\n<ul>\n\n<li>\ntwo\n</li>\n\n</ul>\n', '<p>one</p><ul><li>two</li></ul>'],
    ['after a break', '<p>one<br>\ntwo<br />\nthree</p>', '<p>one<br>two<br>three</p>'],
    [
      'within a tag',
      '<p><a\nhref="https://a.example/"\nrel="noopener noreferrer">one</a></p>',
      '<p><a href="https://a.example/" rel="noopener noreferrer">one</a></p>',
    ],
    ['within preformatted text', '<pre>one\n  two\n\nthree</pre>', '<pre>one\n  two\n\nthree</pre>'],
    [
      'within code in a list',
      '<ul><li><pre><code>one\n\ntwo</code></pre></li></ul>',
      '<ul><li><pre><code>one\n\ntwo</code></pre></li></ul>',
    ],
    ['within a style', '<p>one<style>\np {\n\ncolor: red }\n</style></p>', '<p>one</p>'],
    ['within a comment', '<p>one<!-- \n two --></p>', '<p>one</p>'],
    ['that is a character reference', '<p>one&#10;two</p>', '<p>one\ntwo</p>'],
    [
      'around a picture of a figure',
      '<figure>\n<img src="https://old.example/wp-content/uploads/a.jpg" alt="">\n<figcaption>one\ntwo</figcaption>\n</figure>',
      '<figure><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-a.jpg" alt=""><figcaption>one<br>two</figcaption></figure>',
    ],
    [
      'in a text of blocks',
      '<!-- wp:paragraph -->\n<p>one\ntwo</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:list -->\n<ul><!-- wp:list-item -->\n<li>three\nfour</li>\n<!-- /wp:list-item --></ul>\n<!-- /wp:list -->',
      '<p>one\ntwo</p><ul><li>three\nfour</li></ul>',
    ],
  ])('is no break %s', async (_, content, html) => {
    expect(await stored(content)).toBe(html)
  })

  it.each([
    ['a paragraph', '<p>one\n\ntwo\nthree</p>', '<p>one</p><p>two<br>three</p>'],
    ['a container', '<div>one\n\ntwo</div>', '<p>one</p><p>two</p>'],
    ['an item of a list', '<ul><li>one\n\ntwo</li></ul>', '<ul><li><p>one</p><p>two</p></li></ul>'],
    ['a cell', '<table><tr><td>one\n \ntwo</td></tr></table>', '<table><tr><td><p>one</p><p>two</p></td></tr></table>'],
    ['a heading', '<h3>one\n\ntwo</h3>', '<h3>one<br><br>two</h3>'],
  ])('after an empty line separates what is in %s', async (_, content, html) => {
    expect(await stored(content)).toBe(html)
  })
})
