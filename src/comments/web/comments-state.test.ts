import { describe, expect, test } from 'vitest'
import type { Comment } from '#comments/contract/comments.endpoints.ts'
import { beginDiscussion, reduceComments, reduceDiscussion } from './comments-state.ts'

const comment = (id: string, changes: Partial<Comment> = {}): Comment => ({
  _id: id,
  content: `text of ${id}`,
  postId: 'p1',
  userId: 'u1',
  likes: [],
  numberOfLikes: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  user: null,
  ...changes,
})

describe('reduceComments', () => {
  test('places a new comment first', () => {
    const after = reduceComments([comment('a')], { type: 'created', comment: comment('b') })
    expect(after.map((one) => one._id)).toEqual(['b', 'a'])
  })

  test('a like shows at once, a second one takes it back', () => {
    const liked = reduceComments([comment('a', { likes: ['u2'], numberOfLikes: 1 })], { type: 'likeToggled', commentId: 'a', userId: 'u1' })
    expect(liked[0]).toMatchObject({ likes: ['u2', 'u1'], numberOfLikes: 2 })
    const back = reduceComments(liked, { type: 'likeToggled', commentId: 'a', userId: 'u1' })
    expect(back[0]).toMatchObject({ likes: ['u2'], numberOfLikes: 1 })
  })

  test("the server's likes replace those shown and nothing else changes", () => {
    const before = [comment('a', { content: 'edited meanwhile', likes: ['u1'], numberOfLikes: 1 })]
    const after = reduceComments(before, { type: 'likesArrived', comment: comment('a', { likes: ['u3', 'u4'], numberOfLikes: 2 }) })
    expect(after[0]).toMatchObject({ content: 'edited meanwhile', likes: ['u3', 'u4'], numberOfLikes: 2 })
  })

  test('an edit changes the text in its place and keeps the likes', () => {
    const before = [comment('a'), comment('b', { likes: ['u1'], numberOfLikes: 1 })]
    const after = reduceComments(before, { type: 'edited', comment: comment('b', { content: 'new' }) })
    expect(after.map((one) => one.content)).toEqual(['text of a', 'new'])
    expect(after[1]?.numberOfLikes).toBe(1)
  })

  test('the replies to a comment that is pending again stay when its author signs out', () => {
    const before = [comment('a'), comment('a1', { parentId: 'a' })]
    const edited = reduceComments(before, { type: 'edited', comment: comment('a', { pending: true }) })
    const left = reduceComments(edited, { type: 'viewerLeft' })
    expect(left.map((one) => [one._id, one.missingParent])).toEqual([['a1', 'pending']])
  })

  test('a reply that comes back stands below the deleted comment that it stood below', () => {
    const before = [comment('a1', { parentId: 'a', missingParent: 'deleted' })]
    const [after] = reduceComments(before, { type: 'restored', comment: comment('a1', { parentId: 'a' }) })
    expect(after?.missingParent).toBe('deleted')
  })
})

describe('reduceDiscussion', () => {
  const idsOf = ({ comments }: { comments: readonly Comment[] }) => comments.map((one) => one._id)

  test('counts the older comments that are not loaded', () => {
    expect(beginDiscussion({ comments: [comment('a')], startIndex: 0, total: 3 }).olderCount).toBe(2)
    expect(beginDiscussion({ comments: [comment('b')], startIndex: 1, total: 3 }).olderCount).toBe(1)
    expect(beginDiscussion({ comments: [], startIndex: 9, total: 3 }).olderCount).toBe(0)
  })

  test('appends older comments once each, and ends with the last page', () => {
    const begun = beginDiscussion({ comments: [comment('a'), comment('b')], startIndex: 0, total: 4 })
    const more = reduceDiscussion(begun, { type: 'olderArrived', comments: [comment('b'), comment('c')], isLast: false })
    expect([idsOf(more), more.olderCount]).toEqual([['a', 'b', 'c'], 1])
    const end = reduceDiscussion(more, { type: 'olderArrived', comments: [comment('d')], isLast: true })
    expect([idsOf(end), end.olderCount]).toEqual([['a', 'b', 'c', 'd'], 0])
  })

  test('a pending reply whose conversation was not loaded joins it', () => {
    const begun = beginDiscussion({ comments: [comment('b')], startIndex: 0, total: 3 })
    const pending = comment('a2', { parentId: 'a', pending: true, createdAt: '2026-01-02T00:00:00.000Z' })
    const waiting = reduceDiscussion(begun, { type: 'pendingArrived', comments: [pending] })
    const older = [comment('a'), comment('a1', { parentId: 'a' }), comment('0')]
    expect(idsOf(reduceDiscussion(waiting, { type: 'olderArrived', comments: older, isLast: true }))).toEqual(['b', 'a', 'a1', 'a2', '0'])
  })

  test('a deleted comment keeps its place until the deletion is undone, and others that were deleted stay deleted', () => {
    const begun = beginDiscussion({ comments: [comment('a'), comment('a1', { parentId: 'a' }), comment('b')], startIndex: 0, total: 3 })
    const deleted = ['a', 'b'].reduce((state, commentId) => reduceDiscussion(state, { type: 'deleted', commentId }), begun)
    expect([idsOf(deleted), [...deleted.deletedIds]]).toEqual([
      ['a', 'a1', 'b'],
      ['a', 'b'],
    ])
    const restored = reduceDiscussion(deleted, { type: 'restored', comment: comment('a', { likes: ['u1'] }) })
    expect([restored.comments[0]?.likes, [...restored.deletedIds]]).toEqual([['u1'], ['b']])
  })
})
