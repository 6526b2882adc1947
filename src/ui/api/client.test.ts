import { describe, expect, it } from 'vitest'
import { getSite } from '#site/contract/site.endpoints.ts'
import { ApiError } from './api-error.ts'
import { createApiClient } from './client.ts'

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
