import { beforeAll, beforeEach, expect, it } from 'vitest'
import { getMailReach, getPostDelivery } from '#newsletter/contract/deliveries.endpoints.ts'
import { createPost, deletePost, updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { restorePost } from '#writing/contract/writing.endpoints.ts'
import { getReaders } from '#site/contract/settings.endpoints.ts'
import { HOUR_MS } from '#platform/contract/limits.ts'
import { createOutbox } from '#platform/mail/outbox.ts'
import { createTestDelivery, type TestDelivery } from '#tests/support/mail/delivery.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import type { TestUser } from '#tests/support/test-app.ts'

const TEXT = { title: 'First steps', image: '', content: '<p>Three of them.</p>' }

onEachEngine('Who gets a post by mail', (engine) => {
  const outbox = createOutbox({ now: () => 0, newId: () => '', wake: () => {} })
  const blog = useTestApp(engine, { overrides: { outbox } })
  let delivery: TestDelivery
  let admin: TestUser

  beforeAll(async () => {
    admin = await blog().makeAdmin()
    delivery = createTestDelivery(blog)
  })
  beforeEach(() =>
    blog().edit(async (trx) => {
      for (const table of ['followers', 'posts'] as const) await trx.deleteFrom(table).execute()
    }),
  )

  const reach = (audience: string, postId?: string) =>
    admin.call(getMailReach, { query: { audience, ...(postId ? { postId } : {}) } as never })
  const create = (more: object) => admin.call(createPost, { body: { ...TEXT, audience: 'public', ...more } })
  const deliveryOf = async (postId: string) => (await admin.call(getPostDelivery, { params: { postId } })).post

  it('It counts those who may read the post, at once and on Sunday', async () => {
    const family = await blog().makeUser({ isFamily: true })
    const reader = await blog().makeUser()
    const unconfirmed = await blog().makeUser()
    await blog().edit((trx) => trx.updateTable('users').set({ email_verified: 1 }).where('id', 'in', [family.id, reader.id]).execute())
    await delivery.follow({ email: 'a@x.example' })
    await delivery.follow({ email: 'b@x.example' })
    await delivery.follow({ email: 'c@x.example', posts: 'weekly' })
    for (const { id } of [family, reader, unconfirmed]) await delivery.follow({ user_id: id })
    expect(await reach('public')).toEqual({ atOnce: 4, inDigests: 1, isMailed: true })
    expect(await reach('family')).toEqual({ atOnce: 1, inDigests: 0, isMailed: true })
    expect(await reach('admins')).toMatchObject({ atOnce: 0, inDigests: 0 })
    // Those whom a closed blog mails nothing: named before it is closed.
    await delivery.follow({ email: 'd@x.example', confirmed_at: null })
    expect(await admin.call(getReaders)).toMatchObject({ followers: 3 })
  })

  it('A post that is not to be mailed is in no mail, also a planned one', async () => {
    await delivery.follow({ email: 'a@x.example' })
    await delivery.follow({ email: 'b@x.example', posts: 'weekly' })
    const now = await create({ mail: false })
    const later = await create({ mail: false, publishAt: new Date(blog().clock.now + HOUR_MS).toISOString() })
    expect(await reach('public', later._id)).toMatchObject({ isMailed: false })
    expect(await deliveryOf(now._id)).toBe(null)
    const params = { postId: later._id, userId: admin.id }
    await admin.call(updatePost, { params, body: { publishAt: null } })
    for (let day = 0; day < 8; day += 1) await delivery.tickAfter(24 * HOUR_MS)
    expect(delivery.news()).toEqual([])
  })

  it('The choice can be taken back before a planned post is published', async () => {
    await delivery.follow({ email: 'a@x.example' })
    const later = await create({ mail: false, publishAt: new Date(blog().clock.now + HOUR_MS).toISOString() })
    const params = { postId: later._id, userId: admin.id }
    await admin.call(updatePost, { params, body: { publishAt: null, mail: true } })
    expect(await deliveryOf(later._id)).toMatchObject({ title: TEXT.title, isQueued: false })
    await delivery.tickAfter(HOUR_MS)
    expect(delivery.news()).toEqual(['a@x.example: First steps'])
    expect(await deliveryOf(later._id)).toMatchObject({ isQueued: true, sent: 1 })
  })

  it('A post that is created again, because the first response was lost, is mailed as the second call says', async () => {
    await delivery.follow({ email: 'a@x.example' })
    const again = async (id: string, first: object, second: object) => {
      const [title, postId] = [`Post ${id}`, id.repeat(16)]
      const call = (body: object) => create({ title, draft: { id: postId, sequence: 0 }, ...body })
      await call(first)
      await call(second).catch((error: { code?: string }) => {
        if (error.code !== 'draft_conflict') throw error
        const publishAt = 'publishAt' in second ? second.publishAt : 'now'
        return admin.call(updatePost, { params: { postId, userId: admin.id }, body: { ...second, publishAt } as never })
      })
    }
    const later = new Date(blog().clock.now + HOUR_MS).toISOString()
    await again('0a', { mail: true }, { mail: false })
    await again('0b', { mail: false }, { mail: true })
    await again('0c', { mail: false }, {})
    await again('0d', { mail: false, publishAt: later }, { mail: true })
    await again('0e', { publishAt: later }, { mail: false })
    await again('1a', {}, {})
    await delivery.tickAfter(2 * HOUR_MS)
    expect(delivery.news().toSorted()).toEqual(['0b', '0d', '1a'].map((id) => `a@x.example: Post ${id}`))
    await delivery.tickAfter(24 * HOUR_MS)
    expect(delivery.news()).toEqual([])
  })

  it('A post that is moved to the trash before it is mailed is mailed to nobody, also when it is restored', async () => {
    await delivery.follow({ email: 'a@x.example' })
    await delivery.follow({ email: 'b@x.example', posts: 'weekly' })
    const post = await create({})
    const params = { postId: post._id, userId: admin.id }
    await admin.call(deletePost, { params })
    await delivery.tickAfter(HOUR_MS)
    await admin.call(restorePost, { params })
    for (let day = 0; day < 8; day += 1) await delivery.tickAfter(24 * HOUR_MS)
    expect(delivery.news()).toEqual([])
  })

  it('A post that is moved to the trash while its mails wait is in none, and restoring it mails it to nobody twice', async () => {
    await delivery.follow({ email: 'a@x.example' })
    await delivery.follow({ email: 'b@x.example', posts: 'weekly' })
    const post = await create({})
    await delivery.tickAfter(HOUR_MS)
    expect(delivery.news()).toEqual(['a@x.example: First steps'])
    const params = { postId: post._id, userId: admin.id }
    await admin.call(deletePost, { params })
    await delivery.tickAfter(24 * HOUR_MS)
    await admin.call(restorePost, { params })
    await admin.call(updatePost, { params, body: { mail: 'yes', audience: 'family' } })
    await admin.call(updatePost, { params, body: { audience: 'public' } })
    for (let day = 0; day < 8; day += 1) await delivery.tickAfter(24 * HOUR_MS)
    expect(delivery.news()).toEqual([])
  })
})
