import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#platform/contract/limits.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import type { TestClient } from '#tests/support/test-client.ts'
import { deleteOldDeletions } from './comment-writes.store.ts'
import { deleteOldRemovals } from './removals.store.ts'

const MEMBERS = 3
const POSTS = 3

const ACTIONS = [
  'write',
  'write with a link',
  'reply',
  'edit',
  'like a comment',
  'like a post',
  'report',
  'delete own',
  'delete as admin',
  'restore',
  'approve',
  'withdraw approval',
  'trash the post',
  'restore the post',
  'remove the account',
  'undo the removal',
  'enable by hand',
  'disable by hand',
  'end what is old',
] as const

const step = fc.record({
  action: fc.constantFrom(...ACTIONS),
  member: fc.nat(MEMBERS - 1),
  post: fc.nat(POSTS - 1),
  /** Which of the stored comments, as a part of all. */
  comment: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

onEachEngine('Counters of comments and likes', (engine) => {
  const blog = useTestApp(engine)

  /** The stored counters, and what they count. */
  async function count() {
    const { db } = blog()
    const posts = await db.selectFrom('posts').select(['id', 'state', 'likes']).orderBy('id').execute()
    const postLikes = await db.selectFrom('post_likes').select('post_id').where('removal_id', 'is', null).execute()
    const comments = await db.selectFrom('comments').select(['post_id', 'state']).execute()
    const published = new Set(posts.flatMap(({ id, state }) => (state === 'trashed' ? [] : id)))
    const counters = await db.selectFrom('counters').select(['name', 'count']).execute()
    return {
      stored: [counters.find(({ name }) => name === 'comments')?.count ?? 0, posts.map(({ likes }) => likes)],
      counted: [
        comments.filter((comment) => comment.state !== 'deleted' && published.has(comment.post_id)).length,
        posts.map(({ id }) => postLikes.filter(({ post_id }) => post_id === id).length),
      ],
    }
  }

  async function makeScene() {
    const admin = await blog().makeAdmin()
    const members = await Promise.all(Array.from({ length: MEMBERS }, () => blog().makeUser({ isFamily: true })))
    const posts = await Promise.all(Array.from({ length: POSTS }, () => blog().makePost({ by: admin })))
    return { admin, members, posts }
  }

  /** Many of these calls are refused: the scene may be in any state. */
  async function take({ action, member, post, comment }: Step, { admin, members, posts }: Awaited<ReturnType<typeof makeScene>>) {
    const { db, clock } = blog()
    const stored = await db.selectFrom('comments').select('id').orderBy('id').execute()
    const commentId = stored[Math.floor(comment * stored.length)]?.id ?? 'none'
    const [by, postId] = [members[member] as TestClient & { id: string }, posts[post]?._id ?? '']
    const calls: Readonly<Record<Step['action'], () => Promise<unknown>>> = {
      write: () => by.post('/api/comment/create', { postId, content: 'Words' }),
      'write with a link': () => by.post('/api/comment/create', { postId, content: 'See https://example.org' }),
      reply: () => by.post('/api/comment/create', { postId, content: 'Words', parentId: commentId }),
      edit: () => admin.put(`/api/comment/editcomment/${commentId}`, { content: `Edited ${comment}` }),
      'like a comment': () => by.put(`/api/comment/likecomment/${commentId}`),
      'like a post': () => by.put(`/api/post/like/${postId}`),
      report: () => by.post(`/api/comment/report/${commentId}`, {}),
      'delete own': () => by.delete(`/api/comment/deletecomment/${commentId}`),
      'delete as admin': () => admin.delete(`/api/comment/deletecomment/${commentId}`),
      restore: () => admin.post(`/api/comment/restore/${commentId}`),
      approve: () => admin.put(`/api/comment/approve/${commentId}`),
      'withdraw approval': () => admin.delete(`/api/comment/approve/${commentId}`),
      'trash the post': () => admin.delete(`/api/post/deletepost/${postId}/${admin.id}`),
      'restore the post': () => admin.post(`/api/post/trash/${postId}/restore`),
      'remove the account': () => admin.post(`/api/comment/removals/${by.id}`),
      'undo the removal': () => admin.delete(`/api/comment/removals/${by.id}`),
      'enable by hand': () => admin.put(`/api/user/disable/${by.id}`, { disabled: false }),
      'disable by hand': () => admin.put(`/api/user/disable/${by.id}`, { disabled: true }),
      'end what is old': async () => {
        await blog().edit((trx) => deleteOldDeletions(trx, clock.now + HOUR_MS))
        if (comment > 0.5) await blog().edit((trx) => deleteOldRemovals(trx, clock.now + DAY_MS))
      },
    }
    await calls[action]()
    await db.deleteFrom('rate_limits').execute()
  }

  it.each([
    ['one by one', 1],
    ['eight at a time', 8],
  ])('After 500 random changes, %s, they are what a count of the rows gives', async (_, atOnce) => {
    const run = async (steps: readonly Step[]) => {
      const scene = await makeScene()
      for (let begin = 0; begin < steps.length; begin += atOnce) {
        await Promise.all(steps.slice(begin, begin + atOnce).map((one) => take(one, scene)))
        if (begin % (20 * atOnce) > 0) continue
        const { stored, counted } = await count()
        expect(stored).toEqual(counted)
      }
      const { stored, counted } = await count()
      expect(stored).toEqual(counted)
    }
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 500, maxLength: 500 }), run), { numRuns: 1, endOnFailure: true })
  })
})
