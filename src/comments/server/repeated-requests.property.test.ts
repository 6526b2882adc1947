import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import {
  type Comment,
  countComments,
  createComment,
  deleteComment,
  likeComment,
  listComments,
  restoreComment,
} from '#comments/contract/comments.endpoints.ts'
import { MINUTE_MS } from '#platform/contract/limits.ts'
import type { ChangeFeed } from '#platform/database/change-feed.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { isComplete } from '#tests/support/sweep.ts'
import type { TestUser } from '#tests/support/test-app.ts'
import { type Callee, createClient } from '#tests/support/test-client.ts'

/** What can happen to one attempt to send a comment. */
const ATTEMPTS = ['lost on the way', 'response lost', 'killed before the commit', 'killed after the commit', 'tapped twice'] as const
type Attempt = (typeof ATTEMPTS)[number]

interface Writing {
  readonly content: string
  /** What happens before the attempt that succeeds, which follows. */
  readonly attempts: readonly Attempt[]
  readonly isReply: boolean
}

/** Few texts, so that a user also writes the same twice. */
const writing: fc.Arbitrary<Writing> = fc.record({
  content: fc.constantFrom('❤️', 'Thank you', 'We think of you'),
  attempts: fc.array(fc.constantFrom(...ATTEMPTS), { maxLength: 4 }),
  isReply: fc.boolean(),
})
const stories = fc.array(writing, { minLength: 1, maxLength: 4 })
const RUNS = isComplete ? 300 : 20

class Killed extends Error {}

onEachEngine('Comments that are sent again', (engine) => {
  const blog = useTestApp(engine)
  let reader: TestUser
  let count = 0
  beforeAll(async () => {
    reader = await blog().makeUser({ isFamily: true })
  })

  /** The blog as it is killed around a commit: the client gets no response. */
  const killed = (write: (write: ChangeFeed['write']) => ChangeFeed['write']): Callee =>
    blog().appWith({ write: write(blog().blog.feed.write) })
  const beforeCommit = () =>
    killed(
      (write) => (work) =>
        write(async (trx, invalidate) => {
          await work(trx, invalidate)
          throw new Killed()
        }),
    )
  const afterCommit = () =>
    killed((write) => async (work) => {
      await write(work)
      throw new Killed()
    })

  /** Sends the comment until the client has a response. @returns the comments of all responses, the last one last */
  async function send({ attempts }: Writing, body: Parameters<typeof create>[1]): Promise<Comment[]> {
    const made: Comment[] = []
    for (const attempt of attempts) {
      if (attempt === 'response lost') made.push(await create(blog().app, body))
      if (attempt === 'killed before the commit') await diesWith(create(beforeCommit(), body))
      if (attempt === 'killed after the commit') await diesWith(create(afterCommit(), body))
      if (attempt === 'tapped twice') made.push(...(await Promise.all([create(blog().app, body), create(blog().app, body)])))
    }
    return [...made, await create(blog().app, body)]
  }
  const diesWith = async (request: Promise<unknown>) => {
    if (await request.catch(() => null)) throw new Error('The blog was to be killed, and responded.')
  }
  const create = (at: Callee, body: { content: string; postId: string; parentId?: string | undefined; requestKey: string }) =>
    createClient(at, reader.cookie).call(createComment, { body })

  it('Each stands exactly once, whatever was lost', async () => {
    const tell = async (story: readonly Writing[]) => {
      // The limit of comments allows thirty in five minutes.
      blog().clock.advance(5 * MINUTE_MS)
      reader = { ...reader, cookie: (await blog().signIn({ email: reader.email })).cookie }
      const { _id: postId } = await blog().makePost()
      const first = await blog().makeComment(reader, postId, 'The first')
      const sent: Comment[] = [first]
      for (const one of story) {
        count += 1
        const body = { content: one.content, postId, parentId: one.isReply ? first._id : undefined, requestKey: `key-${count}` }
        const made = await send(one, body)
        expect(new Set(made.map(({ _id }) => _id)).size).toBe(1)
        sent.push(...made.slice(-1))
      }
      const stored = await blog().visitor().call(listComments, { params: { postId } })
      const byId = (a: { _id: string }, b: { _id: string }) => (a._id < b._id ? -1 : 1)
      expect(stored.toSorted(byId)).toEqual(sent.toSorted(byId))
      expect(await blog().visitor().call(countComments, { params: { postId } })).toEqual({ totalComments: story.length + 1 })
    }
    await fc.assert(fc.asyncProperty(stories, tell), { numRuns: RUNS, endOnFailure: true })
  })

  it('The same key with other words, or of another user, is another comment', async () => {
    const { _id: postId } = await blog().makePost()
    const other = await blog().makeUser()
    const create = (user: TestUser, content: string) => user.call(createComment, { body: { content, postId, requestKey: 'a-page' } })
    const ids = [await create(reader, 'One'), await create(reader, 'Two'), await create(other, 'One')].map(({ _id }) => _id)
    expect(new Set(ids).size).toBe(3)
    expect((await create(reader, 'One'))._id).toBe(ids[0])
  })

  it('A comment that an admin has deleted is not found by its key: sent again, it is a new one', async () => {
    const { _id: postId } = await blog().makePost()
    const admin = await blog().makeAdmin()
    const send = () => reader.call(createComment, { body: { content: 'Once', postId, requestKey: 'a-deleted-one' } })
    const first = await send()
    await admin.call(deleteComment, { params: { commentId: first._id } })
    expect((await send())._id).not.toBe(first._id)
    await admin.call(restoreComment, { params: { commentId: first._id } })
    expect(await blog().visitor().call(countComments, { params: { postId } })).toEqual({ totalComments: 2 })
  })

  it('A like that is sent again stays a like, and a plain client still toggles', async () => {
    const comment = await blog().makeComment(reader, (await blog().makePost())._id)
    const params = { commentId: comment._id }
    const like = async (body?: { isLiked: boolean }) => (await reader.call(likeComment, { params, ...(body && { body }) })).likes
    expect(await like({ isLiked: true })).toEqual([reader.id])
    expect(await like({ isLiked: true })).toEqual([reader.id])
    expect(await like({ isLiked: false })).toEqual([])
    expect(await like({ isLiked: false })).toEqual([])
    expect(await like()).toEqual([reader.id])
    expect(await like()).toEqual([])
  })
})
