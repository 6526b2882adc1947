import { expect, it } from 'vitest'
import { onEachEngine } from '#tests/support/engines.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import { createLogger } from './logger.ts'

const SECRETS = {
  password: 'hunter2 is my password',
  newPassword: 'swordfish is my password',
  email: 'very.private@example.org',
  comment: 'words about my child',
  search: 'seizure medication dose',
}

onEachEngine('the log', (engine) => {
  it('contains each request, and no private data', async () => {
    const blog = await createTestApp({ engine })
    const user = await blog.signUp({ username: 'private1', email: SECRETS.email, password: SECRETS.password })
    const post = await blog.makePost()
    const comment = await blog.makeComment(user, post._id, SECRETS.comment)
    await user.put(`/api/comment/editComment/${comment._id}`, { content: `${SECRETS.comment} again` })
    await user.put(`/api/user/update/${user.id}`, { password: SECRETS.newPassword })
    await blog.visitor().post('/api/auth/signin', { email: SECRETS.email, password: `wrong ${SECRETS.password}` })
    await blog.visitor().post('/api/auth/signup', { username: 'private2', email: SECRETS.email, password: SECRETS.password })
    await blog.visitor().get(`/api/post/getposts?searchTerm=${encodeURIComponent(SECRETS.search)}&x=${SECRETS.email}`)
    await user.get('/api/auth/session', { authorization: 'Bearer topsecret', 'x-forwarded-for': '203.0.113.77' })
    const tokens = [user.cookie?.slice('kindred-session='.length) ?? 'none']
    // Database errors often contain the row.
    await blog.db.schema.alterTable('sessions').renameTo('sessions_gone').execute()
    for (const body of [{ email: SECRETS.email, password: SECRETS.newPassword }]) {
      const failed = await blog
        .visitor()
        .send('/api/auth/signin', { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
      expect(failed.status).toBe(500)
    }
    const log = blog.logLines.join('\n')
    expect(log).toContain('"request failed"')
    expect(log).toContain('"path":"/api/post/getposts"')
    expect(blog.logLines.filter((line) => line.includes('"msg":"request"')).length).toBeGreaterThan(8)
    for (const secret of [...Object.values(SECRETS), ...tokens, 'seizure', 'topsecret', 'very.private', '$argon2']) {
      expect(log).not.toContain(secret)
      expect(log).not.toContain(encodeURIComponent(secret))
    }
    await blog.close()
  })

  it('redacts the row in a database error', async () => {
    const blog = await createTestApp({ engine })
    const lines: string[] = []
    const row = {
      id: 'x',
      username: 'UPPER',
      email: SECRETS.email,
      password_hash: SECRETS.password,
      picture_url: null,
      is_admin: 0,
      created_at: 1,
      updated_at: 1,
    } as const
    const error = await blog.db
      .insertInto('users')
      .values(row)
      .execute()
      .catch((reason: unknown) => reason)
    createLogger('info', { write: (line) => void lines.push(line) }).error({ err: error }, 'failed')
    expect(lines.join('')).toMatch(/users_username_form/)
    expect(lines.join('')).not.toContain(SECRETS.email)
    expect(lines.join('')).not.toContain(SECRETS.password)
    await blog.close()
  })
})

it('The log redacts secrets wherever they are named, and leaves the rest', () => {
  const lines: string[] = []
  const logger = createLogger('info', { write: (line) => void lines.push(line) })
  logger.info(
    {
      password: 's3cret',
      user: { email: 's3cret', name: 'mara' },
      headers: { cookie: 's3cret', authorization: 's3cret' },
      token: 's3cret',
    },
    'x',
  )
  logger.debug({ name: 'too quiet' }, 'y')
  expect(lines).toHaveLength(1)
  expect(lines[0]).not.toContain('s3cret')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ user: { email: '[redacted]', name: 'mara' }, msg: 'x', level: 30 })
})
