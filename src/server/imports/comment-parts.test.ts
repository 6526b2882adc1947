import fc from 'fast-check'
import { expect, it } from 'vitest'
import { COMMENT_MAX_LENGTH } from '#contract/limits.ts'
import { codePoint } from '#tests/support/code-point.ts'
import { commentText, guestName, splitComment } from './comment-parts.ts'

const comment = (text: string, parentId: string | null = null) => ({
  id: '1',
  ownId: null,
  name: null,
  text,
  createdAt: 1000,
  updatedAt: 1000,
  pending: false,
  parentId,
})

it('a comment of any length keeps every word, in an order that can be read from the top', () => {
  const pieces = fc.array(fc.string({ unit: codePoint, maxLength: 400 }), { maxLength: 12 })
  fc.assert(
    fc.property(pieces, (words) => {
      const text = words.join(' ')
      const parts = splitComment(comment(text)) ?? []
      for (const { content } of parts) {
        expect(content.length).toBeLessThanOrEqual(COMMENT_MAX_LENGTH)
        expect(content.isWellFormed()).toBe(true)
      }
      expect(parts.map(({ createdAt }) => createdAt)).toEqual(parts.map((_, index) => 1000 + parts.length - 1 - index))
      const read = parts.map(({ content }) => (parts.length > 1 ? content.replace(/^\(\d+\/\d+\) /, '') : content)).join('')
      expect(read.replace(/\s/gu, '')).toBe(commentText(text).replace(/\s/gu, ''))
    }),
  )
})

it('the parts of a reply follow each other in time', () => {
  const parts = splitComment(comment('word '.repeat(1500), 'parent')) ?? []
  expect(parts.map(({ createdAt }) => createdAt)).toEqual([1000, 1001])
})

it('a book is no comment', () => {
  expect(splitComment(comment('word '.repeat(20_000)))).toBeNull()
})

it('names are one line, without the sign of an account, and never an email', () => {
  expect([' @mara ', 'Grandma\n Ruth\u202E', 'ruth@example.org', 'Ruth <ruth@example.org>', '@', '', null].map(guestName)).toEqual(['mara', 'Grandma Ruth', null, null, null, null, null]) // prettier-ignore
})
