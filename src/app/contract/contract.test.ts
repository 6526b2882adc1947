import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codePoint } from '#tests/support/code-point.ts'
import { commentContentField } from '#comments/contract/comment-fields.ts'
import { readingTimeMinutes } from '#posts/contract/reading-time.ts'
import { limitQuery, startIndexQuery, textQuery } from '#platform/contract/fields.ts'

describe('queries', () => {
  it('accept any value and clamp it to their range', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.anything()), (value) => {
        const [limit, start] = [limitQuery.parse(value), startIndexQuery.parse(value)]
        return (
          Number.isInteger(limit) &&
          limit >= 1 &&
          limit <= 100 &&
          Number.isInteger(start) &&
          start >= 0 &&
          start <= 1e9 &&
          textQuery.parse(value) !== null
        )
      }),
    )
  })

  it('keep an invalid id invalid instead of emptying it', () => {
    expect(textQuery.parse('\0')).toBe('\uFFFD')
    expect(textQuery.parse(7)).toBeUndefined()
  })
})

describe('the text of a comment', () => {
  it('is accepted when something visible remains, and is trimmed', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint, maxLength: 300 }), (typed) => {
        const cleaned = typed.replaceAll('\0', '').replaceAll('\r\n', '\n').toWellFormed().trim()
        const result = commentContentField.safeParse(typed)
        return result.success
          ? result.data === cleaned && cleaned.length >= 1
          : cleaned.replace(/[\s\p{Cc}\p{Cf}\u115F\u1160\u3164]/gu, '') === ''
      }),
      { numRuns: 500 },
    )
  })
})

it('A post of 1,500 characters is the first that takes two minutes to read', () => {
  expect([0, 1499, 1500, 10_499].map((length) => readingTimeMinutes('x'.repeat(length)))).toEqual([1, 1, 2, 10])
})
