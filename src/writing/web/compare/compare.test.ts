import { describe, expect, test } from 'vitest'
import { type Block, blocksOf } from './blocks.ts'
import { compareBlocks, markChanges } from './compare-blocks.ts'

const texts = (html: string) => blocksOf(html).map(({ kind, text }) => (kind === '' ? text : `${kind}: ${text}`))

describe('blocksOf', () => {
  test('returns the blocks that a reader sees', () => {
    expect(
      texts(
        '<h2>Night</h2><p>A <strong>loud</strong> &amp; long one.<br>Twice.</p><ul><li><p>one</p></li><li>two<ul><li>deeper</li></ul></li></ul>' +
          '<blockquote><p>It gets lighter.</p></blockquote><hr><pre><code>a &lt; b</code></pre>' +
          '<table><caption>Drawer</caption><tbody><tr><th>What</th><th>How many</th></tr><tr><td><p>Tape</p></td><td>2</td></tr></tbody></table>' +
          '<figure><img src="/files/x/y.webp" alt="A sill"><figcaption>Ours</figcaption></figure><p><img src="/files/a/b.webp" alt=""></p>' +
          '<dl><dt>Hb</dt><dd><p>Low</p></dd></dl><details open><summary>More</summary><p>Inside</p></details>' +
          '<figure><audio controls src="/files/x/1700000000000-song.mp3"></audio><figcaption>Sung</figcaption></figure><figure><video controls src="/files/x/1700000000000-steps.mp4"></video></figure>',
      ),
    ).toEqual([
      'Heading: Night',
      'A loud & long one.\nTwice.',
      'List entry: one',
      'List entry: two',
      'List entry: deeper',
      'Quote: It gets lighter.',
      'Dividing line: ―',
      'Code: a < b',
      'Table caption: Drawer',
      'Table row: What | How many',
      'Table row: Tape | 2',
      'Picture: [A sill] Ours',
      'Picture: ',
      'Term: Hb',
      'Explanation: Low',
      'Part that opens: More',
      'Inside',
      'Sound: [song.mp3] Sung',
      'Film: [steps.mp4]',
    ])
    expect(blocksOf('<p><img src="/files/a/b.webp" alt=""></p>')[0]?.pictures).toEqual(['/files/a/b.webp'])
  })

  test.each([
    ['<p>a <b>b</b></p>', '<p>a <strong>b</strong></p>'],
    ['<ul><li>x</li></ul>', '<ul><li><p>x</p></li></ul>'],
    ['<p><a href="/a" rel="noopener noreferrer">x</a></p>', '<p><a href="/a">x</a></p>'],
    ['<table><thead><tr><th scope="col">x</th></tr></thead></table>', '<table><tbody><tr><th><p>x</p></th></tr></tbody></table>'],
    ['<p><img src="/files/a/b" alt="x" loading="lazy" /></p>', '<p><img alt="x" src="/files/a/b"></p>'],
    ['<p style="text-align:left">x</p>', '<p>x</p>'],
  ])('gives equal marks for equivalent markup: %s', (one, other) => {
    expect(blocksOf(one).map(({ signature }) => signature)).toEqual(blocksOf(other).map(({ signature }) => signature))
  })

  test.each([
    ['<p>a</p>', '<p>b</p>'],
    ['<p>a</p>', '<h2>a</h2>'],
    ['<p>a</p>', '<p><strong>a</strong></p>'],
    ['<p><a href="/a">x</a></p>', '<p><a href="/b">x</a></p>'],
    ['<p><img src="/files/a/b" alt=""></p>', '<p><img src="/files/c/d" alt=""></p>'],
    ['<p>a</p>', '<p style="text-align:right">a</p>'],
    ['<p>a</p>', '<blockquote><p>a</p></blockquote>'],
  ])('gives different marks for a visible difference: %s and %s', (one, other) => {
    expect(blocksOf(one).map(({ signature }) => signature)).not.toEqual(blocksOf(other).map(({ signature }) => signature))
  })

  test.each(['', '   ', '<p></p>', '<', '<p', '</p></p>', '<p>&nbsp;</p>'])('returns no empty block for %j', (html) => {
    expect(blocksOf(html).every(({ text }) => text !== '')).toBe(true)
  })
})

describe('compareBlocks', () => {
  const block = (text: string): Block => ({ kind: '', text, pictures: [], signature: text })
  const blocks = (letters: string) => letters.split('').map(block)
  const compare = (other: string, mine: string) =>
    compareBlocks(blocks(other), blocks(mine)).map((row) => `${row.other?.text ?? '-'}${row.isSame ? '=' : '|'}${row.mine?.text ?? '-'}`)

  test.each([
    ['', '', []],
    ['abc', 'abc', ['a=a', 'b=b', 'c=c']],
    ['abc', 'axc', ['a=a', 'b|x', 'c=c']],
    ['ac', 'abc', ['a=a', '-|b', 'c=c']],
    ['abc', 'ac', ['a=a', 'b|-', 'c=c']],
    ['abcd', 'acbd', ['a=a', 'b|-', 'c=c', '-|b', 'd=d']],
    ['ab', 'xy', ['a|x', 'b|y']],
    ['aa', 'a', ['a=a', 'a|-']],
  ])('%j and %j', (other, mine, rows) => {
    expect(compare(other, mine)).toEqual(rows)
  })

  test('aligns a paragraph with its changed version, not with an inserted one', () => {
    const other = ['We pack the bag on Sunday evening.', 'Sam carries it.'].map(block)
    const mine = ['A new beginning.', 'We pack the bag on Saturday evening.', 'Everyone helps.'].map(block)
    expect(compareBlocks(other, mine).map((row) => [row.other?.text ?? null, row.mine?.text ?? null])).toEqual([
      [null, 'A new beginning.'],
      ['We pack the bag on Sunday evening.', 'We pack the bag on Saturday evening.'],
      ['Sam carries it.', 'Everyone helps.'],
    ])
  })

  test('loses no block of either body', () => {
    for (const [other, mine] of [
      ['abcabcabc', 'cbacbacba'],
      ['aaaabbbb', 'bbbbaaaa'],
      ['x'.repeat(30), 'xy'.repeat(15)],
    ] as const) {
      const rows = compareBlocks(blocks(other), blocks(mine))
      expect(rows.map((row) => row.other?.text ?? '').join('')).toBe(other)
      expect(rows.map((row) => row.mine?.text ?? '').join('')).toBe(mine)
    }
  })

  test('ends for very long and completely different bodies', () => {
    const many = (letter: string) => Array.from({ length: 5000 }, (_, index) => block(`${letter}${index}`))
    expect(compareBlocks(many('a'), many('b'))).toHaveLength(5000)
  })

  test('markChanges marks the words that changed', () => {
    const mark = (text: string, other: string) => markChanges(text, other).map(({ words, isChanged }) => (isChanged ? `[${words}]` : words))
    expect(mark('She slept all night long, and well.', 'She slept most of the night, and badly.')).toEqual([
      'She slept ',
      '[all night long, ]',
      'and ',
      '[well.]',
    ])
    expect(mark('New.', '')).toEqual(['[New.]'])
    expect(mark('Same.', 'Same.')).toEqual(['Same.'])
    expect(mark('a '.repeat(3000), 'b '.repeat(3000))).toHaveLength(1)
  })
})
