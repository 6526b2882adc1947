import { beforeEach, expect, it } from 'vitest'
import { createPrivateFeed, deletePrivateFeed, getPrivateFeed } from '#posts/contract/feeds.endpoints.ts'
import { deleteUser, disableUser, updateRole, updateUser } from '#accounts/contract/users.endpoints.ts'
import { endOtherSessions } from '#accounts/contract/auth.endpoints.ts'
import { updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { updateSettings } from '#site/contract/settings.endpoints.ts'
import { AUDIENCES } from '#platform/contract/audiences.ts'
import { feedFormats, privateFeedPath } from '#posts/contract/feeds.ts'
import { DAY_MS, HOUR_MS } from '#platform/contract/limits.ts'
import { hashToken } from '#platform/security/tokens.ts'
import { onEachEngine, useFreshTestApp } from '#tests/support/engines.ts'
import { READERS } from '#tests/support/feeds/feed-readers.ts'
import type { TestUser } from '#tests/support/test-app.ts'

const PICTURE = '<img src="/files/abcdefghijklmnop/x.jpg" alt="Us at &quot;home&quot;">'

onEachEngine('A private feed', (engine) => {
  const blog = useFreshTestApp(engine)
  let admin: TestUser
  let member: TestUser
  const make = async (user: TestUser) => {
    const { feed, addresses } = await user.call(createPrivateFeed)
    return { feed, path: new URL(addresses.atom).pathname }
  }
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await blog().app.request(path, { headers })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const titles = async (path: string) => READERS.atom((await get(path)).text).posts.map(({ title }) => title)
  const setRole = (user: TestUser, role: 'reader' | 'family' | 'admin') =>
    admin.call(updateRole, { params: { userId: user.id }, body: { role } })

  beforeEach(async () => {
    admin = await blog().makeAdmin()
    member = await blog().makeUser({ isFamily: true })
    for (const audience of AUDIENCES)
      await blog().makePost({ by: admin, title: `For ${audience}`, audience, content: `<p>${PICTURE} Words.</p>` })
  })

  it('A private feed contains what its owner may read, in each format, but no posts for admins', async () => {
    const [reader, other] = [await blog().makeUser(), await blog().makeAdmin()]
    expect(await titles((await make(reader)).path)).toEqual(['For public'])
    expect(await titles((await make(other)).path)).toEqual(['For family', 'For public'])
    const { addresses } = await member.call(createPrivateFeed)
    for (const format of feedFormats) {
      const { status, headers, text } = await get(new URL(addresses[format]).pathname)
      expect([status, headers.get('cache-control'), headers.get('x-robots-tag')]).toEqual([200, 'private, no-cache', 'noindex'])
      expect(READERS[format](text)).toMatchObject({ title: 'Kindred (private)', self: undefined, posts: { length: 2 } })
      // The feed does not contain its own address.
      expect(text).not.toContain('private-feed')
    }
  })

  it('Only pictures of public posts are included, and none on a closed blog; others are links', async () => {
    const { path } = await make(member)
    const htmlOf = async (title: string) => READERS.atom((await get(path)).text).posts.find((post) => post.title === title)?.html
    expect(await htmlOf('For public')).toContain('<img src="http://localhost:3000/files/abcdefghijklmnop/x.jpg"')
    const link = (slug: string) => `<p><a href="http://localhost:3000/post/${slug}">Picture: Us at &quot;home&quot;</a> Words.</p>`
    expect(await htmlOf('For family')).toBe(link('for-family'))
    await admin.call(updateSettings, { body: { isClosed: true } })
    expect(await htmlOf('For family')).toBe(link('for-family'))
    expect(await htmlOf('For public')).toBe(link('for-public'))
    await admin.call(updateSettings, { body: { isClosed: false } })
  })

  it('A private feed follows the role of its owner, and is 404 for a disabled or deleted account', async () => {
    const user = await blog().makeUser()
    const { path } = await make(user)
    await setRole(user, 'family')
    expect(await titles(path)).toContain('For family')
    await setRole(user, 'reader')
    expect(await titles(path)).toEqual(['For public'])
    const disable = (disabled: boolean) => admin.call(disableUser, { params: { userId: user.id }, body: { disabled, reason: '' } })
    await disable(true)
    const ofDisabled = await get(path)
    const ofNothing = await get(privateFeedPath('A'.repeat(43), 'atom'))
    expect([ofDisabled.status, ofDisabled.text]).toEqual([404, ofNothing.text])
    await disable(false)
    expect((await get(path)).status).toBe(200)
    await admin.call(deleteUser, { params: { userId: user.id } })
    expect((await get(path)).status).toBe(404)
  })

  it('The private feed of an account that a closed blog keeps out is not found, until it is let in', async () => {
    const user = await blog().makeUser()
    const { path } = await make(user)
    expect(await titles(path)).toEqual(['For public'])
    await admin.call(updateSettings, { body: { isClosed: true } })
    expect((await get(path)).status).toBe(404)
    await setRole(user, 'family')
    expect(await titles(path)).toEqual(['For family', 'For public'])
    await admin.call(updateSettings, { body: { isClosed: false } })
  })

  it('A restricted post disappears from the feed at once, and the feed is not cached', async () => {
    const user = await blog().makeUser()
    const { path } = await make(user)
    const post = await blog().makePost({ by: admin, title: 'Open for a moment', audience: 'public' })
    const before = await get(path)
    expect(before.text).toContain('Open for a moment')
    expect(before.headers.get('cache-status')).toBeNull()
    const params = { postId: post._id, userId: admin.id }
    await admin.call(updatePost, { params, body: { audience: 'family' } })
    expect(await titles(path)).not.toContain('Open for a moment')
  })

  it('A private feed responds 304 while nothing has changed', async () => {
    const { path } = await make(await blog().makeUser())
    const { headers } = await get(path)
    const again = await get(path, { 'if-none-match': headers.get('etag') ?? '' })
    expect([again.status, again.text]).toEqual([304, ''])
    await blog().makePost({ by: admin })
    expect((await get(path, { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(200)
  })

  it('The profile shows the day of last use, but not the address', async () => {
    const user = await blog().makeUser()
    const read = async () => (await user.call(getPrivateFeed)).feed
    expect(await read()).toBeNull()
    const { feed, path } = await make(user)
    expect(feed).toMatchObject({ lastUsedAt: null })
    blog().clock.advance(3 * HOUR_MS)
    await get(path)
    const day = blog().clock.now - (blog().clock.now % DAY_MS)
    await expect.poll(read).toEqual({ ...feed, lastUsedAt: new Date(day).toISOString() })
    const token = path.split('/')[2] ?? ''
    expect(JSON.stringify(await read())).not.toContain(token)
    expect(await blog().db.selectFrom('feed_tokens').select('token_hash').where('user_id', '=', user.id).execute()).toEqual([
      { token_hash: hashToken(token) },
    ])
  })

  it('A new address replaces the former one; those of version 0.1 work until then, also several, and end together', async () => {
    const [user, other] = [await blog().makeUser(), await blog().makeUser()]
    const add = async (token: string, created_at: number, last_used_at: number | null) => {
      const row = { id: blog().newId(), token_hash: hashToken(token), user_id: user.id, created_at, last_used_at }
      await blog().db.insertInto('feed_tokens').values(row).execute()
      return privateFeedPath(token, 'atom')
    }
    const former = [await add('one'.repeat(15), 1000, DAY_MS), await add('two'.repeat(15), 2000, null)]
    const statuses = (paths: readonly string[]) => Promise.all(paths.map(async (path) => (await get(path)).status))
    expect((await user.call(getPrivateFeed)).feed).toEqual({
      createdAt: new Date(2000).toISOString(),
      lastUsedAt: new Date(DAY_MS).toISOString(),
    })
    const ofOther = (await make(other)).path
    expect(await statuses([...former, ofOther])).toEqual([200, 200, 200])
    const first = (await make(user)).path
    expect(await statuses([...former, first, ofOther])).toEqual([404, 404, 200, 200])
    const second = (await make(user)).path
    expect(await statuses([first, second])).toEqual([404, 200])
    await user.call(deletePrivateFeed)
    expect(await statuses([second, ofOther])).toEqual([404, 200])
    await expect(user.call(deletePrivateFeed)).rejects.toMatchObject({ code: 'not_found' })
    expect((await make(user)).path).not.toBe(second)
  })

  it('Two new addresses at once leave one', async () => {
    const user = await blog().makeUser()
    const made = await Promise.all([make(user), make(user)])
    const statuses = await Promise.all(made.map(async ({ path }) => (await get(path)).status))
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 404])
  })

  it('No log line contains the address of a private feed, in any spelling', async () => {
    const { path } = await make(await blog().makeUser())
    const token = path.split('/')[2] ?? ''
    for (const each of [path, `/x${path}`, path.toUpperCase().replace(token.toUpperCase(), token), `${path}/`, `/private-feed/${token}`])
      await get(each)
    await blog().visitor().post(path, {})
    expect(blog().logLines.filter((line) => line.includes('"path":"/private-feed/[key]/feed.xml"'))).not.toEqual([])
    expect(blog().logLines.filter((line) => line.includes(token))).toEqual([])
  })

  it('A new password does not revoke a feed', async () => {
    const user = await blog().makeUser()
    const { path } = await make(user)
    const body = { password: 'quite another password', currentPassword: user.password }
    await user.call(updateUser, { params: { userId: user.id }, body })
    await user.call(endOtherSessions)
    expect((await get(path)).status).toBe(200)
  })

  it('Former addresses of JSON feeds lead to the Atom feed, for any key', async () => {
    const token = (await make(await blog().makeUser())).path.split('/')[2] ?? ''
    for (const key of [token, 'unknown']) {
      const { status, headers } = await get(`/private-feed/${key}/feed.json`)
      expect([status, headers.get('location')]).toEqual([301, privateFeedPath(key, 'atom')])
    }
    expect(blog().logLines.filter((line) => line.includes(token))).toEqual([])
  })
})
