import { expect, it } from 'vitest'
import { LIST_MAX_LENGTH } from '#platform/contract/limits.ts'
import { readBounded } from './read-bounded.ts'

async function readAll(lengths: readonly number[], limit: number) {
  const ranges: number[] = []
  const { rows, isCut } = await readBounded({
    range: { startIndex: 0, limit },
    pageSize: 9,
    lengthOf: (row: { length: number }) => row.length,
    read: async (range) => {
      ranges.push(range.limit)
      return lengths.slice(range.startIndex, range.startIndex + range.limit).map((length) => ({ length }))
    },
  })
  return { count: rows.length, isCut, ranges }
}

it('Short rows are read in two steps', async () => {
  expect(
    await readAll(
      Array.from({ length: 200 }, () => 100),
      100,
    ),
  ).toEqual({ count: 100, isCut: false, ranges: [9, 91] })
})

it('Long rows end before the limit, and never before a page', async () => {
  expect(
    await readAll(
      Array.from({ length: 200 }, () => LIST_MAX_LENGTH / 20),
      100,
    ),
  ).toEqual({ count: 20, isCut: true, ranges: [9, 11, 1] })
  expect(
    await readAll(
      Array.from({ length: 200 }, () => LIST_MAX_LENGTH),
      100,
    ),
  ).toEqual({ count: 9, isCut: true, ranges: [9, 1] })
})

it('A list that ends early is not cut', async () => {
  expect(await readAll([5, 5, 5], 100)).toEqual({ count: 3, isCut: false, ranges: [9] })
})
