import { describe, expect, it } from 'vitest'
import { CATEGORIES } from '#platform/contract/categories.ts'
import { COVER_VARIANTS, drawnAvatarUrl, drawnCoverUrl } from '#media/server/picture-addresses.ts'
import { useTestApp } from '#tests/support/engines.ts'
import { drawnCoverAddress } from '#media/contract/drawn-cover.ts'
import { drawCover, drawCoverAt } from './draw-cover.ts'

describe('Drawings', () => {
  const blog = useTestApp('sqlite')
  const get = (path: string) => blog().visitor().send(path, {})

  it('Every address that users and posts get has a drawing', async () => {
    for (let number = 0; number < 60; number += 1) {
      const category = CATEGORIES[number % CATEGORIES.length] ?? 'life'
      const cover = await get(drawnCoverUrl({ id: `post ${number}`, category }))
      expect(cover.status).toBe(200)
      const avatar = await get(drawnAvatarUrl({ id: `user ${number}`, username: '0a9z'.slice(number % 4) }))
      expect(avatar.status).toBe(200)
    }
  })

  it('Drawings are SVG and may be cached forever', async () => {
    const response = await get('/drawings/avatar/m-3.svg')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(await response.text()).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" .*>M<\/text><\/svg>$/)
  })

  it('A drawn cover has a ground of its own, or none, for the page to colour; all of both differ', () => {
    const covers = (['warm', 'calm', 'sand', 'clear'] as const).flatMap((tone) =>
      Array.from({ length: COVER_VARIANTS }, (_, variant) => drawCoverAt(drawnCoverAddress(tone, variant)) ?? ''),
    )
    expect(new Set(covers).size).toBe(4 * COVER_VARIANTS)
    for (const cover of covers) expect(cover).not.toMatch(/NaN|undefined|Infinity/)
    const [solid, clear] = [covers[0] ?? '', covers[3 * COVER_VARIANTS] ?? '']
    expect(solid).toContain('<rect x="0" y="0" width="1200" height="750" fill="#fff"/>')
    expect(solid.endsWith(clear.slice(clear.indexOf('>') + 1))).toBe(true)
  })

  it('The family has its own accent on a social card', () => {
    expect(drawCoverAt(drawnCoverAddress('warm', 3), '#2a6190')).toContain('fill="#2a6190"')
    expect(drawCoverAt(drawnCoverAddress('calm', 3), '#2a6190')).not.toContain('#2a6190')
  })

  it('Addresses from before covers were quiet still have their drawing', async () => {
    expect((await get('/drawings/cover/life-3.svg')).status).toBe(200)
  })

  it('The drawing of an address is always the same and differs from all others', () => {
    const covers = CATEGORIES.flatMap((category) =>
      Array.from({ length: COVER_VARIANTS }, (_, variant) => drawCover({ category, variant })),
    )
    expect(new Set(covers).size).toBe(covers.length)
    expect(drawCover({ category: 'life', variant: 3 })).toBe(drawCover({ category: 'life', variant: 3 }))
    for (const cover of covers) expect(cover).not.toMatch(/NaN|undefined|Infinity/)
  })

  it('The avatar of a user depends only on id and first letter', () => {
    expect(drawnAvatarUrl({ id: 'a', username: 'mara' })).toBe(drawnAvatarUrl({ id: 'a', username: 'mo' }))
    const colours = new Set(Array.from({ length: 200 }, (_, id) => drawnAvatarUrl({ id: `${id}`, username: 'x' })))
    expect(colours.size).toBe(8)
  })

  it.each([
    'avatar/m-8.svg',
    'avatar/m-9.svg',
    'avatar/M-1.svg',
    'avatar/mm-1.svg',
    'avatar/%3C-1.svg',
    'avatar/m-1.png',
    'avatar/',
    'cover/life-96.svg',
    'cover/life-99.svg',
    'cover/sports-1.svg',
    'cover/quiet-warm-96.svg',
    'cover/quiet-life-1.svg',
    'cover/quiet-clear-1.svg%0a',
    'cover/life-100.svg',
    'cover/__proto__-1.svg',
    'cover/constructor-1.svg',
    'cover/life-1.svg%0a',
    'x',
  ])('An invalid address is 404: %s', async (name) => {
    expect((await get(`/drawings/${name}`)).status).toBe(404)
  })
})
