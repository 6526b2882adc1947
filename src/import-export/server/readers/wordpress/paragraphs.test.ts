import { describe, expect, it } from 'vitest'
import { convertWordpress } from '#tests/cases/markup/convert-fixture.ts'

const stored = async (content: string) => (await convertWordpress(content)).html

describe('A line end in a classic WordPress text', () => {
  it.each([
    ['a poem in a paragraph', '<p>Roses are red\nViolets are blue\nSugar</p>', '<p>Roses are red<br>Violets are blue<br>Sugar</p>'],
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
    ['a heading', '<h2>one\ntwo</h2>\nthree', '<h2>one<br>two</h2><p>three</p>'],
    ['a quote', '<blockquote><p>one\ntwo</p>three\nfour</blockquote>', '<blockquote><p>one<br>two</p><p>three<br>four</p></blockquote>'],
    [
      'marked words',
      '<p><em>one\ntwo</em>\n<strong>three</strong>\nfour</p>',
      '<p><em>one<br>two</em><br><strong>three</strong><br>four</p>',
    ],
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
    ['an item of a list', '<ul><li>one\n\ntwo</li></ul>', '<ul><li><p>one</p><p>two</p></li></ul>'],
    ['a cell', '<table><tr><td>one\n \ntwo</td></tr></table>', '<table><tr><td><p>one</p><p>two</p></td></tr></table>'],
    ['a heading', '<h3>one\n\ntwo</h3>', '<h3>one<br><br>two</h3>'],
  ])('after an empty line separates what is in %s', async (_, content, html) => {
    expect(await stored(content)).toBe(html)
  })
})
