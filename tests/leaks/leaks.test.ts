import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { takeSome } from '#tests/support/sweep.ts'
import type { Engine } from '#tests/support/test-app.ts'
import { BROKEN_FILTERS, openBrokenDatabase } from './broken-database.ts'
import { type Finding, hunt, type HuntFigures, huntFormer, listenTo } from './hunt.ts'
import { buildLeakBlog, closeLeakBlog, type LeakBlog } from './leak-blog.ts'
import { signUpEverywhere } from './sign-up-everywhere.ts'
import { audienceOfPerson } from './people.ts'
import { measureTiming } from './timing.ts'

/**
 * Requests everything that a visitor, a reader and a family member can reach, and compares the responses with those of a
 * blog that has only what they may read. Requests for each person; as set by `npm run test:all -- leaks`, or a few of every
 * kind on SQLite alone.
 */
const LONG = process.env['LEAK_REQUESTS']
const REQUESTS = Number(LONG ?? 60)
const SEED = Number(process.env['LEAK_SEED'] ?? 1)
const PATIENCE = { timeout: 900_000 }
/** Maximum ratio of median times. Network latency hides larger differences. */
const RATIO_MAX = 1.5

const toLine = ({ person, request, marks, difference }: Finding) => `${person}: ${request} [${marks.join(' ')}] ${difference}`.slice(0, 500)

function expectNothing(who: string, { requests, statuses, findings }: HuntFigures): void {
  if (LONG !== undefined) process.stdout.write(`${who}: ${requests} requests, ${findings.length} findings ${JSON.stringify(statuses)}\n`)
  expect(findings.slice(0, 20).map(toLine)).toEqual([])
  // Responses that were refused for other reasons prove nothing.
  expect(Object.keys(statuses).filter((status) => status === '429' || status >= '500')).toEqual([])
  expect(requests).toBeGreaterThanOrEqual(REQUESTS)
}

const ENGINES: readonly Engine[] = LONG === undefined ? ['sqlite'] : ['sqlite', 'postgres']
/** Readers are subject to every rule that applies to the others. */
const PEOPLE = LONG === undefined ? (['reader'] as const) : (['visitor', 'reader', 'family'] as const)

describe.each(ENGINES)('A blog with restricted posts (%s)', (engine) => {
  it.each(PEOPLE)('looks to a %s as if it had only what they may read', PATIENCE, async (person) => {
    await using whole = await listenTo(await buildLeakBlog(engine, 'everything'))
    await using lesser = await listenTo(await buildLeakBlog(engine, audienceOfPerson(person)))
    expectNothing(`${person} (${engine})`, await hunt({ person, whole, lesser, requestsMax: REQUESTS, seed: SEED }))
  })

  describe('that is closed later', () => {
    let open: Awaited<ReturnType<typeof listenTo>>
    beforeAll(async () => {
      open = await listenTo(await buildLeakBlog(engine, 'everything'))
    }, PATIENCE.timeout)
    afterAll(() => open?.[Symbol.asyncDispose]())

    it('shows a reader nothing of posts that were restricted after they commented', PATIENCE, async () => {
      expectNothing(`former (${engine})`, await huntFormer(open, REQUESTS, SEED))
    })

    it('looks empty after one switch to ‘Only the family’: to a visitor, and to a stranger who signed up before', PATIENCE, async () => {
      const whole = { ...open, blog: await closeLeakBlog(open.blog) }
      const { cookies, tries } = await signUpEverywhere(open.callee)
      expect(cookies).toEqual([])
      expect(tries).toBeGreaterThan(30)
      await using lesser = await listenTo(await closeLeakBlog(await buildLeakBlog(engine, 'nothing')))
      for (const person of ['visitor', 'stranger'] as const) {
        const figures = await hunt({ person, whole, lesser, requestsMax: REQUESTS, seed: SEED })
        expectNothing(`${person} of a closed blog (${engine})`, figures)
      }
    })
  })

  it.each(LONG === undefined ? [] : [RATIO_MAX])(
    'takes at most %s times as long for restricted content as for missing content',
    PATIENCE,
    async (most) => {
      const blog = await buildLeakBlog(engine, 'everything')
      const ratios = await measureTiming(blog)
      await blog.app.close()
      process.stdout.write(`timing (${engine}): ${JSON.stringify(ratios)}\n`)
      expect(Object.entries(ratios).filter(([, ratio]) => ratio > most || ratio < 1 / most)).toEqual([])
    },
  )
})

describe('Without one access filter', () => {
  let whole: LeakBlog
  let lesser: LeakBlog
  beforeAll(async () => {
    whole = await buildLeakBlog('sqlite', 'everything')
    lesser = await buildLeakBlog('sqlite', 'public')
  }, PATIENCE.timeout)
  afterAll(() => Promise.all([whole, lesser].map((blog) => blog?.app.close())))

  it.each(takeSome(BROKEN_FILTERS, 2).map((filter) => [filter.name, filter] as const))(
    'the hunt finds the leak: %s',
    async (_, { rewrite, isOfInterest }) => {
      const db = openBrokenDatabase(whole.app.databaseUrl, rewrite)
      // The app without its cache, because cached responses would hide the leak.
      const sides = { whole: { blog: whole, callee: whole.app.appWith({ db }) }, lesser: { blog: lesser, callee: lesser.app.appWith({}) } }
      const parts = { ...sides, person: 'visitor', seed: 1, isOfInterest } as const
      const { requests, findings } = await hunt({ ...parts, requestsMax: 400, endsWithMark: true })
      await db.destroy()
      expect(
        findings.some(({ marks }) => marks.length > 0),
        findings.map(toLine).join('\n'),
      ).toBe(true)
      // The same hunt with the filter finds nothing.
      const sound = { ...sides.whole, callee: whole.app.appWith({}) }
      const control = await hunt({ ...parts, whole: sound, requestsMax: requests })
      expect(control.findings.map(toLine)).toEqual([])
    },
  )
})
