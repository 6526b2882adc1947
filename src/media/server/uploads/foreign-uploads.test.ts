import { beforeAll, describe, expect, it } from 'vitest'
import { useTestApp } from '#tests/support/engines.ts'
import type { TestUser } from '#tests/support/test-app.ts'
import { tusClient } from '#tests/support/media/tus.ts'

const BYTES = Buffer.from('0123456789')
const METHODS = {
  HEAD: {},
  PATCH: { headers: { 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': '0' }, body: new Uint8Array(BYTES) },
  DELETE: {},
} as const

describe('Uploads of another user', () => {
  const blog = useTestApp('sqlite')
  let owner: TestUser
  let thief: TestUser
  /** Addresses of uploads of the two users. */
  let foreign: string
  let own: string
  beforeAll(async () => {
    owner = await blog().makeUser()
    thief = await blog().makeUser()
    foreign = (await tusClient(owner).create({ kind: 'profile', size: 1000 })).url
    own = (await tusClient(thief).create({ kind: 'profile', size: 1000 })).url
  })
  const idOf = (url: string) => url.split('/').at(-1) ?? ''

  /** Addresses that name the thief's own upload first, and the foreign one last. */
  const DISGUISES: readonly [string, () => string, number][] = [
    ['a query that ends like a path', () => `${own}?a=/${idOf(foreign)}`, 400],
    ['a query with an encoded slash', () => `${own}?a=%2F${idOf(foreign)}`, 400],
    ['an empty query', () => `${own}?`, 400],
    ['an encoded slash', () => `${own}%2F${idOf(foreign)}`, 404],
    ['an encoded question mark', () => `${own}%3Fa=/${idOf(foreign)}`, 404],
    ['a second segment', () => `${own}/${idOf(foreign)}`, 404],
    ['a segment of dots', () => `${own}/../${idOf(foreign)}`, 404],
    ['an encoded backslash', () => `${own}%5C${idOf(foreign)}`, 404],
    ['an encoded zero byte', () => `${own}%00/${idOf(foreign)}`, 404],
    ['a broken encoding', () => `${own}%/${idOf(foreign)}`, 404],
  ]

  it.each(DISGUISES)('A user cannot read, change or delete another user’s upload through %s', async (_name, address, status) => {
    for (const [method, init] of Object.entries(METHODS)) {
      const headers = { 'Tus-Resumable': '1.0.0', ...('headers' in init ? init.headers : {}) }
      const response = await thief.send(address(), { ...init, method, headers })
      expect([method, response.status]).toEqual([method, status])
    }
    const { status: stillThere, headers } = await tusClient(owner).head(foreign)
    expect([stillThere, headers.get('upload-offset')]).toEqual([200, '0'])
  })

  it('A fragment with another user’s upload is ignored', async () => {
    const response = await thief.send(`${own}#/${idOf(foreign)}`, {
      method: 'PATCH',
      headers: { 'Tus-Resumable': '1.0.0', ...METHODS.PATCH.headers },
      body: METHODS.PATCH.body,
    })
    expect(response.status).toBe(204)
    expect((await tusClient(thief).head(own)).headers.get('upload-offset')).toBe(String(BYTES.byteLength))
    expect((await tusClient(owner).head(foreign)).headers.get('upload-offset')).toBe('0')
  })

  it('An upload ends with the role that it was begun with', async () => {
    const admin = await blog().makeAdmin()
    const tus = tusClient(admin)
    const { url } = await tus.create({ size: 10 })
    await blog().edit((trx) => trx.updateTable('users').set({ is_admin: 0 }).where('id', '=', admin.id).execute())
    expect((await tus.patch(url, 0, new Uint8Array(10))).status).toBe(403)
  })

  it('Creating an upload and reading its result also reject a query', async () => {
    const headers = { 'Tus-Resumable': '1.0.0', 'Upload-Length': '9' }
    expect((await thief.send('/files?a=b', { method: 'POST', headers })).status).toBe(400)
    expect((await thief.send(`${own}?a=b`, {})).status).toBe(400)
  })
})
