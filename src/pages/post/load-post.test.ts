import { expect, test } from 'vitest'
import { chooseRecent } from './load-post.ts'

const posts = (...ids: string[]) => ids.map((_id) => ({ _id }))
const idsOf = (chosen: readonly { _id: string }[]) => chosen.map((post) => post._id).join('')

test('Recent articles are three other posts if there are three', () => {
  expect(idsOf(chooseRecent(posts('a', 'b', 'c', 'd'), 'b'))).toBe('acd')
  expect(idsOf(chooseRecent(posts('a', 'b', 'c', 'd'), 'z'))).toBe('abc')
})

test('The post that was just read is never among the recent articles', () => {
  expect(idsOf(chooseRecent(posts('a', 'b', 'c'), 'b'))).toBe('ac')
  expect(idsOf(chooseRecent(posts('b'), 'b'))).toBe('')
  expect(idsOf(chooseRecent([], 'b'))).toBe('')
})
