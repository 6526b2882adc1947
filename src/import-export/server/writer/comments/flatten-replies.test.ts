import { expect, it } from 'vitest'
import { flattenReplies } from './import-comments.ts'

const flatten = (...pairs: [string, string | null][]) =>
  Object.fromEntries(flattenReplies(pairs.map(([id, parentId]) => ({ id, parentId }))))

it('Replies to a missing comment belong to the same conversation', () => {
  expect(flatten(['b', 'gone'], ['c', 'b'], ['d', 'gone'])).toEqual({ b: 'gone', c: 'gone', d: 'gone' })
})

it('One comment of a cycle becomes the top-level comment', () => {
  expect(flatten(['a', 'a'])).toEqual({})
  expect(flatten(['a', 'b'], ['b', 'a'], ['c', 'b'])).toEqual({ b: 'a', c: 'a' })
})

it('A chain of 20,000 replies is flattened at once', () => {
  const chain = Array.from({ length: 20_000 }, (_, index): [string, string | null] => [`${index}`, index === 0 ? null : `${index - 1}`])
  expect(new Set(Object.values(flatten(...chain.toReversed())))).toEqual(new Set(['0']))
})
