import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getSite } from '#site/contract/site.endpoints.ts'
import { getTroubles } from '#operations/contract/stats.endpoints.ts'
import { AppError } from '#platform/contract/errors.ts'
import { type CallEndpoint, createCallEndpoint, type Handlers } from '#platform/http/call-endpoint.ts'
import { createInProcessCall } from './render-page.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statsRoutes } from '#operations/server/status/stats.routes.ts'
import { findSession } from '#accounts/server/sessions/sessions.store.ts'
import { CLOSED_OUTBOX } from '#platform/mail/outbox.ts'

let blog: TestApp
let callEndpoint: CallEndpoint

beforeAll(async () => {
  blog = await createTestApp({ engine: 'sqlite' })
  const handlers = {
    ...statsRoutes({ ...blog, now: () => blog.clock.now, outbox: CLOSED_OUTBOX, mailsPerDay: 500, freeBytes: blog.storage.freeBytes }),
    getSite: () => Promise.reject(new TypeError('a secret')),
  }
  callEndpoint = createCallEndpoint(
    { endpoints: { getTroubles, getSite }, handlers: handlers as Handlers<{ getTroubles: typeof getTroubles; getSite: typeof getSite }> },
    {
      authenticate: (token) => findSession(blog.db, token, blog.clock.now),
      renewSession: async () => undefined,
      write: (work) => blog.db.transaction().execute((trx) => work(trx, () => {})),
      now: () => blog.clock.now,
    },
  )
})
afterAll(() => blog.close())

const callAs = (sessionToken: string | undefined, seen: unknown[] = []) =>
  createInProcessCall({
    callEndpoint,
    caller: {
      sessionToken,
      findSession: async () => (sessionToken === undefined ? null : findSession(blog.db, sessionToken, blog.clock.now)),
      findRole: async () => 'visitor',
      findAudience: async () => 'public',
      isClosed: async () => false,
      isShutOut: async () => false,
      address: 'here',
      userAgent: '',
      readCookie: () => undefined,
      setSession: () => {},
      setCookie: () => {},
      canSetSession: false,
      addCacheTags: () => {},
      outside: (work) => work(),
    },
    toAppError: (error) => {
      seen.push(error)
      return error instanceof AppError ? error : new AppError('internal')
    },
  })

describe('an in-process call', () => {
  it('passes the same access checks as a call over HTTP', async () => {
    expect(await callAs(undefined)(getTroubles.key, {})).toMatchObject({ ok: false, error: { code: 'not_signed_in' } })
    expect(await callAs('made-up')(getTroubles.key, {})).toMatchObject({ ok: false, error: { code: 'not_signed_in' } })
  })

  it('hides the text of an unexpected error', async () => {
    const seen: unknown[] = []
    const result = await callAs(undefined, seen)(getSite.key, {})
    expect(result).toMatchObject({ ok: false, error: { code: 'internal' } })
    expect(JSON.stringify(result)).not.toContain('secret')
    expect(seen).toEqual([new TypeError('a secret')])
  })

  it.each(['POST /api/post/create', 'GET /api/none', 'toString'])('refuses %s, which is not a GET endpoint', async (key) => {
    expect(await callAs(undefined)(key, {})).toMatchObject({ ok: false, error: { code: 'internal' } })
  })
})
