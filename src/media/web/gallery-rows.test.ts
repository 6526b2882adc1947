import { describe, expect, it } from 'vitest'
import { ratioOf, styleGallery } from './gallery-rows.ts'

const places = (ratios: readonly number[], name: 'p' | 'w') =>
  styleGallery(ratios).map((style) => {
    const [, share, gaps] = new RegExp(`--${name}:([\\d.]+);--${name}g:(\\d)`).exec(style) ?? []
    return { share: Number(share), gaps: Number(gaps) }
  })
const gaps = (count: number, name: 'p' | 'w') =>
  places(
    Array.from({ length: count }, () => 1),
    name,
  ).map((place) => place.gaps)

describe('styleGallery', () => {
  it('Rows hold two pictures on a phone and three on wide screens, the smaller rows first', () => {
    expect([gaps(2, 'p'), gaps(3, 'p'), gaps(5, 'p')]).toEqual([
      [1, 1],
      [0, 1, 1],
      [0, 1, 1, 1, 1],
    ])
    expect([gaps(2, 'w'), gaps(3, 'w'), gaps(4, 'w'), gaps(5, 'w'), gaps(7, 'w')]).toEqual([
      [1, 1],
      [2, 2, 2],
      [1, 1, 1, 1],
      [1, 1, 2, 2, 2],
      [1, 1, 1, 1, 2, 2, 2],
    ])
  })

  it('Pictures of a row are as high as each other and never wider than it', () => {
    const ratios = [4 / 3, 3 / 4, 4 / 3]
    const row = places(ratios, 'w')
    const heights = row.map(({ share }, index) => share / (ratios[index] ?? 1))
    for (const height of heights) expect(height).toBeCloseTo(heights[0] ?? 0, 3)
    expect(row.reduce((sum, { share }) => sum + share, 0)).toBeLessThanOrEqual(1)
  })

  it('A picture beside a much wider one is no stamp: each has a row of its own', () => {
    const shapes = [9 / 16, 16 / 9, 3 / 4, 3 / 2, 1, 4 / 3, 9 / 16, 9 / 16, 5 / 2]
    for (const [name, width, least] of [
      ['p', 328, 100],
      ['w', 672, 130],
    ] as const)
      for (const first of shapes)
        for (const second of shapes)
          for (const { share, gaps } of places([first, second, ...shapes], name))
            expect(share * (width - gaps * 8), `${first} ${second}`).toBeGreaterThan(least)
    expect(places([9 / 16, 16 / 9], 'p').map((place) => place.gaps)).toEqual([0, 0])
  })

  it('A tall picture that stands alone leaves room beside it', () => {
    const [alone] = places([1 / 2, 16 / 9], 'p')
    expect(alone?.share).toBeCloseTo(2 / 3, 2)
  })

  it('Five landscapes on a phone are one large picture and two rows', () =>
    expect(places([1.5, 1.5, 1.5, 1.5, 1.5], 'p').map((place) => place.gaps)).toEqual([0, 1, 1, 1, 1]))

  it('The ratio comes from the address, and defaults to that of a photo', () => {
    expect(ratioOf(`/files/AbCdEfGhIjKlMn-_/1763640000000-a_300x200_${'0'.repeat(36)}.png`)).toBe(1.5)
    expect(ratioOf('/files/a.jpg')).toBeCloseTo(4 / 3)
  })
})
