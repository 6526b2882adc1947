import { expect, test, describe, it } from 'vitest'
import { HtmlChanges } from '#platform/contract/read-html.ts'
import { addPictures, findGalleries } from './body-pictures.ts'
import { placeholderUrl } from './picture-placeholder.ts'

const withPictures = (html: string): string => {
  const changes = new HtmlChanges(html)
  addPictures(changes)
  return changes.toString()
}

const COLOURS = 'f000f000f111222333444555666777888999'
const ADDRESS = `/files/AbCdEfGhIjKlMn-_/1763640000000-our-garden_1600x1200_${COLOURS}`

test('a stored picture gets its widths and formats, its size and a placeholder', () => {
  const html = withPictures(
    `<p>x</p><figure><img src="${ADDRESS}.jpg" alt="A &quot;b&quot;" width="5" loading="lazy" /><figcaption>c</figcaption></figure>`,
  )
  expect(html).toContain('<source type="image/avif" srcset="/files/AbCdEfGhIjKlMn-_/320.avif 320w, /files/AbCdEfGhIjKlMn-_/640.avif 640w,')
  expect(html).toContain(`/files/AbCdEfGhIjKlMn-_/960.jpg 960w, ${ADDRESS}.jpg 1600w"`)
  expect(html).toMatch(
    /<img src="[^"]+" alt="A &quot;b&quot;" width="1600" height="1200" srcset="[^"]+" sizes="auto, [^"]+" loading="lazy" decoding="async" style="background:url\(data:image\/bmp;base64,[\w+/=]+\) 0 0\/100% 100%"><\/picture><\/a><figcaption>/,
  )
})

test('an animated picture stays WebP, a transparent one has no placeholder', () => {
  expect(withPictures(`<img src="${ADDRESS}.webp" alt="">`)).not.toContain('<source')
  const none = `/files/AbCdEfGhIjKlMn-_/1763640000000-a_300x200_${'0'.repeat(36)}.png`
  const html = withPictures(`<img src="${none}" alt="">`)
  expect(html).toContain('<source type="image/webp" srcset="/files/AbCdEfGhIjKlMn-_/300.webp 300w"')
  expect(html).not.toContain('background')
})

test('adjacent pictures become the rows of a gallery, with their captions', () => {
  const html = withPictures(
    `<p>x</p><img src="${ADDRESS}.jpg" alt="a"><figure><img src="${ADDRESS}.jpg" alt="b"><figcaption>c</figcaption></figure><p>y</p>`,
  )
  expect(html).toMatch(
    /^<p>x<\/p><div class="gallery"><div style="--r:1.3333;--p:0.5;--pg:1;--w:0.5;--wg:1"><a class="photo" href="[^"]+"><picture>.*<\/picture><\/a><\/div><div style="[^"]+"><figure><a class="photo"/,
  )
  expect(html).toMatch(/<figcaption>c<\/figcaption><\/figure><\/div><\/div><p>y<\/p>$/)
  expect(html).toContain('sizes="auto, (min-width: 46rem) 21rem, calc(50vw - 1.25rem)"')
})

test('a stored picture is a link to its largest size, unless it is within a link', () => {
  expect(withPictures(`<img src="${ADDRESS}.jpg" alt="A & b">`)).toMatch(
    new RegExp(`^<a class="photo" href="${ADDRESS}.jpg"><picture>.*<img src="${ADDRESS}.jpg" alt="A &amp; b".*</picture></a>$`),
  )
  expect(withPictures(`<img src="${ADDRESS}.jpg">`)).toContain(`<a class="photo" href="${ADDRESS}.jpg" aria-label="Open the picture">`)
  for (const html of [`<a href="/x"><img src="${ADDRESS}.jpg"></a>`, `<details><summary><img src="${ADDRESS}.jpg"></summary></details>`])
    expect(withPictures(html)).not.toContain('photo')
})

