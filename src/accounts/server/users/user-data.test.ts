import { expect, it } from 'vitest'
import { sql } from 'kysely'
import { beginPasskey } from '#accounts/contract/passkeys.endpoints.ts'
import { createPrivateFeed } from '#posts/contract/feeds.endpoints.ts'
import { deletePost, updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { deleteUser, downloadMyData } from '#accounts/contract/users.endpoints.ts'
import { editComment, likeComment, reportComment } from '#comments/contract/comments.endpoints.ts'
import { listRevisions, restorePost, saveDraft } from '#writing/contract/writing.endpoints.ts'
import { DAY_MS } from '#platform/contract/limits.ts'
import { deleteOldChanges } from '#platform/database/change-feed.ts'
import { type Database, isPostgres } from '#platform/database/database.ts'
import { createPasskeyDevice } from '#tests/support/sign-in/passkey-device.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { TEST_TIME } from '#tests/support/test-app.ts'

/** Deletes rate limits and cache changes, which contain the id until housekeeping deletes them within a day. */
async function endShortLivedRows(db: Database, id: string): Promise<void> {
  await db.deleteFrom('rate_limits').where('key', 'like', `%${id}%`).execute()
  await deleteOldChanges(db, TEST_TIME + DAY_MS)
}

onEachEngine('the stored data of a user', (engine) => {
  const blog = useTestApp(engine)

  it('can be downloaded completely, by the user alone', async () => {
    const [user, other] = [await blog().makeUser({ username: 'curious' }), await blog().makeUser()]
    const post = await blog().makePost()
    const mine = await blog().makeComment(user, post._id, 'My words')
    const waiting = await blog().makeComment(user, post._id, 'See https://example.org')
    const theirs = await blog().makeComment(other, post._id, 'Their words')
    await user.call(likeComment, { params: { commentId: theirs._id } })
    await user.call(reportComment, { params: { commentId: theirs._id }, body: { reason: 'Unkind' } })
    const identity = { issuer: 'https://id.example.org', subject: 's1', user_id: user.id, created_at: 5 }
    await blog().db.insertInto('identities').values(identity).execute()
    const device = createPasskeyDevice()
    const { options } = await user.call(beginPasskey)
    await user.post('/api/auth/passkeys', { name: 'My phone', credential: device.create(options) })
    await user.call(createPrivateFeed)
    const admin = await blog().makeAdmin()
    await admin.call(editComment, { params: { commentId: mine._id }, body: { content: 'Mended words' } })
    const request = { id: 'r1', user_id: user.id, username: 'curious', email: user.email, note: 'It is me', created_at: 5 }
    await blog().db.insertInto('sign_up_requests').values(request).execute()
    const response = await user.get('/api/user/my-data')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.body).toMatchObject({
      account: { _id: user.id, username: 'curious', email: user.email, hasPassword: true },
      request: { note: 'It is me' },
      identities: [{ issuer: 'https://id.example.org', subject: 's1' }],
      passkeys: [{ name: 'My phone', lastUsedAt: null }],
      feeds: [{ lastUsedAt: null }],
      sessions: [{ userAgent: '' }],
      comments: [
        { _id: mine._id, content: 'Mended words', state: 'shown' },
        { _id: waiting._id, state: 'pending' },
      ],
      likes: [{ commentId: theirs._id }],
      reports: [{ commentId: theirs._id, reason: 'Unkind' }],
      posts: [],
    })
    expect(JSON.stringify(response.body)).not.toMatch(/Their words|argon2|hash/)
  })

  it('has each row once, in pages', async () => {
    const admin = await blog().makeAdmin()
    const post = await blog().makePost({ by: admin })
    for (let n = 0; n < 9; n += 1) {
      await admin.call(updatePost, { params: { postId: post._id, userId: admin.id }, body: { title: `Title ${n}` } })
    }
    await Promise.all(Array.from({ length: 5 }, () => blog().makePost({ by: admin })))
    const { versions, posts } = await admin.call(downloadMyData)
    expect(versions.toSorted((a, b) => (a.revision ?? 0) - (b.revision ?? 0)).map(({ title }) => title)).toEqual([
      post.title,
      ...Array.from({ length: 8 }, (_, n) => `Title ${n}`),
    ])
    expect(new Set(posts.map(({ _id }) => _id)).size).toBe(6)
  })

  /** Returns all rows of all tables as text. */
  const wholeDatabase = async (): Promise<string> => {
    const { db } = blog()
    const { rows: tables } = isPostgres(db)
      ? await sql<{ name: string }>`select table_name as name from information_schema.tables where table_schema = 'public'`.execute(db)
      : await sql<{ name: string }>`select name from sqlite_master where type = 'table' and name not like 'post_search%'`.execute(db)
    const rows = await Promise.all(tables.map(({ name }) => sql`select * from ${sql.id(name)}`.execute(db)))
    return JSON.stringify(
      rows.map((result) => result.rows),
      (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value),
    )
  }

  it('is removed from database and files when the account is deleted', async () => {
    const user = await blog().signUp({ username: 'leaver', email: 'leaver@example.org', password: 'a long goodbye' })
    const post = await blog().makePost()
    const comment = await blog().makeComment(user, post._id, 'These words stay, nameless')
    await user.call(likeComment, { params: { commentId: comment._id } })
    await blog().visitor().post('/api/auth/signin', { email: user.email, password: 'a wrong one' })
    const values = {
      id: 'm1',
      kind: 'verify_email',
      email: user.email,
      priority: 1,
      created_at: 1,
      next_attempt_at: 1,
      give_up_at: 1,
    } as const
    await blog().db.insertInto('outbox').values(values).execute()
    await blog()
      .db.insertInto('identities')
      .values({ issuer: 'i', subject: 'subject-of-leaver', user_id: user.id, created_at: 1 })
      .execute()
    const gone = await blog().makePost({ by: await blog().makeAdmin() })
    await blog().makeComment(user, gone._id, 'These words lie in the trash, nameless')
    await user.call(likeComment, { params: { commentId: comment._id } })
    const theirs = await blog().makeComment(await blog().makeUser(), gone._id)
    await user.call(likeComment, { params: { commentId: theirs._id } })
    await user.call(reportComment, { params: { commentId: theirs._id }, body: { reason: 'says leaver' } })
    const admin = await blog().makeAdmin()
    await admin.call(deletePost, { params: { postId: gone._id, userId: admin.id } })
    expect(await user.call(downloadMyData)).toMatchObject({
      posts: [],
      comments: [{ _id: comment._id }, { postId: gone._id, content: 'These words lie in the trash, nameless' }],
      likes: [{ commentId: theirs._id }],
      reports: [{ commentId: theirs._id, reason: 'says leaver' }],
    })
    expect(await wholeDatabase()).toContain('leaver')
    await user.call(deleteUser, { params: { userId: user.id } })
    await endShortLivedRows(blog().db, user.id)
    const rest = await wholeDatabase()
    expect(rest).not.toContain('leaver')
    expect(rest).not.toContain(user.id)
    expect(rest).toContain('These words stay, nameless')
    expect(rest).toContain('These words lie in the trash, nameless')
  })

  it('of an admin includes drafts, versions and posts in the trash, which do not name a deleted account', async () => {
    const [admin, other] = [await blog().makeAdmin(), await blog().makeAdmin()]
    const [kept, gone] = [await blog().makePost({ by: admin }), await blog().makePost({ by: admin })]
    const update = (by: typeof admin, title: string) =>
      by.call(updatePost, { params: { postId: kept._id, userId: by.id }, body: { title } })
    await update(other, 'By the other')
    await update(admin, 'By the admin again')
    const draft = { sequence: 0, baseRevision: 1, title: 'Half', category: 'life', image: '', content: '<p>done</p>' } as const
    const newId = 'b'.repeat(32)
    await admin.call(saveDraft, { params: { postId: kept._id }, body: draft })
    await admin.call(saveDraft, { params: { postId: newId }, body: { ...draft, baseRevision: 0, title: 'New' } })
    await admin.call(deletePost, { params: { postId: gone._id, userId: admin.id } })
    const { posts, edits, versions } = await admin.call(downloadMyData)
    expect(new Map(posts.map(({ _id, state }) => [_id, state]))).toEqual(
      new Map([
        [kept._id, 'published'],
        [gone._id, 'trashed'],
        [newId, 'draft'],
      ]),
    )
    // Every field of a text, also of one that is added later.
    const text = { title: 'Half', category: 'life', image: '', content: '<p>done</p>' }
    expect(edits).toEqual([{ postId: kept._id, ...text, savedAt: expect.any(String) }])
    expect(versions).toMatchObject([{ postId: kept._id, revision: 1, title: kept.title }])
    await admin.call(deleteUser, { params: { userId: admin.id } })
    await endShortLivedRows(blog().db, admin.id)
    const rest = await wholeDatabase()
    expect(rest).not.toContain(admin.id)
    expect(rest).not.toContain('done')
    const { revisions } = await other.call(listRevisions, { params: { postId: kept._id } })
    expect(revisions.map(({ revision, editor }) => [revision, editor?.username ?? null])).toEqual([
      [3, null],
      [2, other.username],
      [1, null],
    ])
    const restored = await other.call(restorePost, { params: { postId: gone._id } })
    expect(restored.userId).toBe(null)
  })

  it('includes neither passwords nor emails in the rate limits', async () => {
    await blog().visitor().post('/api/auth/signin', { email: 'guessed.at@example.org', password: 'a guess' })
    const keys = (await blog().db.selectFrom('rate_limits').select('key').execute()).map((row) => row.key).join('\n')
    expect(keys).not.toContain('guessed.at')
  })
})
