import { describe, expect, it } from 'vitest'
import { describeScores } from './lighthouse.ts'

const run = (performance: number | null) => ({ performance, accessibility: 100, 'best-practices': 100, seo: 100 })

describe('describeScores', () => {
  it.each([
    [[96, 97, 91], '96 (91–97)'],
    [[99, 99, 99], '99'],
    [[99, null, 97], '97 (97–99), 1 of 3 without a score'],
    [[null, null, null], '3 of 3 without a score'],
    [[0, 0, 0], '0'],
  ])('formats the scores %j as %s', (scores, text) => {
    expect(describeScores(scores.map(run), 'performance')).toBe(text)
  })
})
