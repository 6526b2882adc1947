import { describe, expect, it } from 'vitest'
import { fillGaps, findGaps, keyOfGap, mayHaveGaps, readSourceText } from './fill-gaps.ts'

const SITE = 'https://old.example'
const parts = {
  publicUrl: 'https://blog.example',
  linkTo: (address: string) => address,
  isOwnFile: (address: string) => address.startsWith(SITE) && address.endsWith('.pdf'),
  isOwnPicture: (address: string) => address.startsWith(SITE),
}
/** Fills the gaps as if every picture and file of the source were available. */
function fill(content: string, html: string): string {
  const source = readSourceText(html, true)
  const gaps = findGaps(content, source, parts)
  const urls = gaps.map((gap) => [keyOfGap(gap), gap.what === 'player' ? '<audio>' : urlOf(gap.address)] as const)
  return fillGaps(content, gaps, new Map(urls))
}
const urlOf = (address: string) => `/files/aaaaaaaaaaaaaaaa/${address.replace(/\W+/g, '-')}.jpg`

describe('Text placeholders of pictures within links', () => {
  const source = '<p><a href="/a"><img src="one.jpg" alt="X > Y"></a> <a href="/b"><img src="two.jpg" alt="X > Y"></a></p>'

  it('are filled in order if there are as many as in the source', () => {
    expect(fill('<p><a href="/a">[picture: X &gt; Y]</a> new <a href="/b">[picture: X &gt; Y]</a></p>', source)).toBe(
      `<p><a href="/a"><img src="${urlOf('one.jpg')}" alt="X &gt; Y"></a> new <a href="/b"><img src="${urlOf('two.jpg')}" alt="X &gt; Y"></a></p>`,
    )
  })

  it.each([
    ['one of two was removed', '<p><a href="/a">[picture: X &gt; Y]</a></p>'],
    ['one more was written', '<p>[picture: X &gt; Y] [picture: X &gt; Y] [picture: X &gt; Y]</p>'],
    ['the words were changed', '<p>[picture: X and Y] [picture]</p>'],
  ])('remain if they are ambiguous: %s', (_, content) => {
    expect(fill(content, source)).toBe(content)
  })
})

describe('Placeholder links of pictures', () => {
  const [plain, odd] = [`${SITE}/a.jpg`, `${SITE}/my photo.php?x=1&y=2`]

  it('are filled wherever they were moved, with the alt text that the family has written', () => {
    const source = `<p><img src="${plain}" alt="Old" title="T"></p><p><img src="${odd.replace('&', '&amp;')}" alt=""></p>`
    const content = `<ul><li><a href="${odd.replace(' ', '').replace('&', '&amp;')}" rel="noopener noreferrer">[picture]</a></li></ul><p>é <a rel="noopener noreferrer" href="${plain}">[picture: New <em>name</em>]</a>!</p>`
    expect(fill(content, source).replace(' alt>', ' alt="">')).toBe(
      `<ul><li><img src="${urlOf(odd)}" alt=""></li></ul><p>é <img src="${urlOf(plain)}" alt="New name" title="T">!</p>`,
    )
  })

  it('are filled if their address has blanks, which the stored text has encoded', () => {
    const source = `<p><img src="${odd.replace('&', '&amp;')}" alt=""></p>`
    const content = `<p><a href="${odd.replace(' ', '%20').replace('&', '&amp;')}" rel="noopener noreferrer">[picture]</a></p>`
    expect(fill(content, source).replace(' alt>', ' alt="">')).toBe(`<p><img src="${urlOf(odd)}" alt=""></p>`)
  })

  it.each([
    ['a link with words of the family', `<p><a href="${plain}">our ward</a></p>`, `<p><img src="${plain}" alt=""></p>`],
    [
      'a placeholder of something that the source does not show',
      `<p><a href="${SITE}/b.jpg">[picture]</a></p>`,
      `<p><img src="${plain}"></p>`,
    ],
    [
      'a picture of another site that the text leads to',
      '<p><a href="https://x.example/a.jpg">x</a></p>',
      '<p><a href="https://x.example/a.jpg">x</a></p>',
    ],
  ])('remain: %s', (_, content, source) => {
    expect(fill(content, source)).toBe(content)
  })
})

describe('Links to files of the old blog', () => {
  const [film, paper] = [`${SITE}/a%20film.mp4`, `${SITE}/x.pdf`]
  const source = `<figure><video src="${film}"></video></figure><p>Read <a href="${paper}">this</a></p>`

  it('get the new address, and players replace their placeholders', () => {
    expect(fill(`<p><a href="${film}">a film.mp4</a></p><p>Read <a href="${paper}" rel="noopener noreferrer">that</a></p>`, source)).toBe(
      `<figure><audio></figure><p>Read <a href="${urlOf(paper)}">that</a></p>`,
    )
    expect(fill(`<p>Look: <a href="${film}">a film.mp4</a></p>`, source)).toBe('<p>Look: <audio></p>')
  })

  it('get the new address if the old one has blanks', () => {
    const [song, letter] = [`${SITE}/our song.mp3`, `${SITE}/My Files/Letter of May.pdf`]
    const stored = (address: string) => address.replaceAll(' ', '%20')
    const content = `<p><a href="${stored(song)}">our song.mp3</a></p><p><a href="${stored(letter)}">this</a></p>`
    expect(fill(content, `<audio src="${song}"></audio><p><a href="${letter}">this</a></p>`)).toBe(
      `<figure><audio></figure><p><a href="${urlOf(letter)}">this</a></p>`,
    )
  })

  it('remain if the family has changed their text, or if the source does not have them', () => {
    const content = `<p><a href="${film}">our film</a></p><p><a href="${SITE}/y.pdf">y</a></p>`
    expect(fill(content, source)).toBe(content)
  })
})

it('A text without placeholders is not parsed', () => {
  expect(mayHaveGaps('<p>Words, <a href="/files/a/b.jpg">a picture</a> and <a href="https://x.example/">a link</a></p>')).toBe(false)
  expect(mayHaveGaps(`<p><a href="${SITE}/a.jpg?x">a picture</a></p>`)).toBe(true)
})
