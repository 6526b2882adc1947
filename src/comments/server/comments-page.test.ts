import { expect, it } from 'vitest'
import { countComments, listComments } from '#comments/contract/comments.endpoints.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'

onEachEngine('Pages of the comments of a post', (engine) => {
  const blog = useTestApp(engine)

  it('Pages have the newest comments first, and the count is that of all comments', async () => {
    const [post, other] = [await blog().makePost(), await blog().makePost()]
    const user = await blog().makeUser()
    const ids: string[] = []
    for (let number = 0; number < 5; number += 1) {
      blog().clock.advance(1000)
      ids.unshift((await blog().makeComment(user, post._id, `Comment ${number}`))._id)
    }
    await blog().makeComment(user, other._id)
    const visitor = blog().visitor()
    const list = async (query: Record<string, number>) => {
      const comments = await visitor.call(listComments, { params: { postId: post._id }, query })
      return comments.map((comment) => comment._id)
    }
    expect(await list({})).toEqual(ids)
    expect(await list({ limit: 2 })).toEqual(ids.slice(0, 2))
    expect(await list({ limit: 2, startIndex: 2 })).toEqual(ids.slice(2, 4))
    expect(await list({ limit: 2, startIndex: 4 })).toEqual(ids.slice(4))
    expect(await list({ startIndex: 9 })).toEqual([])
    expect(await visitor.call(countComments, { params: { postId: post._id } })).toEqual({ totalComments: 5 })
    expect(await visitor.call(countComments, { params: { postId: 'nothing' } })).toEqual({ totalComments: 0 })
  })

  it('Pending comments are neither shown nor counted', async () => {
    const post = await blog().makePost()
    const user = await blog().makeUser()
    const waiting = await blog().makeComment(user, post._id, 'Look at https://elsewhere.example')
    expect(waiting.pending).toBe(true)
    const { totalComments } = await user.call(countComments, { params: { postId: post._id } })
    expect(totalComments).toBe(0)
  })
})
