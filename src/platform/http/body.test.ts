import { beforeAll, describe, expect, it } from 'vitest'
import { BODY_MAX_BYTES, POST_BODY_MAX_BYTES } from '#platform/contract/limits.ts'
import { useTestApp } from '#tests/support/engines.ts'
import type { TestUser } from '#tests/support/test-app.ts'
import { readBytes } from './body.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

describe('A body', () => {
  const blog = useTestApp('sqlite')
  const send = async (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = JSON_TYPE) => {
    const response = await blog().visitor().send('/api/auth/signin', { method: 'POST', body, headers })
    const { message, code } = (await response.json()) as { message: string; code: string }
    return { status: response.status, message, code }
  }
  const invalid = { status: 400, code: 'bad_request', message: 'The body is not valid JSON.' }
  const notAnObject = { status: 400, code: 'bad_request', message: 'The body must be a JSON object.' }
  const notJson = { status: 400, code: 'bad_request', message: 'The body must be sent as application/json.' }

  it.each(['{', '{"email":}', 'email=a', '<xml/>', '{"a":1}{', "{'a':1}", ' ', 'NaN', '\u0000', '{"a":"\u0001"}'])(
    'that is no JSON is refused: %j',
    async (body) => {
      expect(await send(body)).toEqual(invalid)
    },
  )

  it.each(['[]', '[{"email":"a"}]', '"text"', '5', 'null', 'true'])('that is no object is refused: %s', async (body) => {
    expect(await send(body)).toEqual(notAnObject)
  })

  it.each<Record<string, string>>([
    {},
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/x-www-form-urlencoded' },
    { 'content-type': 'multipart/form-data' },
    { 'content-type': 'text/plain; application/json' },
  ])('sent as %j is refused', async (headers) => {
    expect(await send('{"email":"a@b.org","password":"x"}', headers)).toEqual(notJson)
  })

  it.each(['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/json;charset=UTF-8'])('sent as %s is read', async (type) => {
    expect(await send('{"email":"a@b.org","password":"x"}', { 'content-type': type })).toMatchObject({ status: 401 })
  })
})

describe('The largest body', () => {
  const blog = useTestApp('sqlite')
  let admin: TestUser
  beforeAll(async () => {
    admin = await blog().makeAdmin()
  })
  /** JSON of exactly so many bytes. */
  const bodyOf = (fields: { title: string }, bytes: number) => {
    const rest = JSON.stringify({ ...fields, content: '' }).length
    return JSON.stringify({ ...fields, content: 'x'.repeat(bytes - rest) })
  }
  const send = (path: string, body: string, method = 'POST') => admin.send(path, { method, body, headers: JSON_TYPE })

  it('of a call is 100 KB', async () => {
    const large = await send('/api/comment/create', bodyOf({ title: '' }, BODY_MAX_BYTES + 1))
    expect(large.status).toBe(413)
    expect(await large.json()).toEqual({
      success: false,
      statusCode: 413,
      code: 'too_large',
      message: 'This is too large to send: at most 100 KB.',
    })
    expect((await send('/api/comment/create', bodyOf({ title: '' }, BODY_MAX_BYTES))).status).toBe(400)
    expect((await send('/api/auth/signin', bodyOf({ title: '' }, BODY_MAX_BYTES + 1))).status).toBe(413)
  })

  it('of a post is 1 MB', async () => {
    const created = await send('/api/post/create', bodyOf({ title: 'Large' }, POST_BODY_MAX_BYTES))
    expect(created.status).toBe(201)
    const { _id: id } = (await created.json()) as { _id: string }
    const path = `/api/post/updatepost/${id}/${admin.id}`
    expect((await send(path, bodyOf({ title: 'Large' }, POST_BODY_MAX_BYTES), 'PUT')).status).toBe(200)
    for (const [target, method] of [
      ['/api/post/create', 'POST'],
      [path, 'PUT'],
    ] as const) {
      const refused = await send(target, bodyOf({ title: 'Larger' }, POST_BODY_MAX_BYTES + 1), method)
      expect(refused.status).toBe(413)
      expect(await refused.json()).toMatchObject({ message: 'This is too large to send: at most 1 MB.' })
    }
  })

  it('is not read for clients that may not write at all', async () => {
    const user = await blog().makeUser()
    const body = bodyOf({ title: 'Large' }, POST_BODY_MAX_BYTES + 1)
    expect((await blog().visitor().send('/api/post/create', { method: 'POST', body, headers: JSON_TYPE })).status).toBe(401)
    expect((await user.send('/api/post/create', { method: 'POST', body, headers: JSON_TYPE })).status).toBe(403)
  })
})

describe('readBytes', () => {
  it('stops reading a body that is too long, whatever its Content-Length', async () => {
    let given = 0
    const endless = new ReadableStream({
      pull(controller) {
        given += 1
        controller.enqueue(new Uint8Array(1000))
      },
    })
    const request = new Request('http://a.example', { method: 'POST', body: endless, duplex: 'half' } as RequestInit)
    await expect(readBytes(request, 10_000)).rejects.toMatchObject({ code: 'too_large' })
    expect(given).toBeLessThan(20)
  })
})
