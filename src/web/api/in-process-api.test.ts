import { expect, it } from 'vitest'
import type { InProcessInput } from '#contract/in-process-call.ts'
import { createInProcessApi } from './in-process-api.ts'

it('passes the key and the input on, and returns the body', async () => {
  const asked: [string, InProcessInput][] = []
  const api = createInProcessApi(async (key, input) => {
    asked.push([key, input])
    return { ok: true, body: { posts: [] } }
  })
  expect(await api('GET /api/post/getposts', { query: { limit: 3 } })).toEqual({ posts: [] })
  await api('GET /api/site')
  expect(asked).toEqual([
    ['GET /api/post/getposts', { query: { limit: 3 } }],
    ['GET /api/site', {}],
  ])
})

it('throws what a browser would throw for the same response', async () => {
  const error = { success: false, statusCode: 429, message: 'Slow down.', code: 'rate_limited' } as const
  const api = createInProcessApi(async () => ({ ok: false, error, retryAfterSeconds: 7 }))
  await expect(api('GET /api/site')).rejects.toMatchObject({
    name: 'ApiError',
    status: 429,
    code: 'rate_limited',
    message: 'Slow down.',
    retryAfterSeconds: 7,
  })
})
