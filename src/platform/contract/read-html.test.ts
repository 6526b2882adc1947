import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { HtmlChanges, openingTag, readHtml } from './read-html.ts'

const shown = (html: string) =>
  readHtml(html).map((token) => {
    const place = `${token.start}-${token.end}`
    return token.kind === 'text' ? `"${token.text}" ${place}` : `${token.kind} ${token.name} ${place}`
  })

describe('readHtml', () => {
  it('returns tags and decoded texts with their positions', () => {
    expect(shown('<p>A &amp; b<br>c</p><img src="a">')).toEqual([
      'open p 0-3',
      '"A & b" 3-12',
      'open br 12-16',
      '"c" 16-17',
      'close p 17-21',
      'open img 21-34',
    ])
  })

  it('closes what is not closed, at no length', () => {
    expect(shown('<p>a<ul><li>b</ul>')).toEqual([
      'open p 0-3',
      '"a" 3-4',
      'close p 4-4',
      'open ul 4-8',
      'open li 8-12',
      '"b" 12-13',
      'close li 13-13',
      'close ul 13-18',
    ])
  })
})

const PARTS = [
  '<p>',
  '</p>',
  '<li>',
  '</ul>',
  '<img src="a">',
  '<br/>',
  '<table>',
  '</td>',
  'a',
  '&amp;',
  '&',
  '<',
  '<!-- x -->',
  '<a b',
  '>',
  '"',
  '\n',
]

test('Any HTML is read into ordered tokens and is equal without changes', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PARTS), { maxLength: 30 }), (parts) => {
      const html = parts.join('')
      let at = 0
      for (const { start, end } of readHtml(html)) {
        expect(start).toBeGreaterThanOrEqual(at)
        expect(end).toBeGreaterThanOrEqual(start)
        at = end
      }
      expect(at).toBeLessThanOrEqual(html.length)
      const changes = new HtmlChanges(html)
      for (const index of changes.tokens.keys()) changes.before(index, '')
      expect(String(changes)).toBe(html)
    }),
  )
})

test('Tokens are replaced and surrounded, and all other characters stay', () => {
  const changes = new HtmlChanges('<!-- a --><p>b</p> <hr/>')
  changes.before(0, '[')
  changes.before(0, '{')
  changes.replace(1, openingTag('img', { alt: '"<&>"' }))
  changes.after(2, ']')
  changes.replace(4, '')
  expect(String(changes)).toBe('<!-- a -->[{<p><img alt="&quot;&lt;&amp;&gt;&quot;"></p>] ')
})
