import { describe, expect, it } from 'vitest'
import { getSite } from '#site/contract/site.endpoints.ts'
import { getUser } from '#accounts/contract/users.endpoints.ts'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { signIn } from '#accounts/contract/auth.endpoints.ts'
import { ApiError } from './api-error.ts'
import { createApiClient, createInProcessApi } from './client.ts'
import type { InProcessInput } from '#platform/contract/rendered-page.ts'

interface Sent {
  readonly path: string
  readonly init: RequestInit
}

const apiResponding = (respond: () => Response | Promise<Response>) => {
  const sent: Sent[] = []
  const api = createApiClient(async (path, init) => {
    sent.push({ path, init })
    return respond()
  })
  return { api, sent }
}

describe('the api client', () => {
  it('takes method and path from the key and escapes parameters', async () => {
    const { api, sent } = apiResponding(() => Response.json({ _id: 'a/b' }))
    expect(await api(getUser, { params: { userId: 'a/b?c' } })).toEqual({ _id: 'a/b' })
    expect(sent[0]).toMatchObject({ path: '/api/user/a%2Fb%3Fc', init: { method: 'GET' } })
  })

  it('omits undefined query parameters', async () => {
    const { api, sent } = apiResponding(() => Response.json({ posts: [] }))
    await api(listPosts, { query: { searchTerm: 'a & b', category: undefined, limit: 3 } })
    expect(sent[0]?.path).toBe('/api/post/getposts?searchTerm=a+%26+b&limit=3')
  })

  it('sends a body as JSON', async () => {
    const { api, sent } = apiResponding(() => Response.json({}))
    await api(signIn, { body: { email: 'a@b.c', password: 'x' } })
    expect(sent[0]?.init).toMatchObject({ body: '{"email":"a@b.c","password":"x"}', headers: { 'content-type': 'application/json' } })
  })

  it('throws the server’s error with its code, message and retry time', async () => {
    const body = { success: false, statusCode: 429, message: 'Slow down.', code: 'rate_limited' }
    const { api } = apiResponding(() => Response.json(body, { status: 429, headers: { 'retry-after': '7' } }))
    await expect(api(getSite)).rejects.toMatchObject({
      status: 429,
      code: 'rate_limited',
      message: 'Slow down.',
      retryAfterSeconds: 7,
    })
  })

  it.each([200, 502])('reports that something went wrong for a non-JSON response with status %i', async (status) => {
    const { api } = apiResponding(() => new Response('<html>', { status }))
    await expect(api(getSite)).rejects.toEqual(new ApiError({ status, code: 'unknown', message: 'Something went wrong' }))
  })

  it('reports a missing connection in words, with status 0', async () => {
    const { api } = apiResponding(() => Promise.reject(new TypeError('Failed to fetch')))
    await expect(api(getSite)).rejects.toMatchObject({
      status: 0,
      code: 'network',
      message: 'The blog cannot be reached just now. Please check the connection and try again.',
    })
  })

  it('rethrows an abort unchanged', async () => {
    const abort = new DOMException('aborted', 'AbortError')
    const { api } = apiResponding(() => Promise.reject(abort))
    await expect(api(getSite, {}, { signal: AbortSignal.abort() })).rejects.toBe(abort)
  })
})

it('The in-process API passes on the key and the input, and returns the body', async () => {
  const asked: [string, InProcessInput][] = []
  const api = createInProcessApi(async (key, input) => {
    asked.push([key, input])
    return { ok: true, body: { posts: [] } }
  })
  expect(await api(listPosts, { query: { limit: 3 } })).toEqual({ posts: [] })
  await api(getSite)
  expect(asked).toEqual([
    ['GET /api/post/getposts', { query: { limit: 3 } }],
    ['GET /api/site', {}],
  ])
})

it('The in-process API throws the same error as the browser API', async () => {
  const error = { success: false, statusCode: 429, message: 'Slow down.', code: 'rate_limited' } as const
  const api = createInProcessApi(async () => ({ ok: false, error, retryAfterSeconds: 7 }))
  await expect(api(getSite)).rejects.toMatchObject({
    name: 'ApiError',
    status: 429,
    code: 'rate_limited',
    message: 'Slow down.',
    retryAfterSeconds: 7,
  })
})
