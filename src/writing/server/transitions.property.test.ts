import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Post } from '#posts/contract/posts.endpoints.ts'
import { AUDIENCES } from '#platform/contract/audiences.ts'
import { HOUR_MS, MINUTE_MS } from '#platform/contract/limits.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import type { ParsedResponse } from '#tests/support/test-client.ts'
import { publishDuePosts } from './publish-clock.ts'

const STEPS = 1000
const STEPS_BETWEEN_CHECKS = 100
const ACTIONS = [
  'save',
  'publish',
  'plan',
  'update',
  'audience',
  'date',
  'trash',
  'restore',
  'end',
  'discard',
  'comment',
  'uncomment',
  'like',
  'clock',
] as const
/** More often, so that new texts begin. */
const ENDINGS = ['trash', 'end', 'end', 'plan'] as const
/** Few, so that most actions find a text in one of several states; all have one of two titles, so that slugs collide. */
const TEXTS = 8

const steps = fc.sample(fc.record({ action: fc.constantFrom(...ACTIONS, ...ENDINGS), text: fc.nat(TEXTS - 1), choice: fc.nat(3) }), {
  numRuns: STEPS,
  seed: 51,
})

onEachEngine('Posts that change their state', (engine) => {
  const blog = useTestApp(engine)

  it('After any transitions, search, counters, slugs and pictures are those of the posts', async () => {
    const [admin, reader] = [await blog().makeAdmin(), await blog().makeUser()]
    const idOf = (text: number) => `${text}`.padStart(32, 'f')
    const contentOf = (text: number) => `<p>Token${'abcdefgh'[text]}</p><img src="/files/picture00000000${text}/640.webp" alt="">`
    const words = (text: number, choice: number) => ({
      title: `Title ${choice % 2}`,
      category: 'life',
      image: '',
      content: contentOf(text),
    })
    const inHours = (hours: number) => new Date(blog().clock.now + hours * HOUR_MS).toISOString()
    const sequenceOf = async (id: string) => (await admin.get(`/api/post/draft/${id}`)).body.sequence ?? 0
    const update = (id: string, body: object) => admin.put(`/api/post/updatepost/${id}/${admin.id}`, body)
    const create = async (id: string, body: object) =>
      admin.post('/api/post/create', { ...body, draft: { id, sequence: await sequenceOf(id) } })
    const save = async (id: string, body: object) =>
      admin.put(`/api/post/draft/${id}`, { baseRevision: 0, sequence: await sequenceOf(id), ...body })
    const firstComment = async (id: string) => (await admin.get(`/api/comment/getpostcomments/${id}`)).body[0]?._id ?? 'none'

    const act: Record<(typeof ACTIONS)[number], (id: string, text: number, choice: number) => Promise<Pick<ParsedResponse, 'status'>>> = {
      save: (id, text, choice) => save(id, words(text, choice)),
      publish: (id, text, choice) => create(id, words(text, choice)),
      plan: (id, text, choice) => create(id, { ...words(text, choice), publishAt: inHours(choice + 1) }),
      update: (id, text, choice) => update(id, { title: `Title ${choice}`, content: `${contentOf(text)}<p>${choice}</p>` }),
      audience: (id, _, choice) => update(id, { audience: AUDIENCES[choice] }),
      date: (id, _, choice) => update(id, { publishAt: inHours(-choice) }),
      trash: (id) => admin.delete(`/api/post/deletepost/${id}/${admin.id}`),
      restore: (id) => admin.post(`/api/post/trash/${id}/restore`),
      async end(id) {
        // As after a recent sign-in.
        await blog().db.updateTable('sessions').set({ confirmed_at: blog().clock.now }).execute()
        return admin.delete(`/api/post/trash/${id}`)
      },
      discard: (id, text, choice) => save(id, { ...words(text, choice), state: 'ended' }),
      comment: (postId) => admin.post('/api/comment/create', { postId, content: 'A kind word' }),
      uncomment: async (id) => admin.delete(`/api/comment/deletecomment/${await firstComment(id)}`),
      like: (id, _, choice) => (choice % 2 === 0 ? admin : reader).put(`/api/post/like/${id}`, { isLiked: choice > 1 }),
      async clock() {
        blog().clock.advance(4 * HOUR_MS)
        const { db, clock, logger } = blog()
        const ids = await publishDuePosts({ db, write: blog().blog.feed.write, logger, now: () => clock.now })
        return { status: ids.length > 0 ? 200 : 404 }
      },
    }
    const done = new Map<string, number>()
    for (const [index, { action, text, choice }] of steps.entries()) {
      blog().clock.advance(MINUTE_MS)
      const { status } = await act[action](idOf(text), text, choice)
      if (status < 300) done.set(action, (done.get(action) ?? 0) + 1)
      if ((index + 1) % STEPS_BETWEEN_CHECKS === 0) await check(`${index}: ${action}`)
    }
    // The test does something.
    for (const action of ACTIONS) expect([action, done.get(action) ?? 0]).toEqual([action, expect.toSatisfy((count: number) => count >= 5)])

    async function check(step: string) {
      const { db } = blog()
      const rows = await db.selectFrom('posts').selectAll().execute()
      const published = rows.filter(({ state }) => state === 'published')
      const { rows: indexed } = await sql<{ count: number }>`select count(*) as count from post_search`.execute(db)
      expect([step, indexed[0]?.count]).toEqual([step, published.length])
      for (let text = 0; text < TEXTS; text += 1) {
        const { body } = await admin.get(`/api/post/getposts?searchTerm=token${'abcdefgh'[text]}`)
        const found = body.posts.map(({ _id }: Post) => _id)
        expect([step, found]).toEqual([step, published.filter(({ id }) => id === idOf(text)).map(({ id }) => id)])
      }

      const counters = new Map((await db.selectFrom('counters').selectAll().execute()).map(({ name, count }) => [name, count]))
      for (const audience of AUDIENCES) {
        const count = published.filter((row) => row.audience === audience).length
        expect([step, audience, counters.get(`posts:${audience}`) ?? 0]).toEqual([step, audience, count])
      }
      const listed = new Set(rows.filter(({ state }) => state !== 'trashed').map(({ id }) => id))
      const comments = await db.selectFrom('comments').select(['post_id', 'state']).execute()
      const live = comments.filter(({ state, post_id }) => state !== 'deleted' && listed.has(post_id)).length
      expect([step, 'comments', counters.get('comments') ?? 0]).toEqual([step, 'comments', live])
      const postLikes = await db.selectFrom('post_likes').select('post_id').execute()
      for (const { id, likes } of rows) expect([step, likes]).toEqual([step, postLikes.filter(({ post_id }) => post_id === id).length])

      const slugs = new Map((await db.selectFrom('post_slugs').selectAll().execute()).map(({ slug, post_id }) => [slug, post_id]))
      for (const { id, slug } of published) expect([step, slug, slugs.get(slug)]).toEqual([step, slug, id])
      const pictures = await db.selectFrom('post_pictures').select('folder').orderBy('folder').execute()
      const shown = rows.filter(({ content }) => content !== '').map(({ id }) => `picture00000000${id.at(-1)}`)
      expect([step, pictures.map(({ folder }) => folder)]).toEqual([step, shown.toSorted()])
    }
  })
})
