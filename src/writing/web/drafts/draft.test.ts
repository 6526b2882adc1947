import { describe, expect, test } from 'vitest'
import { draft, stored, text } from '#tests/support/draft-parts.ts'
import { EMPTY_POST } from '#writing/web/post-form/post-text.ts'
import { type Draft, newId, type ServerDrafts, sortDrafts } from './draft.ts'

describe('The drafts of both places', () => {
  const published = text('published')
  const sort = (device: readonly Draft[], server: ServerDrafts, live?: ReadonlySet<string>) =>
    sortDrafts({ device, server, published, ...(live ? { live } : {}) })
  const titles = (drafts: readonly Draft[]) => drafts.map((each) => each.text.title)

  test('Of each draft the later text counts, the newest draft comes first, and what is over is listed separately', () => {
    const device = [
      draft('a', 3),
      draft('b', 9),
      draft('typed', 6, { follows: 4 }),
      draft('gone', 2),
      draft('same', 1, { text: published }),
      draft('discarded', 8, { follows: 7, isEnded: true }),
    ]
    const drafts = [
      draft('a', 5),
      draft('b', 9),
      draft('c', 7),
      draft('typed', 4),
      draft('same', 1, { text: published }),
      draft('discarded', 7),
    ]
    const { open, ending, over } = sort(device, stored(drafts, [{ ...draft('gone', 2), publishedAs: null }]))
    expect(open.map(({ id, sequence, follows, place }) => [id, sequence, follows, place])).toEqual([
      ['b', 9, 9, 'both'],
      ['c', 7, 7, 'server'],
      ['typed', 6, 4, 'device'],
      ['a', 5, 5, 'both'],
    ])
    expect(ending.map(({ id }) => id).toSorted()).toEqual(['discarded', 'same'])
    expect(over.map(({ writer }) => writer)).toEqual(['gone writer'])
    expect(newId()).toMatch(/^[0-9a-f]{32}$/)
  })

  test('A text that the server has not taken becomes a draft of its own when another form has continued its draft', () => {
    const typed = draft('a', 9, { follows: 4, text: text('typed offline') })
    const continued = draft('a', 12, { writer: 'telephone' })
    const { open, forks, over } = sort([typed], stored([continued]))
    expect(titles(open)).toEqual(['a12', 'typed offline'])
    expect(forks).toMatchObject([{ writer: typed.writer, follows: 0, text: typed.text }])
    expect([forks[0]?.id === 'a', over]).toEqual([false, []])
    // The same, when it was discarded there.
    expect(titles(sort([typed], stored([], [{ ...continued, publishedAs: null }])).open)).toEqual(['typed offline'])
    // Not when the text was saved before: the other form began with it.
    expect(titles(sort([{ ...typed, follows: 9 }], stored([continued])).open)).toEqual(['a12'])
    // Not when the other form saved it as it was, and was left before it could note that on the device.
    expect(titles(sort([typed], stored([{ ...continued, text: typed.text }])).open)).toEqual(['typed offline'])
    expect(sort([typed], stored([{ ...continued, text: typed.text }])).forks).toEqual([])
    // Not when the response was lost.
    expect(titles(sort([typed], stored([draft('a', 8)])).open)).toEqual(['typed offline'])
  })

  test('A text that was published with a lost response is over, and one with later changes is not', () => {
    const ended = [{ ...draft('a', 6), publishedAs: 'p1' }]
    expect(sort([draft('a', 5, { follows: 4 })], stored([], ended)).open).toEqual([])
    expect(titles(sort([draft('a', 7, { follows: 4 })], stored([], ended)).open)).toEqual(['a7'])
  })

  test('A deletion that came too late deletes nothing', () => {
    const deletion = draft('a', 5, { follows: 4, isEnded: true })
    const { open, ending, over } = sort([deletion], stored([draft('a', 6, { writer: 'telephone' })]))
    expect([titles(open), ending, over]).toEqual([['a6'], [], [deletion]])
  })

  test('A version that was read before the server confirmed a later one is older', () => {
    const [before, confirmed] = [stored([draft('a', 4, { writer: 'telephone' })]), draft('a', 6)]
    expect(titles(sort([confirmed], before).open)).toEqual(['a6'])
    expect(sort([{ ...confirmed, isEnded: true, text: EMPTY_POST }], before)).toMatchObject({ open: [], ending: [{ id: 'a', follows: 4 }] })
    expect(sort([{ ...confirmed, isEnded: true }], stored([], [{ ...confirmed, publishedAs: null }]))).toMatchObject({
      ending: [],
      over: [{ sequence: 6 }],
    })
  })

  test('A text that a later form began with is over, although nobody has deleted it, and an unsaved version of it on the server, too', () => {
    const former = draft('a', 4, { follows: 0 })
    const later = draft('a', 6, { writer: 'reloaded', follows: 0, begun: [{ writer: former.writer, sequence: 4 }] })
    const reloaded = { open: [{ writer: 'reloaded' }], over: [former], forks: [] }
    expect(sort([former, later], stored([]))).toMatchObject(reloaded)
    // The last save of the former page arrived late.
    expect(sort([former, later], stored([draft('a', 3)]))).toMatchObject({ ...reloaded, open: [{ writer: 'reloaded', follows: 3 }] })
    const deletion = { ...later, isEnded: true }
    expect(sort([former, deletion], stored([draft('a', 4)]))).toMatchObject({ open: [], ending: [{ writer: 'reloaded' }], over: [former] })
    expect(sort([former, deletion], stored([], [{ ...deletion, publishedAs: null }]))).toMatchObject({ open: [], over: [deletion, former] })
    // What its form has typed since is text of its own.
    const since = { ...former, sequence: 5, text: text('typed since') }
    expect(titles(sort([since, deletion], stored([draft('a', 4)])).open)).toEqual(['typed since'])
  })

  test('The copies of a draft that another tab has open are left to that tab', () => {
    const typed = draft('a', 9, { follows: 4 })
    const live = new Set(['a'])
    expect(sort([typed], stored([draft('a', 12, { writer: 'telephone' })]), live)).toMatchObject({ over: [], forks: [], ending: [] })
    expect(sort([typed], stored([draft('a', 4)]), live).open).toMatchObject([{ sequence: 9, copies: [] }])
    expect(sort([{ ...typed, isEnded: true }], stored([]), live)).toMatchObject({ open: [], ending: [] })
  })
})
