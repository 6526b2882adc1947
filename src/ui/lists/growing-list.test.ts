import { describe, expect, test } from 'vitest'
import { beginList, reduceList } from './growing-list.tsx'

const page = (from: number, count: number) => Array.from({ length: count }, (_, index) => ({ _id: `i${from + index}` }))

describe('a growing list', () => {
  test('offers more only after exactly nine', () => {
    expect([0, 1, 8, 9, 10].map((count) => beginList(page(0, count)).hasMore)).toEqual([false, false, false, true, false])
  })

  test('grows by a page and stops offering more when fewer than nine came', () => {
    const first = page(0, 9)
    const grown = reduceList(beginList(first), { type: 'received', page: page(9, 9), firstPage: first })
    expect(grown.items).toHaveLength(18)
    expect(grown.hasMore).toBe(true)
    const done = reduceList(grown, { type: 'received', page: page(18, 8), firstPage: first })
    expect(done.items).toHaveLength(26)
    expect(done.hasMore).toBe(false)
  })

  test('shows no item twice when the list shifted between two calls', () => {
    const first = page(0, 9)
    const grown = reduceList(beginList(first), { type: 'received', page: page(8, 9), firstPage: first })
    expect(new Set(grown.items.map((item) => item._id)).size).toBe(grown.items.length)
  })

  test('drops a page of an earlier list', () => {
    const earlier = page(0, 9)
    const list = beginList(page(100, 9))
    expect(reduceList(list, { type: 'received', page: page(9, 9), firstPage: earlier })).toBe(list)
    expect(reduceList(list, { type: 'failed', firstPage: earlier })).toBe(list)
  })

  test('keeps its items when more could not be loaded', () => {
    const first = page(0, 9)
    const failed = reduceList(reduceList(beginList(first), { type: 'requested' }), { type: 'failed', firstPage: first })
    expect(failed).toMatchObject({ status: 'failed', hasMore: true })
    expect(failed.items).toHaveLength(9)
  })

  test('leaves a changed item where it is', () => {
    const first = page(0, 9).map((item) => ({ ...item, name: 'before' }))
    const list = reduceList(beginList(first), { type: 'changed', item: { _id: 'i3', name: 'after' } })
    expect(list.items.map(({ name }) => name)).toEqual(first.map(({ _id }) => (_id === 'i3' ? 'after' : 'before')))
  })

  test('starts the next page earlier when items have left the list, and always advances', () => {
    const first = page(0, 9)
    let list = beginList(first)
    for (let times = 0; times < 10; times += 1) list = reduceList(list, { type: 'moved' })
    expect(list).toMatchObject({ nextIndex: 0, hasMore: true })
    expect(reduceList(list, { type: 'received', page: first, firstPage: first })).toMatchObject({ nextIndex: 9, items: first })
  })
})