test('of a long gallery the first five pictures are shown, and the number of the others over the last of them', () => {
  const html = withPictures(Array.from({ length: 13 }, () => `<img src="${ADDRESS}.jpg">`).join('\n'))
  const [shown = '', more = ''] = html.split('</details></div></div>')
  expect([shown, more].map((part) => part.split('<picture>').length - 1)).toEqual([5, 8])
  expect(shown).toMatch(
    /<\/a><details class="gallery-more"><summary><span aria-hidden="true">\+ 8<\/span><span class="sr-only">8 more pictures<\/span><\/summary>$/,
  )
  expect(more).toMatch(/^<div class="gallery">.*<\/div><\/div>$/)
  expect(withPictures(`<img src="${ADDRESS}.jpg">`.repeat(6))).not.toContain('<details')
})

test('any other picture gets a text alternative and loads lazily', () => {
  expect(withPictures('<img src="/drawings/cover/hills.svg">')).toBe('<img src="/drawings/cover/hills.svg" alt="" loading="lazy">')
  expect(withPictures('<img src="/files/a/b.webp" alt="a" loading="lazy" />')).toBe('<img src="/files/a/b.webp" alt="a" loading="lazy">')
  expect(withPictures('<p>/files/</p>')).toBe('<p>/files/</p>')
})

test('a placeholder is a bitmap of the twelve colours', () => {
  const bytes = Buffer.from(placeholderUrl(COLOURS).split(',')[1] ?? '', 'base64')
  expect(bytes.subarray(0, 2).toString()).toBe('BM')
  expect(bytes.byteLength).toBe(bytes.readUInt32LE(2))
  expect([bytes.readInt32LE(18), bytes.readInt32LE(22), bytes.readUInt16LE(28)]).toEqual([4, 3, 24])
  // A bitmap stores its rows bottom up: the last row is the top one, red, then green.
  expect([...bytes.subarray(54 + 24, 54 + 30)]).toEqual([0, 0, 255, 0, 255, 0])
})

const image = (name: string) => `<img src="/files/${name}.jpg" alt="">`
const figure = (name: string) => `<figure>${image(name)}<figcaption>A <em>day</em></figcaption></figure>`
const [a, b, c] = [image('a'), figure('b'), image('c')]
const found = (html: string) => {
  const changes = new HtmlChanges(html)
  return findGalleries(changes.tokens).map((gallery) => gallery.map(({ first, last }) => changes.source(first, last)))
}

describe('findGalleries', () => {
  it('Two or more pictures beside each other are a gallery, captioned or not', () => {
    expect(found(`${a}${b}<p>x</p>${b}\n${c}`)).toEqual([
      [a, b],
      [b, c],
    ])
    expect(found(`<h2>x</h2>${a}${a}${c}<hr>`)).toEqual([[a, a, c]])
    expect(found(`<blockquote>${a}${b}</blockquote>`)).toEqual([[a, b]])
  })

  it('A paragraph separates galleries, and one picture is no gallery', () => {
    expect(found(`${a}<p></p>${b}`)).toEqual([])
    expect(found(`<p>x</p>${a}<p>y</p>`)).toEqual([])
  })

  it('Pictures within a sentence, a list or a table form no gallery', () => {
    for (const html of [
      `<p>${a}${c}</p>`,
      `<p>x ${a}${c} y</p>`,
      `${a}${c} words`,
      `words ${a}${c}<p>x</p>`,
      `<ul><li>${a}${c}</li></ul>`,
      `<table><tr><td>${a}${c}</td></tr></table>`,
    ])
      expect(found(html), html).toEqual([])
  })

  it('A figure with several pictures, as imported posts have it, is a gallery', () => {
    expect(found(`<figure>${a}${c}<figcaption>All</figcaption></figure>`)).toEqual([[a, c]])
    expect(found(`<figure><figure>${a}</figure>\n<figure>${c}</figure></figure>`)).toEqual([
      [`<figure>${a}</figure>`, `<figure>${c}</figure>`],
    ])
  })

  it('Thousands of pictures that form no gallery are checked', () => {
    const html = `<p>${b.repeat(10_000)}words</p>${'<figure>'.repeat(5000)}${'<img>'.repeat(5000)}words`
    expect(found(html)).toEqual([])
  })
})
