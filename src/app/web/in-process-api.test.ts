import { expect, it } from 'vitest'
import { getSite } from '#site/contract/site.endpoints.ts'
import { createInProcessApi } from './in-process-api.ts'

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
