import { expect, it } from 'vitest'
import { getSite } from '#site/contract/site.endpoints.ts'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import type { InProcessInput } from '#platform/contract/in-process-call.ts'
import { createInProcessApi } from './in-process-api.ts'

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
