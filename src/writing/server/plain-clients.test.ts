import { describe, expect, it } from 'vitest'
import { createPost, updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { DAY_MS } from '#platform/contract/limits.ts'
import { useTestApp } from '#tests/support/engines.ts'

describe('Calls of plain clients that publish', () => {
  const blog = useTestApp('sqlite')

  it('A planned post that is sent back as a whole stays planned', async () => {
    const admin = await blog().makeAdmin()
    const publishAt = new Date(blog().clock.now + DAY_MS).toISOString()
    const post = await admin.call(createPost, { body: { title: 'Planned', content: '<p>Words.</p>', publishAt } })
    const updated = await admin.put(`/api/post/updatepost/${post._id}/${admin.id}`, post)
    expect(updated).toMatchObject({ status: 200, body: { publishAt } })
  })

  it('Forms of an older version say null for now, and true or false for mail', async () => {
    const admin = await blog().makeAdmin()
    const publishAt = new Date(blog().clock.now + DAY_MS).toISOString()
    const post = await admin.call(createPost, { body: { title: 'Older', content: '<p>Words.</p>', publishAt, mail: false } })
    const params = { postId: post._id, userId: admin.id }
    expect(await admin.call(updatePost, { params, body: { publishAt: null, mail: true } })).not.toHaveProperty('publishAt')
    expect(await admin.put(`/api/post/updatepost/${post._id}/${admin.id}`, { mail: 'maybe' })).toMatchObject({
      status: 400,
      body: { field: 'mail', message: 'Please say whether the post is to be mailed.' },
    })
    for (const [time, message] of [
      ['unsaid', 'Please choose a date and a time.'],
      ['2100-01-01T00:00:00Z', 'Please choose a date between 1970 and 2099.'],
    ])
      expect(await admin.post('/api/post/create', { title: 'T', content: 'c', publishAt: time })).toMatchObject({
        status: 400,
        body: { field: 'publishAt', message },
      })
  })
})
