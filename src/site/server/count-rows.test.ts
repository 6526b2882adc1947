import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Audience, AUDIENCES, mayRead } from '#platform/contract/audiences.ts'
import { DAY_MS } from '#platform/contract/limits.ts'
import { LAST_MONTH_MS } from '#site/contract/site-limits.ts'
import type { Database } from '#platform/database/database.ts'
import type { PostState } from '#migrations/schema.ts'
import { onEachEngine, useFreshTestApp } from '#tests/support/engines.ts'
import { countAllPosts, countPosts, countRows } from './count-rows.ts'

const NOW = Date.UTC(2026, 2, 14, 9, 26, 53)

const insertPosts = (db: Database, posts: readonly { id: string; at: number; audience?: Audience }[]) =>
  db
    .insertInto('posts')
    .values(
      posts.map(({ id, at, audience = 'public' }) => ({
        id,
        kind: 'post' as const,
        state: 'published' as const,
        title: id,
        slug: id,
        audience,
        content: 'x',
        created_at: at,
        updated_at: at,
        category: 'life' as const,
      })),
    )
    .execute()

const insertComments = (db: Database, postId: string, ids: readonly string[]) =>
  db
    .insertInto('comments')
    .values(ids.map((id) => ({ id, post_id: postId, state: 'shown' as const, content: 'x', created_at: NOW, updated_at: NOW })))
    .execute()

const LISTED = { state_before: null, trashed_at: null, publish_at: null }
const STATES: Readonly<Record<PostState, object>> = {
  draft: LISTED,
  planned: { ...LISTED, publish_at: NOW },
  published: LISTED,
  trashed: { ...LISTED, state_before: 'published', trashed_at: NOW },
}
const POST_STATES = Object.keys(STATES) as PostState[]

const setPostState = (db: Database, id: string, state: PostState) =>
  db
    .updateTable('posts')
    .set({ ...STATES[state], state })
    .where('id', '>=', id)
    .execute()

/** Only posts in the trash are deleted. */
const endTrash = async (db: Database, id: string) => {
  await db.deleteFrom('posts').where('id', '=', id).where('state', '=', 'trashed').execute()
}

const deleteComments = (db: Database, id: string, isDeleted: boolean) =>
  db
    .updateTable('comments')
    .set(
      isDeleted ? { state: 'deleted', state_before: 'shown', deleted_at: NOW } : { state: 'pending', state_before: null, deleted_at: null },
    )
    .where('id', '>=', id)
    .execute()

const insertUser = (db: Database, id: string) =>
  db
    .insertInto('users')
    .values({ id, username: `user${id}`, email: `${id}@example.org`, is_admin: 0, created_at: NOW, updated_at: NOW })
    .execute()

/** Compares the counters with the rows: published posts, and what is not deleted on posts that are not in the trash. */
async function compare(db: Database): Promise<void> {
  const users = await db.selectFrom('users').select('id').execute()
  expect((await countRows(db, 'users', NOW)).total).toBe(users.length)
  const all = await db.selectFrom('posts').select(['id', 'state', 'audience']).execute()
  const comments = await db.selectFrom('comments').select(['post_id', 'state']).execute()
  const inTrash = new Set(all.flatMap(({ id, state }) => (state === 'trashed' ? [id] : [])))
  const { length: live } = comments.filter(({ post_id: postId, state }) => state !== 'deleted' && !inTrash.has(postId))
  expect(await countRows(db, 'comments', NOW)).toEqual({ total: live, lastMonth: live })
  const posts = all.filter(({ state }) => state === 'published')
  for (const audience of AUDIENCES) {
    const { length } = posts.filter((post) => mayRead(audience, post.audience as Audience))
    expect([audience, await countPosts(db, audience, NOW)]).toEqual([audience, { total: length, lastMonth: length }])
  }
  expect(await countAllPosts(db)).toBe(posts.length)
}

onEachEngine('Row counts', (engine) => {
  const blog = useFreshTestApp(engine)

  it('Counters match after any inserts, changes of state and deletes, including cascades and failed transactions', async () => {
    const { db } = blog()
    const id = fc.integer({ min: 0, max: 5 }).map(String)
    const audience = fc.constantFrom(...AUDIENCES)
    const step = fc.oneof(
      fc.record({ kind: fc.constant('post' as const), id, audience }),
      fc.record({ kind: fc.constant('audience' as const), audience }),
      fc.record({ kind: fc.constant('state' as const), id, state: fc.constantFrom(...POST_STATES) }),
      fc.record({ kind: fc.constant('deletion' as const), id, isDeleted: fc.boolean() }),
      fc.record({ kind: fc.constant('comments' as const), ids: fc.uniqueArray(id, { minLength: 1 }), post: id }),
      fc.record({ kind: fc.constant('user' as const), id }),
      fc.record({ kind: fc.constant('delete' as const), table: fc.constantFrom('posts', 'comments', 'users'), id }),
    )
    type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
    const run = async (trx: Database, one: Step) => {
      if (one.kind === 'post') await insertPosts(trx, [{ id: one.id, at: NOW, audience: one.audience }])
      else if (one.kind === 'audience') await trx.updateTable('posts').set({ audience: one.audience }).where('id', '<', '3').execute()
      else if (one.kind === 'state') await setPostState(trx, one.id, one.state)
      else if (one.kind === 'deletion') await deleteComments(trx, one.id, one.isDeleted)
      else if (one.kind === 'user') await insertUser(trx, one.id)
      else if (one.kind === 'comments') await insertComments(trx, one.post, one.ids)
      else if (one.table === 'posts') await endTrash(trx, one.id)
      else
        await trx
          .deleteFrom(one.table as 'users')
          .where('id', '=', one.id)
          .execute()
    }
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 5, maxLength: 15 }), async (transactions) => {
        for (const steps of transactions) {
          const work = db.transaction().execute(async (trx) => {
            for (const one of steps) await run(trx, one)
          })
          // A duplicate or dangling row makes its transaction fail.
          await work.catch(() => {})
        }
        await compare(db)
      }),
      { numRuns: 15 },
    )
    await setPostState(db, '', 'trashed')
    await compare(db)
    await db.deleteFrom('posts').execute()
    await compare(db)
  })

  it('The count of the last thirty days is exact to the millisecond', async () => {
    const { db } = blog()
    const ages = [0, 1, DAY_MS, LAST_MONTH_MS - DAY_MS, LAST_MONTH_MS - 1, LAST_MONTH_MS, LAST_MONTH_MS + 1, 2 * LAST_MONTH_MS, -DAY_MS]
    await insertPosts(
      db,
      ages.map((age, index) => ({ id: `age${index}`, at: NOW - age })),
    )
    for (const now of [NOW, NOW + 1, NOW - 1, NOW + DAY_MS, NOW + LAST_MONTH_MS]) {
      const lastMonth = ages.filter((age) => NOW - age > now - LAST_MONTH_MS).length
      expect(await countPosts(db, 'public', now)).toEqual({ total: ages.length, lastMonth })
    }
  })
})
