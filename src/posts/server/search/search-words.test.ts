import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codePoint } from '#tests/support/code-point.ts'
import { parseSearch, searchTokens, splitWords } from './search-words.ts'

const WORD = /^[\p{L}\p{N}\p{M}]{1,64}$/u
const anyText = fc.string({ unit: codePoint, maxLength: 300 })

describe('splitWords', () => {
  it.each([
    ['Hello, World!', ['hello', 'world']],
    ['Café CAFE\u0301 naïve Ångström', ['cafe', 'cafe', 'naive', 'angstrom']],
    ["don't ‘it’s’", ['dont', 'its']],
    ['a_b-c/d.e@f', ['a', 'b', 'c', 'd', 'e', 'f']],
    ['ﬁne ① x²', ['fine', '1', 'x2']],
    ['病院の夜 больница', ['病院の夜', 'больница']],
    ['👩‍👩‍👧 🫶🏽', []],
    ["'; drop table posts; --", ['drop', 'table', 'posts']],
    ['"a* OR NEAR(b:c)"', ['a', 'or', 'near', 'b', 'c']],
    ['\0 \uD800 \n', []],
    ['', []],
  ])('of %j', (text, words) => {
    expect(splitWords(text)).toEqual(words)
  })

  it('returns only letters and digits for any text', () => {
    fc.assert(
      fc.property(anyText, (text) => splitWords(text).every((word) => WORD.test(word) && word.isWellFormed())),
      { numRuns: 1000 },
    )
  })

  it('cuts a word of any length to 64 characters', () => {
    expect(splitWords('x'.repeat(1_000_000))).toEqual(['x'.repeat(64)])
    expect(splitWords('𞤢'.repeat(100))).toEqual(['𞤢'.repeat(64)])
  })
})

describe('searchTokens', () => {
  const of = (title: string, text: string) => searchTokens({ title, text })

  it('returns each word once, with its stem and first letters, and those of the title separately', () => {
    const { tokens, words } = of('Runs', 'Running runs, running')
    expect(words).toEqual(['runs', 'run', 'running'])
    expect(tokens).toEqual(['runs', 'run', 'running', '~r', '~ru', '~run', '^runs', '^run', '^~r', '^~ru', '^~run'])
    expect(of('', '𞤢𞤣𞤤𞤥').tokens).toEqual(['𞤢𞤣𞤤𞤥', '~𞤢', '~𞤢𞤣', '~𞤢𞤣𞤤'])
  })

  it('stops well below the limits of the databases', () => {
    const many = Array.from({ length: 200_000 }, (_, number) => `w${number.toString(36)}x`).join(' ')
    expect(Buffer.byteLength(of('title', many).words.join(''))).toBeLessThanOrEqual(400_000)
    expect(Buffer.byteLength(of('title', many).tokens.join(''))).toBeLessThanOrEqual(700_000)
  })

  it('returns only tokens that need no quoting, for any text', () => {
    fc.assert(
      fc.property(anyText, (text) => of(text.slice(0, 100), text).tokens.every((token) => WORD.test(token.replace(/^\^?~?/, '')))),
      { numRuns: 1000 },
    )
  })
})

describe('parseSearch', () => {
  it('returns undefined for a blank text, and recognises a search that no post can match', () => {
    for (const text of ['', '  ', '\n\t']) expect(parseSearch(text)).toBeUndefined()
    for (const text of ['"*', '!!!', '🫶🏽', '\0', '--']) expect(parseSearch(text)).toBe('no words')
  })

  it('returns stems, and the last word also as a prefix', () => {
    expect(parseSearch('Hospitals running nig')).toEqual({ stems: ['hospit', 'run'], last: { stem: 'nig', prefix: 'nig' } })
  })

  it('uses the first twelve words', () => {
    const query = parseSearch(Array.from({ length: 50 }, (_, number) => `w${number}`).join(' '))
    expect(query).toMatchObject({ stems: expect.objectContaining({ length: 11 }), last: { prefix: 'w11' } })
  })

  it('never throws, and returns only letters and digits', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const query = parseSearch(text)
        if (typeof query !== 'object') return true
        return [...query.stems, query.last.stem, query.last.prefix].every((word) => WORD.test(word))
      }),
      { numRuns: 1000 },
    )
  })
})
