import { expect, it } from 'vitest'
import type { FollowerRow } from '#migrations/schema.ts'
import { onEachEngine, useFreshTestApp } from '#tests/support/engines.ts'
import type { TestUser } from '#tests/support/test-app.ts'
import { toRecipient } from './recipients.ts'

onEachEngine('Recipients of mails to followers', (engine) => {
  const blog = useFreshTestApp(engine)
  const PUBLIC_URL = 'https://blog.example'

  const follow = (parts: Partial<FollowerRow>) =>
    blog()
      .db.insertInto('followers')
      .values({
        id: blog().newId(),
        link_key: 'key-of-the-link',
        posts: 'weekly',
        confirmed_at: 1,
        digest_through: 0,
        created_at: 1,
        ...parts,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  const verify = (user: TestUser) => blog().db.updateTable('users').set({ email_verified: 1 }).where('id', '=', user.id).execute()
  const recipient = (row: FollowerRow) => toRecipient(blog().db, row, { publicUrl: PUBLIC_URL })

  it('A member is mailed with the current role, and only while the email is verified', async () => {
    const user = await blog().makeUser({ isFamily: true })
    const row = await follow({ user_id: user.id })
    expect(await recipient(row)).toBeUndefined()
    await verify(user)
    expect(await recipient(row)).toMatchObject({ email: user.email, name: `@${user.username}`, audience: 'family' })
    await blog().db.updateTable('users').set({ is_family: 0 }).where('id', '=', user.id).execute()
    expect(await recipient(row)).toMatchObject({ audience: 'public' })
    await blog().db.updateTable('users').set({ disabled_at: 1 }).where('id', '=', user.id).execute()
    expect(await recipient(row)).toBeUndefined()
  })

  it('A visitor gets no second mail if an account with the same address follows', async () => {
    const user = await blog().makeUser()
    const visitor = await follow({ email: user.email })
    const member = await follow({ user_id: user.id })
    expect(await recipient(visitor)).toMatchObject({ email: user.email })
    await verify(user)
    expect(await recipient(visitor)).toBeUndefined()
    expect(await recipient(member)).toMatchObject({ email: user.email })
  })

  it('Visitors and accounts that are not family are not mailed while the blog is closed, and the family is', async () => {
    const [user, relative] = [await blog().makeUser(), await blog().makeUser({ isFamily: true })]
    await verify(user)
    await verify(relative)
    const visitor = await follow({ email: 'friend@example.org' })
    const [reader, member] = [await follow({ user_id: user.id }), await follow({ user_id: relative.id })]
    await blog().edit((trx) => trx.insertInto('settings').values({ name: 'isClosed', value: 'true' }).execute())
    expect([await recipient(visitor), await recipient(reader)]).toEqual([undefined, undefined])
    expect(await recipient(member)).toMatchObject({ audience: 'family' })
  })
})
