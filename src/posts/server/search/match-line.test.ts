import { describe, expect, it } from 'vitest'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { findMatchLine } from './match-line.ts'
import { parseSearch, type SearchQuery } from './search-words.ts'

const lineOf = (term: string, body: string) => findMatchLine(parseSearch(term) as SearchQuery, body)
/** `We [waited] there` for a line in parts. */
const marked = (parts: readonly string[] | undefined) => parts?.map((part, index) => (index % 2 === 1 ? `[${part}]` : part)).join('')

describe('The line of a search', () => {
  it.each([
    ['wait', '<p>One.</p><p>We <b>waited</b> there.</p>', 'We [waited] there.'],
    ['WAITING there', '<p>We wait.</p><p>She waits there.</p>', 'She [waits] [there].'],
    ['cafe', '<p>Our Café’s window, café again</p>', 'Our [Café’s] window, [café] again'],
    ['caf', '<p>Our Café’s window</p>', 'Our [Café’s] window'],
    ['bol', '<p>Alto</p><table><tbody><tr><td>bolt</td></tr></tbody></table>', undefined],
    ['больница', '<p>Мы едем в больница.</p>', 'Мы едем в [больница].'],
    ['lt', '<p>5 &lt; 6</p>', undefined],
    ['hopital', '<p>Nous sommes à l’hôpital.</p>', 'Nous sommes à [l’hôpital].'],
    ['10mg follow up', '<p>A follow-up: 10 mg of it</p>', 'A [follow-up]: [10 mg] of it'],
    ['病院', '<p>夜。</p><p>昨日の病院に娘と行った。</p>', '昨日の[病院]に娘と行った。'],
    ['Straße', '<p>In der STRASSE</p>', 'In der [STRASSE]'],
    ['مستشفى', '<p>ذهبنا إلى المُسْتَشْفى</p>', 'ذهبنا إلى [المُسْتَشْفى]'],
  ])('%s in %s', (term, body, line) => {
    expect(marked(lineOf(term, body))).toBe(line)
  })

  it('A long paragraph is cut between words, around the first match', () => {
    const around = 'some words before it '.repeat(20)
    const line = marked(lineOf('kettle', `<p>${around}a kettle ${around}</p>`)) ?? ''
    expect(line).toMatch(/^…(?:some|words|before|it) .* a \[kettle\] some .*(?:some|words|before|it)…$/)
    expect(line.length).toBeLessThan(150)
    expect(
      marked(lineOf('病院', `<p>${'今日は雨が降って寒いです'.repeat(20)}病院に行った${'今日は雨が降って寒いです'.repeat(20)}</p>`)),
    ).toMatch(/^….{20,50}\[病院\]に行った.{50,120}…$/)
    expect(marked(lineOf('kettle', `<p>${'x'.repeat(500)}kettle ${'kettle'.repeat(60)}</p>`))?.length).toBeLessThan(600)
  })

  it('No emoji is cut in half', () => {
    const family = '👩‍👩‍👧'
    for (let shift = 0; shift < 10; shift += 1) {
      const line = lineOf('kettle', `<p>${family.repeat(30)}${'.'.repeat(shift)} kettle ${'.'.repeat(shift)}${family.repeat(30)}</p>`) ?? []
      expect(line.join('').replaceAll(family, '').replaceAll(/[.… ]/g, '')).toBe('kettle')
      expect(line.join('').length).toBeLessThan(200)
    }
  })
})

onEachEngine('The posts that a search finds', (engine) => {
  const blog = useTestApp(engine)

  it('carry the line that matched, with the words; other lists carry none', async () => {
    await blog().makePost({ title: 'A kettle in the title', content: '<p>Nothing here.</p>' })
    await blog().makePost({ title: 'Tea', content: '<p>First.</p><p>Two kettles &amp; a cup.</p>' })
    const find = async (query: object) => (await blog().readPosts(query)).map(({ title, match }) => [title, match])
    expect(await find({ searchTerm: 'kettle', sort: 'asc' })).toEqual([
      ['A kettle in the title', undefined],
      ['Tea', ['Two ', 'kettles', ' & a cup.']],
    ])
    expect(await find({ sort: 'asc' })).toEqual([
      ['A kettle in the title', undefined],
      ['Tea', undefined],
    ])
  })
})
