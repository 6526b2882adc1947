import { expect, it } from 'vitest'
import { coverInText, coverOf, NO_COVER } from './cover.ts'

const address = (name: string) => `/files/aaaaaaaaaaaaaaaa/1700000000000-${name}_640x480_${'a'.repeat(36)}.jpg`
const PHOTO = `<figure><img src="${address('photo')}" alt="a > b"></figure>`
const VIDEO = `<video src="/files/bbbbbbbbbbbbbbbb/film.mp4" poster="${address('poster')}" controls></video>`

it('The first photo of a text, or the poster of its first video, is its cover', () => {
  expect(coverInText(`<p>Words</p>${PHOTO}${VIDEO}`)).toBe(address('photo'))
  expect(coverInText(`<p>Words</p>${VIDEO}${PHOTO}`)).toBe(address('poster'))
})

it('Only stored pictures are covers: no video without a poster, audio, or words about a picture', () => {
  const words = `<p>&lt;img src="${address('words')}"&gt;</p><pre alt='<img src="${address('title')}">'>x</pre>`
  const others =
    '<video src="/files/bbbbbbbbbbbbbbbb/film.mp4"></video><audio src="/files/cccccccccccccccc/a.mp3"></audio><img src="about:blank">'
  expect(coverInText(words + others)).toBeNull()
  expect(coverInText(words + others + PHOTO)).toBe(address('photo'))
  expect(coverInText(`<p>${PHOTO.slice(0, 60)}`)).toBeNull()
})

it('A chosen cover goes before that of the text, and no cover stays none', () => {
  expect(coverOf(address('chosen'), PHOTO)).toBe(address('chosen'))
  expect(coverOf(NO_COVER, PHOTO)).toBeNull()
  expect(coverOf(null, PHOTO)).toBe(address('photo'))
  expect(coverOf(null, '<p>Words</p>')).toBeNull()
})
