import { expect, it } from 'vitest'
import { sql } from 'kysely'
import { isPostgres } from '#server/platform/database/database.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'

onEachEngine('what is kept about a user', (engine) => {
  const blog = useTestApp(engine)

  it('can be downloaded whole, by the user alone', async () => {
    const [user, other] = [await blog().makeUser({ username: 'curious' }), await blog().makeUser()]
    const post = await blog().makePost()
    const mine = await blog().makeComment(user, post._id, 'My words')
    const waiting = await blog().makeComment(user, post._id, 'See https://example.org')
    const theirs = await blog().makeComment(other, post._id, 'Their words')
    await user.expect('PUT /api/comment/likecomment/:commentId', `/api/comment/likecomment/${theirs._id}`)
    await user.expect('POST /api/comment/report/:commentId', `/api/comment/report/${theirs._id}`, { reason: 'Unkind' })
    const identity = { issuer: 'https://id.example.org', subject: 's1', user_id: user.id, created_at: 5 }
    await blog().db.insertInto('identities').values(identity).execute()
    const answer = await user.get('/api/user/my-data')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.body).toMatchObject({
      account: { _id: user.id, username: 'curious', email: user.email, hasPassword: true },
      identities: [{ issuer: 'https://id.example.org', subject: 's1' }],
      sessions: [{ userAgent: '' }],
      comments: [
        { _id: mine._id, content: 'My words', waitsForApproval: false },
        { _id: waiting._id, waitsForApproval: true },
      ],
      likes: [{ commentId: theirs._id }],
      reports: [{ commentId: theirs._id, reason: 'Unkind' }],
      posts: [],
    })
    expect(JSON.stringify(answer.body)).not.toMatch(/Their words|argon2|hash/)
  })

  it('holds an admin’s posts', async () => {
    const admin = await blog().makeAdmin()
    const post = await blog().makePost({ by: admin })
    expect((await admin.expect('GET /api/user/my-data', '/api/user/my-data')).posts).toMatchObject([
      { _id: post._id, content: post.content },
    ])
  })

  /** Every text of every row of every table. */
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

  it('is nowhere in the database, or among the files, once the account is deleted', async () => {
    const user = await blog().signUp({ username: 'leaver', email: 'leaver@example.org', password: 'a long goodbye' })
    const post = await blog().makePost()
    const comment = await blog().makeComment(user, post._id, 'These words stay, nameless')
    await user.expect('PUT /api/comment/likecomment/:commentId', `/api/comment/likecomment/${comment._id}`)
    await blog().visitor().post('/api/auth/signin', { email: user.email, password: 'a wrong one' })
    const values = { id: 'm1', kind: 'verify_email', email: user.email, created_at: 1, next_attempt_at: 1 } as const
    await blog().db.insertInto('outbox').values(values).execute()
    await blog()
      .db.insertInto('identities')
      .values({ issuer: 'i', subject: 'subject-of-leaver', user_id: user.id, created_at: 1 })
      .execute()
    expect(await wholeDatabase()).toContain('leaver')
    await user.expect('DELETE /api/user/delete/:userId', `/api/user/delete/${user.id}`)
    // Counters of limits carry the bare id, and are forgotten within the hour.
    await blog().db.deleteFrom('rate_limits').where('key', 'like', `%${user.id}%`).execute()
    const rest = await wholeDatabase()
    expect(rest).not.toContain('leaver')
    expect(rest).not.toContain(user.id)
    expect(rest).toContain('These words stay, nameless')
  })

  it('keeps neither passwords nor emails in the counters of limits', async () => {
    await blog().visitor().post('/api/auth/signin', { email: 'guessed.at@example.org', password: 'a guess' })
    const keys = (await blog().db.selectFrom('rate_limits').select('key').execute()).map((row) => row.key).join('\n')
    expect(keys).not.toContain('guessed.at')
  })
})
