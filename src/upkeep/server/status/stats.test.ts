import { expect, it } from 'vitest'
import { deleteComment } from '#comments/contract/comments.endpoints.ts'
import { deletePost } from '#writing/contract/edit-posts.endpoints.ts'
import { listMonths } from '#upkeep/contract/stats.endpoints.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import type { TestApp } from '#tests/support/test-app.ts'

const MONTHS = '/api/stats/months'
const NOW = Date.UTC(2026, 2, 14, 9, 26, 53)

const setDate = async ({ db }: TestApp, table: 'posts' | 'comments' | 'users', row: { id: string; at: number }) => {
  await db
    .updateTable(table as 'posts')
    .set({ created_at: row.at })
    .where('id', '=', row.id)
    .execute()
}

onEachEngine('GET /api/stats/months', (engine) => {
  const blog = useTestApp(engine, { now: NOW })

  it('is allowed for admins only', async () => {
    const user = await blog().makeUser()
    expect((await blog().visitor().get(MONTHS)).status).toBe(401)
    expect((await user.get(MONTHS)).status).toBe(403)
    await setDate(blog(), 'users', { id: user.id, at: 0 })
  })

  it('counts published posts, comments and users of each of twelve calendar months', async () => {
    const admin = await blog().makeAdmin()
    const post = await blog().makePost({ by: admin, at: Date.UTC(2026, 0, 31, 23, 59, 59, 999) })
    await blog().makePost({ by: admin, at: Date.UTC(2026, 1, 1) })
    await blog().makePost({ by: admin, at: Date.UTC(2025, 3, 1) })
    await blog().makePost({ by: admin, at: Date.UTC(2025, 2, 31, 23, 59, 59, 999) })
    await blog().makeComment(admin, post._id)
    const early = await blog().makeComment(admin, post._id)
    await setDate(blog(), 'comments', { id: early._id, at: Date.UTC(2025, 11, 24) })
    const trashed = await blog().makePost({ by: admin, at: Date.UTC(2026, 1, 1) })
    await blog().makeComment(admin, trashed._id)
    await admin.call(deletePost, { params: { postId: trashed._id, userId: admin.id } })
    const deleted = await blog().makeComment(admin, post._id)
    await admin.call(deleteComment, { params: { commentId: deleted._id } })

    const { months } = await admin.call(listMonths)
    expect(months.map(({ month }) => month)).toEqual([
      '2025-04',
      '2025-05',
      '2025-06',
      '2025-07',
      '2025-08',
      '2025-09',
      '2025-10',
      '2025-11',
      '2025-12',
      '2026-01',
      '2026-02',
      '2026-03',
    ])
    const told = Object.fromEntries(months.map(({ month, ...counts }) => [month, counts]))
    expect(told['2025-04']).toEqual({ posts: 1, comments: 0, users: 0 })
    expect(told['2025-12']).toEqual({ posts: 0, comments: 1, users: 0 })
    expect(told['2026-01']).toEqual({ posts: 1, comments: 0, users: 0 })
    expect(told['2026-02']).toEqual({ posts: 1, comments: 0, users: 0 })
    expect(told['2026-03']).toEqual({ posts: 0, comments: 1, users: 1 })
  })

  it.each([
    [Date.UTC(2026, 0, 1), '2025-02', '2026-01'],
    [Date.UTC(2024, 1, 29, 23, 59), '2023-03', '2024-02'],
    [Date.UTC(2025, 11, 31, 23, 59, 59, 999), '2025-01', '2025-12'],
  ])('ends with the present month, also at the edges of one (%s)', async (now, first, last) => {
    const before = blog().clock.now
    blog().clock.now = now
    const admin = await blog().makeAdmin()
    const { months } = await admin.call(listMonths)
    blog().clock.now = before
    expect([months[0]?.month, months.at(-1)?.month]).toEqual([first, last])
  })
})
