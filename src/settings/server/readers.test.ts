import { beforeEach, expect, it } from 'vitest'
import { RECENT_SIGN_IN_MS } from '#accounts/contract/account-limits.ts'
import { dismissMoved, getReaders, getSettings, updateSettings } from '#site/contract/settings.endpoints.ts'
import { disableUser, updateRole } from '#accounts/contract/users.endpoints.ts'
import { onEachEngine, useFreshTestApp } from '#tests/support/engines.ts'
import { TEST_PASSWORD, type TestUser } from '#tests/support/test-app.ts'

onEachEngine('Who may read the blog', (engine) => {
  const blog = useFreshTestApp(engine)
  let admin: TestUser
  beforeEach(async () => {
    admin = await blog().makeAdmin()
  })
  const confirm = () => admin.post('/api/auth/confirm-password', { currentPassword: TEST_PASSWORD })
  const change = (body: object) => admin.put('/api/settings', body)

  it('is said with the accounts that are not family, the newest first, and without those that cannot sign in', async () => {
    const relative = await blog().makeUser({ isFamily: true })
    blog().clock.advance(1000)
    const older = await blog().makeUser({ username: 'older' })
    blog().clock.advance(1000)
    const newer = await blog().makeUser({ username: 'newer' })
    const disabled = await blog().makeUser()
    await admin.call(disableUser, { params: { userId: disabled.id }, body: { disabled: true } })
    await blog().makePost({ by: admin })
    await blog().makePost({ by: admin, audience: 'family' })
    const before = await admin.call(getReaders)
    expect(before).toMatchObject({ isClosed: false, family: 2, outsiders: 2, publicPosts: 1, moved: null })
    expect(before.listed.map(({ name }) => name)).toEqual(['newer', 'older'])
    await confirm()
    const { status } = await change({ isClosed: true, wasClosed: false, letIn: [newer.id, disabled.id, 'nobody'] })
    expect(status).toBe(200)
    expect(await admin.call(getReaders)).toMatchObject({ isClosed: true, family: 3, outsiders: 1, listed: [{ _id: older.id }] })
    const reads = await Promise.all([relative, newer, older].map(async (user) => (await user.get('/api/post/getposts')).status))
    expect(reads).toEqual([200, 200, 403])
    // The account that is disabled stays outside when it is enabled again.
    await admin.call(disableUser, { params: { userId: disabled.id }, body: { disabled: false } })
    expect(await admin.call(getReaders)).toMatchObject({ outsiders: 2 })
    // Taken out of the family, an account is out at once.
    await admin.call(updateRole, { params: { userId: newer.id }, body: { role: 'reader' } })
    expect((await newer.get('/api/post/getposts')).status).toBe(403)
  })

  it('needs a recent sign-in to be opened or to let a reader in, and none to be closed', async () => {
    await blog().makeUser()
    await confirm()
    await admin.call(updateSettings, { body: { isClosed: false } })
    blog().clock.advance(RECENT_SIGN_IN_MS + 1)
    const needed = { status: 403, body: { code: 'recent_sign_in_required' } }
    const { listed } = await admin.call(getReaders)
    expect(await change({ isClosed: true })).toMatchObject({ status: 200, body: { isClosed: true } })
    expect(await change({ isClosed: false })).toMatchObject(needed)
    expect(await change({ letIn: [listed[0]?._id] })).toMatchObject(needed)
    expect(await admin.call(getSettings)).toMatchObject({ isClosed: true })
    await confirm()
    expect(await change({ isClosed: false })).toMatchObject({ status: 200, body: { isClosed: false } })
  })

  it('cannot be changed by a form that was opened before another admin changed it, which keeps everything', async () => {
    await change({ isClosed: true, closedNote: 'Ask Grandma.' })
    await confirm()
    const stale = await change({ isClosed: false, wasClosed: false, closedNote: '' })
    expect(stale).toMatchObject({ status: 409, body: { message: expect.stringMatching(/^Another admin has changed who may read/) } })
    expect(await admin.call(getSettings)).toMatchObject({ isClosed: true, closedNote: 'Ask Grandma.' })
    await admin.call(updateSettings, { body: { isClosed: false, wasClosed: true } })
    expect(await admin.call(getSettings)).toMatchObject({ isClosed: false, closedNote: 'Ask Grandma.' })
  })

  it('says what became of a blog of version 0.1 until an admin has seen it', async () => {
    const value = JSON.stringify({ posts: 3, at: blog().clock.now, isOpener: false })
    await blog().edit((trx) => trx.insertInto('settings').values({ name: 'readers.moved', value }).execute())
    blog().clock.advance(1000)
    await blog().signUp({ username: 'toolate', email: 'toolate@example.org', password: TEST_PASSWORD })
    const { moved } = await admin.call(getReaders)
    expect(moved).toMatchObject({ posts: 3 })
    expect(moved?.names).not.toContain('toolate')
    await admin.call(dismissMoved)
    await admin.call(dismissMoved)
    expect((await admin.call(getReaders)).moved).toBeNull()
  })
})
