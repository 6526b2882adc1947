import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codePoint } from '#tests/support/code-point.ts'
import { formsOf, parseSearch, searchTokens } from './search-words.ts'
import { wordsIn } from './written-words.ts'

const WORD = /^[\p{L}\p{N}\p{M}~]{1,64}$/u
const anyText = fc.string({ unit: codePoint, maxLength: 300 })

describe('The words of a text', () => {
  const of = (text: string) => [...wordsIn(text)].map(({ written }) => formsOf(written).join(' '))

  it.each([
    ['Hello, World!', ['hello', 'world']],
    ['Café CAFE\u0301 naïve Ångström', ['cafe', 'cafe', 'naive', 'angstrom']],
    ["don't ‘it’s’", ['dont don', 'its it']],
    ['l’hôpital, dell`ospedale', ['lhopital hopital', 'dellospedale dell ospedale']],
    ['a_b/d.e@f', ['a', 'b', 'd', 'e', 'f']],
    ['follow-up – l’avant-bras', ['followup follow up', 'lavantbras lavant avant bras']],
    ['10mg 10 mg 10\u00A0MG １０ｍｇ 10㎎', Array.from({ length: 5 }, () => '10mg 10 mg')],
    ['0,5 ml 0.5ml 38,5 °C', ['0~5ml 0~5 0 5 ml', '0~5ml 0~5 0 5 ml', '38~5c 38~5 38 5 c']],
    ['5-10 mg 3.5.2026 10 mgs 10 mg-Tablette', ['5', '10mg 10 mg', '352026 3 5 2026', '10', 'mgs', '10mgtablette 10 mg tablette']],
    ['١٢٣ ۴۵ १० ๑๐', ['123', '45', '10', '10']],
    ['Straße Æble Øre Łódź đ þorn ð œuvre İI ıi', ['strasse', 'aeble', 'ore', 'lodz', 'd', 'thorn', 'd', 'oeuvre', 'ii', 'ii']],
    ['מִשְׁפָּחָה צה"ל צה״ל', ['משפחה', 'צהל', 'צהל']],
    ['مُسْتَشْفَى مستشفـــى أإآٱ مدرسة', ['مستشفي', 'مستشفي', 'اااا', 'مدرسه']],
    ['so\u00ADft zero\u200Bwidth \u202Eright', ['soft', 'zerowidth', 'right']],
    ['ﬁne ① x²', ['fine', '1', 'x2']],
    ['病院の夜 больница', ['病院', 'の', '夜', 'больница']],
    ['ﾋﾞｮｳｲﾝ 가다', ['ビョウイン', '가다']],
    ['👩‍👩‍👧 🫶🏽', []],
    ["'; drop table posts; --", ['drop', 'table', 'posts']],
    ['"a* OR NEAR(b:c)"', ['a', 'or', 'near', 'b', 'c']],
    ['\0 \uD800 \n', []],
    ['', []],
  ])('of %j', (text, words) => {
    expect(of(text)).toEqual(words)
  })

  it('are only letters and digits for any text', () => {
    fc.assert(
      fc.property(anyText, (text) => [...wordsIn(text)].flatMap(({ written }) => formsOf(written)).every((word) => WORD.test(word))),
      { numRuns: 1000 },
    )
  })

  it('are cut to 64 characters', () => {
    expect(of('x'.repeat(1_000_000))).toEqual(['x'.repeat(64)])
    expect(of('𞤢'.repeat(100))).toEqual(['𞤢'.repeat(64)])
  })
})

describe('searchTokens', () => {
  const of = (title: string, text: string) => searchTokens({ title, text })

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

  it('takes letters that fold to apostrophes as none', () => {
    expect(parseSearch('aʼʼʼʼ x')?.[0]).toEqual([[{ forms: ['a'] }]])
  })

  it('uses the first twelve words', () => {
    const query = parseSearch(Array.from({ length: 50 }, (_, number) => `w${number}`).join(' '))
    expect(query).toHaveLength(12)
    expect(query?.at(-1)).toMatchObject([[{ prefix: 'w11' }]])
    expect(parseSearch('a-'.repeat(5000))?.[0]).toMatchObject([expect.anything(), { length: 12 }])
  })

  it('never throws, and returns only letters and digits', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const query = parseSearch(text)
        if (typeof query !== 'object') return true
        return query.flat(2).every(({ forms, prefix = 'x' }) => [...forms, prefix].every((word) => WORD.test(word)))
      }),
      { numRuns: 1000 },
    )
  })
})
