import { describe, expect, it } from 'vitest'
import { DRAWN_COVERS, drawnCoverAddress } from '#media/contract/drawn-cover.ts'
import { drawnAvatarUrl, drawnCoverUrl } from '#media/server/picture-addresses.ts'
import { readXml } from '#tests/support/feeds/read-xml.ts'
import { useTestApp } from '#tests/support/engines.ts'

describe('Drawings', () => {
  const blog = useTestApp('sqlite')
  const get = (path: string) => blog().visitor().send(path, {})
  const ids = Array.from({ length: 300 }, (_, id) => `${id}`)

  it('Posts get every drawing, and each the same one for good', async () => {
    const given = ids.map((id) => drawnCoverUrl({ id }))
    expect(new Set(given)).toEqual(new Set(DRAWN_COVERS.map(drawnCoverAddress)))
    expect(ids.map((id) => drawnCoverUrl({ id }))).toEqual(given)
  })

  it.each(DRAWN_COVERS)('The drawing of %s has its own ground alone, and the colours of a page within', async (name) => {
    const response = await get(drawnCoverAddress(name))
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8'])
    const svg = await response.text()
    expect(readXml(svg)).toBeTruthy()
    const picture = svg.slice(svg.indexOf('<svg id="picture"'))
    expect(picture).toContain('fill="currentColor">')
    expect(picture.match(/(?:fill|stroke)="(?!none|currentColor|var\(--(?:glow|lit),#fff\))[^"]*"/g)).toBeNull()
    expect(svg.length).toBeLessThan(1700)
  })

  it('Drawings are SVG and may be cached forever', async () => {
    const response = await get('/drawings/avatar/m-3.svg')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(await response.text()).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" .*>M<\/text><\/svg>$/)
  })

  it('The avatar of a user depends only on id and first letter', async () => {
    expect(drawnAvatarUrl({ id: 'a', username: 'mara' })).toBe(drawnAvatarUrl({ id: 'a', username: 'mo' }))
    const given = new Set(ids.map((id) => drawnAvatarUrl({ id, username: '0a9z'.slice(Number(id) % 4) })))
    expect(given.size).toBe(4 * 8)
    for (const address of given) expect((await get(address)).status, address).toBe(200)
  })

  it.each([
    'avatar/m-8.svg',
    'avatar/M-1.svg',
    'avatar/%3C-1.svg',
    'avatar/m-1.png',
    'cover/life-0.svg',
    'cover/..%2Fcovers%2Fhills.svg',
    'cover/toString',
  ])('An invalid address is 404: %s', async (name) => {
    expect((await get(`/drawings/${name}`)).status).toBe(404)
  })
})
