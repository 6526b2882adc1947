import { expect, it } from 'vitest'
import { updateOwnMails } from '#newsletter/contract/newsletter.endpoints.ts'
import { updateRole } from '#accounts/contract/users.endpoints.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import type { TestUser } from '#tests/support/test-app.ts'
import { beginCommentMails } from './begin-comment-mails.ts'

onEachEngine('The daily mail about new comments', (engine) => {
  const blog = useTestApp(engine)
  const begin = () => beginCommentMails(blog().db, blog().clock.now)
  const hasMails = async (user: TestUser) => {
    const row = await blog().db.selectFrom('followers').select('comments').where('user_id', '=', user.id).executeTakeFirst()
    return row?.comments ?? 0
  }

  it('begins by itself for each admin, and stays ended once they have ended it', async () => {
    const [admin, reader] = [await blog().makeAdmin(), await blog().makeUser()]
    await Promise.all([begin(), begin()])
    expect([await hasMails(admin), await hasMails(reader)]).toEqual([1, 0])
    await admin.call(updateOwnMails, { body: { posts: null, replies: false, comments: false } })
    await begin()
    expect(await hasMails(admin)).toBe(0)
  })

  it('begins for a member who becomes an admin, and leaves their other mails', async () => {
    const [admin, member] = [await blog().makeAdmin(), await blog().makeUser()]
    await begin()
    await member.call(updateOwnMails, { body: { posts: 'weekly', replies: true } })
    await admin.call(updateRole, { params: { userId: member.id }, body: { role: 'admin' } })
    await begin()
    const row = await blog()
      .db.selectFrom('followers')
      .select(['posts', 'replies', 'comments'])
      .where('user_id', '=', member.id)
      .executeTakeFirst()
    expect(row).toEqual({ posts: 'weekly', replies: 1, comments: 1 })
  })
})
