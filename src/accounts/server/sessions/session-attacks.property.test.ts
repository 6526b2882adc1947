import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deleteUser, disableUser, updateUser } from '#accounts/contract/users.endpoints.ts'
import { endSession, listSessions } from '#accounts/contract/auth.endpoints.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/contract/limits.ts'
import { SESSION_IDLE_MS, TOKEN_GRACE_MS } from '#accounts/contract/account-limits.ts'
import { type CachedApi, startCachedApi } from '#tests/support/blog/cached-api.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { TEST_PASSWORD, TEST_TIME, type TestUser } from '#tests/support/test-app.ts'
import { blogAt, createClient, type TestClient } from '#tests/support/test-client.ts'

/**
 * Simulates a browser with five tabs, two processes, lost responses, a clock that jumps, and a thief with old tokens, in any
 * order. The owner is never signed out, and replaced tokens are refused. At the end the session is ended in one of the
 * possible ways, and all its tokens are refused in every process.
 */

const SESSION = '/api/auth/session'
const RUNS = 12
const LONGEST_MS = 300 * DAY_MS

type Step =
  | { readonly type: 'use'; readonly tabs: number; readonly lost: boolean; readonly path: 'use' | 'renew'; readonly processes: number }
  | { readonly type: 'wait'; readonly ms: number }
  /** The clock is wrong for one use, then right again. */
  | { readonly type: 'jump'; readonly ms: number }
  | { readonly type: 'steal' }
  | { readonly type: 'attack' }

const ENDS = ['password elsewhere', 'signed out elsewhere', 'signed out here', 'disabled', 'deleted', 'unused'] as const
type End = (typeof ENDS)[number]

const use = fc.record({
  type: fc.constant('use' as const),
  tabs: fc.integer({ min: 1, max: 5 }),
  lost: fc.boolean(),
  path: fc.constantFrom('use' as const, 'use' as const, 'renew' as const),
  processes: fc.integer({ min: 0, max: 31 }),
})
const wait = fc.record({
  type: fc.constant('wait' as const),
  ms: fc.constantFrom(1000, TOKEN_GRACE_MS, 10 * MINUTE_MS, HOUR_MS, 2 * DAY_MS, 40 * DAY_MS),
})
const jump = fc.record({
  type: fc.constant('jump' as const),
  ms: fc.constantFrom(-10_000 * DAY_MS, -70 * DAY_MS, -HOUR_MS, -MINUTE_MS, MINUTE_MS, HOUR_MS, 20 * DAY_MS),
})
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: use },
  { weight: 3, arbitrary: wait },
  { weight: 1, arbitrary: jump },
  { weight: 2, arbitrary: fc.constant({ type: 'steal' } as const) },
  { weight: 2, arbitrary: fc.constant({ type: 'attack' } as const) },
)
const story = fc.record({ steps: fc.array(step, { minLength: 4, maxLength: 25 }), end: fc.constantFrom(...ENDS) })

