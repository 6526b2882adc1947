import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '#tests/support/engines.ts'
import { chooseEncoding } from './compress.ts'

describe('chooseEncoding', () => {
  it.each([
    [null, undefined],
    ['identity', undefined],
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0, br;q=0', 'gzip'],
    ['br; q=0.001', 'br'],
  ])('of %j is %s', (header, expected) => {
    expect(chooseEncoding(header)).toBe(expected)
  })
})

describe('responses of the app', () => {
  const blog = useTestApp('sqlite')
  const get = (path: string, encoding?: string) =>
    blog()
      .visitor()
      .send(path, encoding === undefined ? {} : { headers: { 'accept-encoding': encoding } })

  it('are compressed in the encoding that the client accepts', async () => {
    await blog().makePost({ content: `<p>${'long text '.repeat(500)}</p>` })
    const plain = await get('/api/post/getposts')
    const text = await plain.text()
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(plain.headers.get('vary')).toBe('Accept-Encoding, Cookie')
    const br = await get('/api/post/getposts', 'gzip, br')
    expect(br.headers.get('content-encoding')).toBe('br')
    expect(brotliDecompressSync(await br.arrayBuffer()).toString()).toBe(text)
    const gzip = await get('/api/post/getposts', 'gzip')
    expect(gzip.headers.get('content-encoding')).toBe('gzip')
    const packed = await gzip.arrayBuffer()
    expect(gunzipSync(packed).toString()).toBe(text)
    expect(packed.byteLength).toBeLessThan(text.length / 4)
  })
})
