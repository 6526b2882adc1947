import { describe, expect, test } from 'vitest'
import type { Comment } from '#comments/contract/comments.endpoints.ts'
import { insertPending, insertReply, toThreads } from './comment-threads.ts'

/** `at`: minute of its creation. */
const comment = (id: string, at: number, changes: Partial<Comment> = {}): Comment => ({
  _id: id,
  content: `text of ${id}`,
  postId: 'p1',
  userId: 'u1',
  likes: [],
  numberOfLikes: 0,
  createdAt: `2026-01-01T00:${String(at).padStart(2, '0')}:00.000Z`,
  updatedAt: '2026-01-01T00:00:00.000Z',
  user: null,
  ...changes,
})
const reply = (id: string, at: number, parentId: string, changes: Partial<Comment> = {}) => comment(id, at, { parentId, ...changes })

const shapeOf = (comments: readonly Comment[]) =>
  toThreads(comments).map(({ comment: first, missing, replies, id }) => [
    first?._id ?? `${missing} ${id}`,
    ...replies.map((one) => one._id),
  ])
const idsOf = (comments: readonly Comment[]) => comments.map((one) => one._id)

const LIST = [comment('b', 20), reply('b1', 30, 'b'), comment('a', 10), reply('a1', 15, 'a'), reply('a2', 40, 'a')]

describe('toThreads', () => {
  test('puts replies under their comment, in the order of the list', () => {
    expect(shapeOf(LIST)).toEqual([
      ['b', 'b1'],
      ['a', 'a1', 'a2'],
    ])
  })

  test('says why a comment is missing', () => {
    const list = [
      reply('x', 9, 'gone', { missingParent: 'deleted' }),
      reply('y', 8, 'waits', { missingParent: 'pending' }),
      reply('z', 7, 'before'),
    ]
    expect(shapeOf(list)).toEqual([
      ['deleted gone', 'x'],
      ['pending waits', 'y'],
      ['otherPage before', 'z'],
    ])
  })
})

describe('insertReply', () => {
  test('puts a reply at the end of its conversation, also of one without its comment', () => {
    expect(idsOf(insertReply(LIST, reply('new', 50, 'b')))).toEqual(['b', 'b1', 'new', 'a', 'a1', 'a2'])
    expect(idsOf(insertReply(LIST.slice(3), reply('new', 50, 'a')))).toEqual(['a1', 'a2', 'new'])
  })
})

describe('insertPending', () => {
  const insert = (added: Comment) => idsOf(insertPending(LIST, added))

  test('puts a comment between conversations by its date', () => {
    expect(insert(comment('new', 25))).toEqual(['new', 'b', 'b1', 'a', 'a1', 'a2'])
    expect(insert(comment('new', 12))).toEqual(['b', 'b1', 'new', 'a', 'a1', 'a2'])
    expect(insert(comment('new', 1))).toEqual(['b', 'b1', 'a', 'a1', 'a2', 'new'])
  })

  test('puts a reply into its conversation by its date, and a comment above its replies', () => {
    expect(insert(reply('new', 20, 'a'))).toEqual(['b', 'b1', 'a', 'a1', 'new', 'a2'])
    expect(insert(reply('new', 50, 'a'))).toEqual(['b', 'b1', 'a', 'a1', 'a2', 'new'])
    expect(insert(reply('new', 50, 'not loaded'))).toEqual(['b', 'b1', 'a', 'a1', 'a2', 'new'])
    expect(idsOf(insertPending([reply('a1', 15, 'a'), comment('0', 1)], comment('a', 10)))).toEqual(['a', 'a1', '0'])
  })
})
