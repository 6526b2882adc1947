import { beforeEach, expect, it } from 'vitest'
import { deleteUser, disableUser, updateRole } from '#accounts/contract/users.endpoints.ts'
import { createInvitation } from '#accounts/contract/invitations.endpoints.ts'
import { getUserContent } from '#comments/contract/removals.endpoints.ts'
import { saveDraft } from '#writing/contract/writing.endpoints.ts'
import { DAY_MS, MINUTE_MS } from '#platform/contract/limits.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { TEST_PASSWORD, type TestUser } from '#tests/support/test-app.ts'

const NEEDED = { status: 403, code: 'recent_sign_in_required' }

onEachEngine('An account that an admin ends', (engine) => {
  const blog = useTestApp(engine)
  let mother: TestUser
  let father: TestUser
  beforeEach(async () => {
    mother = await blog().makeAdmin()
    father = await blog().makeAdmin()
  })
  const remove = (by: TestUser, user: TestUser) => by.call(deleteUser, { params: { userId: user.id } })
  const contentOf = (user: TestUser) => mother.call(getUserContent, { params: { userId: user.id } })

  it('is gone at once, with its unpublished texts and open invitations, which are named before', async () => {
    await blog().makePost({ by: father, publishAt: new Date(blog().clock.now + DAY_MS).toISOString() })
    const text = { sequence: 0, baseRevision: 0, title: 'Half', category: 'life', image: '', content: '<p>Half</p>' }
    await father.call(saveDraft, { params: { postId: 'a'.repeat(32) }, body: text })
    await father.call(createInvitation, { body: { name: 'For myself', usesMax: 10 } })
    expect(await contentOf(father)).toMatchObject({ isAdmin: true, drafts: 1, plans: 1, invitations: 1, hasBackupPlace: false })
    await blog().db.insertInto('backup_place').values({ name: 'elsewhere', place: 's3://far', recipient: 'age1x', key_file: 'x' }).execute()
    expect([(await contentOf(father)).hasBackupPlace, (await contentOf(await blog().makeUser())).hasBackupPlace]).toEqual([true, false])
    await blog().db.deleteFrom('backup_place').execute()

    expect((await remove(mother, father)).message).toBe('User has been deleted. One unpublished text went with it.')
    expect((await father.get('/api/auth/session')).status).toBe(401)
    await expect(contentOf(father)).rejects.toMatchObject({ status: 404 })
    await expect(remove(mother, father)).rejects.toMatchObject({ status: 404 })
    const open = await blog()
      .db.selectFrom('invitations')
      .select('id')
      .where('revoked_at', 'is', null)
      .where('name', '=', 'For myself')
      .execute()
    expect(open).toEqual([])
  })

  it('An open browser is not enough to disable an admin, or to give "family" or an unlimited invitation', async () => {
    const reader = await blog().makeUser()
    const invite = (body: object) => mother.call(createInvitation, { body: { name: 'All', usesMax: 10, ...body } })
    blog().clock.advance(16 * MINUTE_MS)
    const disabling = mother.call(disableUser, { params: { userId: father.id }, body: { disabled: true } })
    await expect(disabling).rejects.toMatchObject(NEEDED)
    await expect(mother.call(updateRole, { params: { userId: reader.id }, body: { role: 'family' } })).rejects.toMatchObject(NEEDED)
    await expect(invite({ usesMax: null })).rejects.toMatchObject(NEEDED)
    await expect(invite({ days: 365 })).rejects.toMatchObject(NEEDED)
    // What can do less harm needs none.
    await invite({})
    await mother.call(disableUser, { params: { userId: reader.id }, body: { disabled: true } })
    await mother.call(updateRole, { params: { userId: reader.id }, body: { role: 'reader' } })
    await mother.post('/api/auth/confirm-password', { currentPassword: TEST_PASSWORD })
    await invite({ usesMax: null })
    await mother.call(updateRole, { params: { userId: reader.id }, body: { role: 'family' } })
  })
})
