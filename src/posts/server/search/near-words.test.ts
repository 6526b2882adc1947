import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distanceBetween, editsOf, mistakesIn, nearestWords } from './near-words.ts'

describe('distanceBetween', () => {
  it.each([
    ['hospital', 'hospital', 0],
    ['hopsital', 'hospital', 1],
    ['hospitl', 'hospital', 1],
    ['hospittal', 'hospital', 1],
    ['hospitel', 'hospital', 1],
    ['hsopitla', 'hospital', 2],
    ['ospitel', 'hospital', 2],
    ['', 'abc', 3],
    ['abc', '', 3],
    ['ab', 'ba', 1],
    ['больнитса', 'больница', 2],
    ['𞤢𞤣', '𞤣𞤢', 1],
    ['병원', '병언', 1],
    ['баран', 'байан', 1],
    ['さくら', 'がくら', 1],
  ])('of %s and %s', (a, b, distance) => {
    expect(distanceBetween(a, b)).toBe(distance)
  })

  it('is symmetric, and 1 for each edit', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'б'), minLength: 3, maxLength: 8 })
    fc.assert(fc.property(word, word, (a, b) => distanceBetween(a, b) === distanceBetween(b, a)))
    fc.assert(fc.property(word, (a) => editsOf(a).every((edit) => distanceBetween(a, edit) === 1)))
  })
})

it('Every word that is one mistake away is among the edits', () => {
  const edits = new Set(editsOf('pump'))
  for (const edit of ['ump', 'pum', 'upmp', 'pupm', 'spump', 'pumps', 'lump', 'pamp', 'pimp']) expect(edits).toContain(edit)
  expect(edits).not.toContain('pump')
  expect(new Set(editsOf('мама'))).toContain('рама')
  expect(editsOf('병언')).toContain('병원')
  expect(editsOf('コンピュタ')).toContain('コンピュータ')
  expect(editsOf('病院の夜')).toEqual(expect.arrayContaining(['院の夜', '院病の夜']))
})

it('Words that are too short or too long have no similar words', () => {
  expect(['ab', 'abc', 'abcd', 'abcde', 'x'.repeat(20), 'x'.repeat(21)].map(mistakesIn)).toEqual([0, 1, 1, 2, 2, 0])
})

it('Similar words are ordered by distance, then by the length of the common beginning', () => {
  const words = ['kettles', 'nettle', 'kettle', 'kettls', 'mettle', 'kettel', 'kitten', 'kettel']
  expect(nearestWords('kettel', words)).toEqual(['kettle', 'kettles', 'kettls', 'kitten', 'mettle', 'nettle'])
  expect(nearestWords('netle', words)).toEqual(['nettle', 'kettle', 'mettle'])
})
