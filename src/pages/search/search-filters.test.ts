import { describe, expect, test } from 'vitest'
import { readSearchFilters, searchHref, toPostsQuery } from './search-filters.ts'

const read = (query: string) => readSearchFilters(new URLSearchParams(query))

describe('readSearchFilters', () => {
  test('defaults to the newest of all categories', () => {
    expect(read('')).toEqual({ searchTerm: '', sort: 'desc', category: 'uncategorized', startIndex: 0, shown: 9 })
  })

  test("reads the header's search as the search term", () => {
    expect(read('search=pump').searchTerm).toBe('pump')
    expect(read('searchTerm=tube&search=pump').searchTerm).toBe('tube')
  })

  test('falls back to the defaults for values that are not on offer', () => {
    expect(read('sort=sideways&category=Cars!&startIndex=-3')).toEqual(read(''))
    expect(read('startIndex=nine').startIndex).toBe(0)
  })
})

describe('toPostsQuery', () => {
  test('asks for no category when all are wanted', () => {
    expect(toPostsQuery(read('category=uncategorized&searchTerm=%20'))).toEqual({ pinned: 'first', sort: 'desc' })
  })

  test('asks for pinned posts first only on the pages of the unfiltered list, newest first', () => {
    const pinned = ['', 'startIndex=9', 'sort=asc', 'category=life', 'search=pump'].map((query) => toPostsQuery(read(query)).pinned)
    expect(pinned).toEqual(['first', 'first', undefined, undefined, undefined])
  })

  test('sends the filters', () => {
    expect(toPostsQuery(read('category=life&searchTerm=pump&sort=asc&startIndex=9'))).toEqual({
      category: 'life',
      searchTerm: 'pump',
      sort: 'asc',
      startIndex: 9,
    })
  })
})

test('The URL contains the number of posts shown, at most a hundred', () => {
  expect(toPostsQuery(read('shown=27'))).toEqual({ pinned: 'first', sort: 'desc', limit: 27 })
  expect(searchHref(read('shown=27'))).toContain('shown=27')
  expect(['3', '-1', 'many', '1000'].map((shown) => read(`shown=${shown}`).shown)).toEqual([9, 9, 9, 100])
})

test('A URL that is read back gives the same filters', () => {
  const filters = read('category=health&searchTerm=a+%26+b&sort=asc&startIndex=18')
  expect(readSearchFilters(new URL(searchHref(filters), 'http://x').searchParams)).toEqual(filters)
})
