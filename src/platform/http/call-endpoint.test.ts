import { POST_RATE_LIMITS } from '#posts/contract/post-limits.ts'
import { expect, it } from 'vitest'
import { verifyEmail } from '#accounts/contract/auth.endpoints.ts'
import { likeComment } from '#comments/contract/comments.endpoints.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { AppError } from '#platform/contract/errors.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { type Call, createCallEndpoint, type Handlers } from './call-endpoint.ts'

const SESSION = {
  id: 's',
  signedInAt: 0,
  confirmedAt: 0,
  freshUntil: 0,
  isRenewalDue: false,
  viewer: { id: 'viewer-1', isAdmin: false, isFamily: false },
}

onEachEngine('the limit that an endpoint declares', (engine) => {
  const blog = useTestApp(engine)

  /** Calls one endpoint with a handler of this test, as the user `viewer-1`. */
  function call<E extends Endpoint>(endpoint: E, handler: (call: Call<E>) => Promise<unknown>, body: object = {}) {
    const handlers = { endpoint: handler } as unknown as Handlers<{ endpoint: E }>
    const callEndpoint = createCallEndpoint(
      { endpoints: { endpoint }, handlers },
      {
        authenticate: async () => SESSION,
        requireRecentSignIn: () => {},
        renewSession: async () => undefined,
        write: (work) =>
          blog()
            .db.transaction()
            .execute((trx) => work(trx, () => {})),
        now: () => blog().clock.now,
      },
    )
    const client = {
      findSession: async () => SESSION,
      findRole: async () => 'reader' as const,
      findAudience: async () => 'public' as const,
    }
    const blogState = { isBlogClosed: async () => false }
    const caller = { ...client, ...blogState, sessionToken: 'token', address: '192.0.2.7', userAgent: '', readCookie: () => undefined }
    const raw = { params: {}, query: {}, readBody: () => Promise.resolve(body) }
    return callEndpoint(endpoint, raw, {
      ...caller,
      setSession: () => {},
      setCookie: () => {},
      canSetSession: true,
      addCacheTags: () => {},
      outside: (work) => work(),
    })
  }

  const counts = async () => {
    const rows = await blog().db.selectFrom('rate_limits').select(['key', 'count']).orderBy('key').execute()
    await blog().db.deleteFrom('rate_limits').execute()
    return Object.fromEntries(rows.map((row) => [row.key, row.count]))
  }

  it('is counted once a call, for the user who is signed in', async () => {
    await call(likeComment, async ({ write }) => {
      await write(async () => 'first')
      return write(async () => 'second')
    })
    expect(await counts()).toEqual({ 'like/user:viewer-1': 1 })
  })

  it('is counted in the transaction: work that fails counts nothing', async () => {
    const failing = call(likeComment, ({ write }) => write(() => Promise.reject(new AppError('not_found'))))
    await expect(failing).rejects.toMatchObject({ code: 'not_found' })
    expect(await counts()).toEqual({})
  })

  it('is counted before the work where failures count', async () => {
    const failing = call(verifyEmail, () => Promise.reject(new AppError('bad_request')), { token: 'A'.repeat(43) })
    await expect(failing).rejects.toMatchObject({ code: 'bad_request' })
    expect(await counts()).toEqual({ 'link/address:192.0.2.7': 1 })
  })

  it('refuses the call before its work when it is reached', async () => {
    let works = 0
    const like = () =>
      call(likeComment, ({ write }) =>
        write(async () => {
          works += 1
          return 'liked'
        }),
      )
    for (let use = 0; use < POST_RATE_LIMITS.likesPerUser.max; use += 1) await like()
    await expect(like()).rejects.toMatchObject({ code: 'rate_limited' })
    expect(works).toBe(POST_RATE_LIMITS.likesPerUser.max)
    await counts()
  })

  it('is counted also where a handler writes nothing', async () => {
    const like = () => call(likeComment, async () => 'nothing written')
    for (let use = 0; use < POST_RATE_LIMITS.likesPerUser.max; use += 1) expect(await like()).toBe('nothing written')
    await expect(like()).rejects.toMatchObject({ code: 'rate_limited' })
    await counts()
  })
})
