import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readVtt, writeVtt } from './web-vtt.ts'

it('Captions are written in the order of their times, and read back', () => {
  const first = { start: 0.5, end: 2, text: 'Look at her!' }
  const second = { start: 3601.25, end: 3605, text: 'Tom & <Mara> --> two\nlines' }
  const file = writeVtt([second, first, { start: 9, end: 10, text: '  ' }])
  expect(file).toBe(
    'WEBVTT\n\n00:00:00.500 --> 00:00:02.000\nLook at her!\n\n01:00:01.250 --> 01:00:05.000\nTom &amp; &lt;Mara&gt; --&gt; two\nlines\n',
  )
  expect(readVtt(file)).toEqual([first, second])
})

it('Captions of other programs are read without their styles, notes and positions', () => {
  const vtt =
    '\uFEFFWEBVTT - by hand\r\n\r\nNOTE nothing\r\n\r\nSTYLE\r\n::cue {}\r\n\r\n1\r\n00:01.000 --> 00:02.500 line:0\r\n<v Oma>Hello <i>you</i>\r\n'
  expect(readVtt(vtt)).toEqual([{ start: 1, end: 2.5, text: 'Hello you' }])
  expect(readVtt('1\n00:00:01,000 --> 00:00:02,000\nSubRip\n')).toEqual([{ start: 1, end: 2, text: 'SubRip' }])
  expect(readVtt('no captions at all')).toEqual([])
})

it('Any text of a caption comes back as it was typed, without blank lines', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 60 }).map((typed) =>
    typed
      .replace(/[\r\f\v\0]/g, '')
      .trim()
      .replace(/\n\s*\n/g, '\n'),
  )
  fc.assert(
    fc.property(text, (typed) => {
      fc.pre(typed !== '' && !typed.includes('&') && !/\n{2}/.test(typed))
      expect(readVtt(writeVtt([{ start: 1, end: 2, text: typed }]))).toEqual([{ start: 1, end: 2, text: typed }])
    }),
  )
})
