import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '#tests/crash/person.ts'
import { onEachEngine } from '#tests/support/engines.ts'
import { missingNginx } from '#tests/support/blog/nginx.ts'
import { openRaw, type RawConnection } from '#tests/support/blog/raw-http.ts'
import { unlessMissing } from '#tests/support/requirement.ts'
import { takeSome } from '#tests/support/sweep.ts'
import { ADMIN, type AttackBlog, startAttackBlog } from './attack-blog.ts'

const MEMORY_GROWTH_MB = 200
const ATTACK_MS = 700
const SAMPLES = 20
/** Below the rate limit for searches from one IP address. */
const SEARCHES = 5

const get = (path: string, host: string) => `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`

onEachEngine('one attacker without a proxy in front', (engine) => {
  describeAttacks(() => startAttackBlog(engine), { isDatabaseOnly: engine === 'postgres', step: 2 })
})

describe('one attacker, with nginx in front of the blog', unlessMissing(missingNginx), () => {
  describeAttacks(() => startAttackBlog('sqlite', { isBehindNginx: true }), { step: 5 })
})

/**
 * @param isDatabaseOnly only the attacks that reach the database
 * @param step one of so many addresses, except in a complete sweep
 */
function describeAttacks(
  start: () => Promise<AttackBlog>,
  { isDatabaseOnly = false, step }: { isDatabaseOnly?: boolean; step: number },
): void {
  let blog: AttackBlog
  let picture: string
  let attack: RawConnection[] = []
  let searches = 0
  beforeAll(async () => {
    blog = await start()
    if (!isDatabaseOnly) picture = await blog.uploadPicture()
  })
  afterEach(() => attack.forEach((connection) => connection.close()))
  afterAll(() => blog?.stop())

  const send = async (count: number, bytes: string, options = {}) => {
    attack = await Promise.all(Array.from({ length: count }, () => openRaw(blog.url, bytes, options)))
  }
  const readCached = async () => {
    const response = await fetch(`${blog.url}/post/${blog.post.slug}`)
    await response.text()
    return response.status
  }
  const search = async () => (await fetch(`${blog.url}/search?searchTerm=attack&startIndex=${(searches += 1)}`)).status

  /** Statuses and memory during the attack. */
  async function observe(ms: number, samples: number) {
    const seen = { statuses: new Set<number>(), memoryMb: 0 }
    const endsAt = performance.now() + ms
    for (let turn = 0; performance.now() < endsAt || turn < samples; turn += 1) {
      seen.statuses.add(await readCached())
      if (turn < SEARCHES) seen.statuses.add(await search())
      seen.memoryMb = Math.max(seen.memoryMb, blog.memoryMb())
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    await signIn(blog, ADMIN)
    return seen
  }

  async function expectNoHarm(begin: () => Promise<void>) {
    await readCached()
    const before = blog.memoryMb()
    await begin()
    const during = await observe(ATTACK_MS, SAMPLES)
    for (const connection of attack) connection.close()
    expect(during.memoryMb - before).toBeLessThan(MEMORY_GROWTH_MB)
    expect([...during.statuses]).toEqual([200])
    expect(await observe(0, 3)).toMatchObject({ statuses: new Set([200]) })
  }

  it('does not keep readers out with 220 half-sent bodies', () =>
    expectNoHarm(() =>
      send(
        220,
        `POST /api/auth/signin HTTP/1.1\r\nHost: ${blog.host}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"email":`,
      ),
    ))

  const paths: readonly [string, () => string][] = [
    ['a picture', () => picture],
    ['an address that only begins like pictures', () => `${picture}/../../../api/post/getposts`],
    ['/files@', () => '/files@'],
    ['a cached page', () => '/'],
    ['a page that is not cached', () => '/dashboard?tab=profile'],
  ]
  it.each(isDatabaseOnly ? paths.slice(-1) : takeSome(paths, step))(
    'does not keep readers out with 20 times 1,000 pipelined requests for %s whose responses it does not read',
    (_, path) => expectNoHarm(() => send(20, get(path(), blog.host).repeat(1000), { isReading: false })),
  )

  if (isDatabaseOnly) return
  it('does not keep readers out with 20 connections of unread pictures', () =>
    expectNoHarm(() => send(20, get(picture, blog.host).repeat(50), { isReading: false })))
}