onEachEngine('A session under attack and bad luck', (engine) => {
  const blog = useTestApp(engine)
  let other: CachedApi
  beforeAll(async () => {
    other = await startCachedApi(engine, blog())
  })
  afterAll(() => other.close())

  /** A client of one of the two processes. */
  const at = (process: number, cookie: string | undefined): TestClient =>
    process === 0 ? Object.assign(blog().visitor(), { cookie }) : createClient(blogAt(other.url), cookie)
  const statusOf = async (cookie: string, process: number) => (await at(process, cookie).get(SESSION)).status

  const live = async (owner: TestUser, steps: readonly Step[]) => {
    let cookie = String(owner.cookie)
    const stolen: string[] = []
    const all = new Set([cookie])

    const useTabs = async ({ tabs, lost, path, processes }: Extract<Step, { type: 'use' }>) => {
      const opened = Array.from({ length: tabs }, (_, tab) => at((processes >> tab) & 1, cookie))
      const responses = await Promise.all(opened.map((tab) => (path === 'renew' ? tab.post('/api/auth/renew') : tab.get(SESSION))))
      expect(responses.map(({ status }) => status)).toEqual(Array<number>(tabs).fill(200))
      const given = opened.map((tab) => String(tab.cookie)).filter((token) => token !== cookie)
      expect(new Set(given).size).toBeLessThanOrEqual(1)
      for (const token of given) all.add(token)
      if (!lost) cookie = given[0] ?? cookie
    }
    const useOnce = () => useTabs({ type: 'use', tabs: 1, lost: false, path: 'use', processes: 0 })
    /** Uses the session until every token but the current one is invalid. */
    const moveOn = async () => {
      blog().clock.advance(HOUR_MS)
      // The token of a lost response may already be due for renewal; its successor is fresh and is then used.
      for (let count = 0; count < 3; count += 1) await useOnce()
      const isLeft = () =>
        blog()
          .db.selectFrom('sessions')
          .select('id')
          .where('user_id', '=', owner.id)
          .where('previous_ends_at', 'is', null)
          .executeTakeFirst()
      await expect.poll(isLeft).toBeUndefined()
      blog().clock.advance(TOKEN_GRACE_MS)
    }

    const lastUse = async () => {
      const sessions = await blog().db.selectFrom('sessions').select('last_seen_at').where('user_id', '=', owner.id).execute()
      return Math.max(...sessions.map((row) => row.last_seen_at))
    }
    const wait = async (ms: number) => {
      // A session lasts for a year.
      if (blog().clock.now + ms > TEST_TIME + LONGEST_MS) return
      blog().clock.advance(ms)
      // A reader who comes back after forty days is still signed in.
      if (ms > DAY_MS) await useOnce()
      // It is recorded after the response; a clock that was ahead has recorded a later one.
      if (ms > DAY_MS) await expect.poll(lastUse).toBeGreaterThanOrEqual(blog().clock.now)
    }

    for (const one of steps) {
      if (one.type === 'use') await useTabs(one)
      if (one.type === 'wait') await wait(one.ms)
      if (one.type === 'steal') stolen.push(cookie)
      if (one.type === 'jump') {
        blog().clock.advance(one.ms)
        await useOnce()
        blog().clock.advance(-one.ms)
        await useOnce()
      }
      if (one.type === 'attack') {
        await moveOn()
        const old = stolen.filter((token) => token !== cookie)
        const statuses = await Promise.all(old.map((token, index) => statusOf(token, index % 2)))
        expect(statuses).toEqual(old.map(() => 401))
        await useOnce()
      }
    }
    return { cookie, all: [...all] }
  }

  const finish = async (end: End, owner: TestUser, cookie: string) => {
    const [elsewhere, admin] = [await blog().signIn({ email: owner.email }), await blog().makeAdmin()]
    const userId = owner.id
    const { sessions } = await at(1, cookie).call(listSessions)
    const sessionId = sessions.find(({ current }) => current)?._id ?? ''
    const ends: Record<End, () => Promise<unknown>> = {
      'password elsewhere': () =>
        elsewhere.call(updateUser, {
          params: { userId },
          body: { password: 'a brand new one', currentPassword: TEST_PASSWORD },
        }),
      'signed out elsewhere': () => elsewhere.call(endSession, { params: { sessionId } }),
      'signed out here': () => at(0, cookie).post('/api/user/signout'),
      disabled: () => admin.call(disableUser, { params: { userId }, body: { disabled: true } }),
      deleted: () => admin.call(deleteUser, { params: { userId } }),
      unused: async () => blog().clock.advance(SESSION_IDLE_MS + 20 * DAY_MS),
    }
    await ends[end]()
  }

  it('The owner stays signed in, and nobody else can use the session', async () => {
    const tell = async ({ steps, end }: { readonly steps: readonly Step[]; readonly end: End }) => {
      blog().clock.now = TEST_TIME
      await blog().db.deleteFrom('rate_limits').execute()
      const owner = await blog().makeUser()
      const { cookie, all } = await live(owner, steps)
      await finish(end, owner, cookie)
      const statuses: number[] = []
      // One by one: a busy machine refuses some of many at once with 503.
      for (const token of all) statuses.push(await statusOf(token, 0), await statusOf(token, 1))
      expect(new Set(statuses)).toEqual(new Set([401]))
    }
    await fc.assert(fc.asyncProperty(story, tell), { numRuns: RUNS, endOnFailure: true })
  })

  it('An admin who is demoted in one process is a reader in the other at the next request, with any tab', async () => {
    blog().clock.now = TEST_TIME
    const [admin, second] = [await blog().makeAdmin(), await blog().makeAdmin()]
    const tabs = Array.from({ length: 5 }, (_, tab) => at(tab % 2, admin.cookie))
    expect((await Promise.all(tabs.map((tab) => tab.get('/api/settings')))).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    await blog().db.updateTable('users').set({ is_admin: 0 }).where('id', '=', admin.id).execute()
    const after = await Promise.all(tabs.map((tab) => tab.get('/api/settings')))
    expect(after.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
    expect((await at(1, admin.cookie).get(SESSION)).body).toMatchObject({ isAdmin: false })
    expect((await at(1, second.cookie).get('/api/settings')).status).toBe(200)
  })
})
