import { describe, expect, it } from 'vitest'
import { findGalleries } from './find-galleries.ts'

const image = (name: string) => `<img src="/files/${name}.jpg" alt="">`
const figure = (name: string) => `<figure>${image(name)}<figcaption>A <em>day</em></figcaption></figure>`
const [a, b, c] = [image('a'), figure('b'), image('c')]
const found = (html: string) => findGalleries(html).map(({ pictures }) => pictures)

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

  it('Thousands of pictures that form no gallery are checked within ten seconds', { timeout: 10_000 }, () => {
    const html = `<p>${b.repeat(10_000)}words</p>${'<figure>'.repeat(5000)}${'<img>'.repeat(5000)}words`
    expect(found(html)).toEqual([])
  })
})
