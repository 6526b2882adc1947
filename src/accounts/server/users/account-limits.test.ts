import { COMMENT_RATE_LIMITS } from '#comments/contract/comment-limits.ts'
import { expect, it } from 'vitest'
import { type RateLimit } from '#platform/contract/limits.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import type { TestUser } from '#tests/support/test-app.ts'

onEachEngine('The limits of a user', (engine) => {
  const blog = useTestApp(engine)

  /** Uses up all but one of the calls that the limit allows. */
  const leaveOne = async (limit: RateLimit, user: TestUser) => {
    const row = { key: `${limit.name}:${user.id}`, count: limit.max - 1, window_ends_at: blog().clock.now + limit.windowMs }
    await blog().db.insertInto('rate_limits').values(row).execute()
  }

  it('apply to editing and deleting comments, because each evicts a cached page', async () => {
    const user = await blog().makeUser()
    const post = await blog().makePost()
    const [first, second] = [await blog().makeComment(user, post._id), await blog().makeComment(user, post._id)]
    await leaveOne(COMMENT_RATE_LIMITS.commentChangesPerUser, user)
    expect((await user.put(`/api/comment/editcomment/${first._id}`, { content: 'Changed once' })).status).toBe(200)
    const stopped = await user.put(`/api/comment/editcomment/${first._id}`, { content: 'Changed twice' })
    expect(stopped).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    expect(stopped.headers.get('retry-after')).toBe('300')
    expect((await user.delete(`/api/comment/deletecomment/${second._id}`)).status).toBe(429)
  })

  it('allow five new passwords an hour, because each is hashed', async () => {
    const user = await blog().makeUser()
    const change = (number: number) => user.put(`/api/user/update/${user.id}`, { password: `password number ${number}` })
    for (let number = 1; number <= 5; number += 1) expect((await change(number)).status).toBe(200)
    expect((await change(6)).status).toBe(429)
    await expect(blog().signIn({ email: user.email, password: 'password number 5' })).resolves.toBeDefined()
  })
})
