import { beforeEach, expect, it } from 'vitest'
import { approveSignUp, deleteUser, disableUser, listDeletions, updateRole } from '#accounts/contract/users.endpoints.ts'
import { createInvitation } from '#accounts/contract/invitations.endpoints.ts'
import { deleteScheduledUsers } from './users.store.ts'
import { accountMailKinds } from '#accounts/server/mail/account-mails.ts'
import { DAY_MS, MINUTE_MS } from '#platform/contract/limits.ts'
import { createOutbox } from '#platform/mail/outbox.ts'
import { updateSettings } from '#site/contract/settings.endpoints.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { TEST_ORIGIN, TEST_PASSWORD, type TestUser } from '#tests/support/test-app.ts'
import { createClient } from '#tests/support/test-client.ts'

const NEEDED = { status: 403, code: 'recent_sign_in_required' }

onEachEngine('An admin whom another one deletes', (engine) => {
  const blog = useTestApp(engine)
  const endDeletions = (now: number) => deleteScheduledUsers({ db: blog().db, write: blog().blog.feed.write }, now)
  let mother: TestUser
  let father: TestUser
  beforeEach(async () => {
    mother = await blog().makeAdmin()
    father = await blog().makeAdmin()
  })
  const remove = (by: TestUser, user: TestUser) => by.call(deleteUser, { params: { userId: user.id } })
  const enable = (by: TestUser, user: TestUser) => by.call(disableUser, { params: { userId: user.id }, body: { disabled: false } })
  const exists = async ({ id }: TestUser) => (await blog().db.selectFrom('users').select('id').where('id', '=', id).execute()).length === 1

  it('is shut out at once, and kept by any other admin within the day', async () => {
    const post = await blog().makePost({ by: father })
    const reply = await remove(mother, father)
    expect(reply.message).toContain('deleted in a day')
    await expect(blog().signIn({ email: father.email })).rejects.toMatchObject({ code: 'account_disabled' })
    expect((await father.get('/api/user/getusers')).status).not.toBe(200)
    const { deletions } = await mother.call(listDeletions)
    expect(deletions).toEqual([
      {
        user: expect.objectContaining({ username: father.username }),
        by: expect.objectContaining({ username: mother.username }),
        endsAt: new Date(blog().clock.now + DAY_MS).toISOString(),
      },
    ])
    // A second deletion does not put off the first.
    blog().clock.advance(MINUTE_MS)
    await remove(mother, father)
    expect((await mother.call(listDeletions)).deletions).toEqual(deletions)
    await endDeletions(blog().clock.now)
    await enable(await blog().makeAdmin(), father)
    expect((await mother.call(listDeletions)).deletions).toEqual([])
    await endDeletions(blog().clock.now + 2 * DAY_MS)
    const back = await blog().signIn({ email: father.email })
    expect((await back.get(`/api/post/getpost/${post._id}`)).status).toBe(200)
  })

  it('is gone after the day', async () => {
    await remove(mother, father)
    await endDeletions(blog().clock.now + DAY_MS - 1)
    expect(await exists(father)).toBe(true)
    await endDeletions(blog().clock.now + DAY_MS)
    expect(await exists(father)).toBe(false)
    expect((await mother.call(listDeletions)).deletions).toEqual([])
  })

  it('All admins get a mail, also the one who was deleted; none once the account is kept', async () => {
    const outbox = createOutbox({ now: () => blog().clock.now, newId: blog().newId, wake: () => {} })
    const client = createClient(blog().appWith({ outbox }), mother.cookie)
    await blog().db.deleteFrom('outbox').execute()
    await client.call(deleteUser, { params: { userId: father.id } })
    const mails = await blog().db.selectFrom('outbox').selectAll().where('kind', '=', 'admin_deleted').execute()
    expect(mails.map(({ email }) => email)).toEqual(expect.arrayContaining([mother.email, father.email]))
    const { admin_deleted: rules } = accountMailKinds({
      readSiteName: async () => 'Kindred',
      publicUrl: TEST_ORIGIN,
      now: () => blog().clock.now,
      secretKey: new Uint8Array(32),
    })
    const [mail] = mails
    const written = await rules.compose(blog().db, mail!)
    expect(written).toMatchObject({ subject: 'An admin of Kindred was deleted' })
    expect(written?.text).toContain(`@${father.username}, deleted by @${mother.username}`)
    expect(written?.text).toContain(`${TEST_ORIGIN}/dashboard?tab=users`)
    await enable(mother, father)
    expect(await rules.compose(blog().db, mail!)).toBeNull()
  })

  it('An open browser is not enough to delete or disable an admin, to give "family" or an unlimited invitation', async () => {
    const reader = await blog().makeUser()
    const invite = (body: object) => mother.call(createInvitation, { body: { name: 'All', usesMax: 10, ...body } })
    await mother.call(updateSettings, { body: { isClosed: true } })
    const asks = { username: `asks${Date.now() % 1e6}`, email: `asks${reader.username}@example.org`, password: TEST_PASSWORD, note: 'Me' }
    await blog().visitor().post('/api/auth/signup', asks)
    const request = await blog().db.selectFrom('sign_up_requests').select('id').where('email', '=', asks.email).executeTakeFirstOrThrow()
    const letIn = () => mother.call(approveSignUp, { params: { requestId: request.id } })
    blog().clock.advance(16 * MINUTE_MS)
    await expect(remove(mother, father)).rejects.toMatchObject(NEEDED)
    const disabling = mother.call(disableUser, { params: { userId: father.id }, body: { disabled: true } })
    await expect(disabling).rejects.toMatchObject(NEEDED)
    await expect(mother.call(updateRole, { params: { userId: reader.id }, body: { role: 'family' } })).rejects.toMatchObject(NEEDED)
    await expect(letIn()).rejects.toMatchObject(NEEDED)
    await expect(invite({ usesMax: null })).rejects.toMatchObject(NEEDED)
    await expect(invite({ days: 365 })).rejects.toMatchObject(NEEDED)
    // What can do less harm needs none.
    await invite({})
    await mother.call(disableUser, { params: { userId: reader.id }, body: { disabled: true } })
    await mother.call(updateRole, { params: { userId: reader.id }, body: { role: 'reader' } })
    await mother.post('/api/auth/confirm-password', { currentPassword: TEST_PASSWORD })
    await invite({ usesMax: null })
    await mother.call(updateRole, { params: { userId: reader.id }, body: { role: 'family' } })
    await remove(mother, father)
  })
})
