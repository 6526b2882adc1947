import { expect, it } from 'vitest'
import { deletePost } from '#writing/contract/edit-posts.endpoints.ts'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { downloadMyData, getUser, listUsers } from '#accounts/contract/users.endpoints.ts'
import { getSession } from '#accounts/contract/auth.endpoints.ts'
import { listComments } from '#comments/contract/comments.endpoints.ts'
import { listPostOverview } from '#writing/contract/manage-posts.endpoints.ts'
import { listRevisions, listTrash } from '#writing/contract/writing.endpoints.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import type { TestUser } from '#tests/support/test-app.ts'

onEachEngine('A display name', (engine) => {
  const blog = useTestApp(engine)
  const rename = (user: TestUser, displayName: unknown) => user.put(`/api/user/update/${user.id}`, { displayName })

  it('cannot have a web address, which mail programs would turn into a link', async () => {
    const user = await blog().makeUser()
    for (const name of ['WIN https://evil.example', 'www evil.com', 'see WWW.evil', 'Anna.de', 'a://b']) {
      expect(await rename(user, name), name).toMatchObject({ status: 400, body: { field: 'displayName' } })
    }
    for (const name of ['J. R. R. Tolkien', 'Dr. Who', 'Mary-Jane O’Neil', 'Oma (77)'])
      expect((await rename(user, name)).status, name).toBe(200)
  })

  it('is shown wherever the user appears, at once, in addition to the username', async () => {
    const admin = await blog().makeAdmin()
    const reader = await blog().makeUser({ username: 'gerda' })
    const post = await blog().makePost({ by: admin })
    await blog().makeComment(reader, post._id)
    const params = { postId: post._id }
    const visitor = blog().visitor()
    const commentBy = async () => (await visitor.call(listComments, { params }))[0]?.user
    const authorOf = async () => (await visitor.call(listPosts, { query: { postId: post._id } })).posts[0]?.author
    const feed = async () => (await blog().app.request('/feed.xml', {})).text()
    expect([await commentBy(), await authorOf(), await feed()]).not.toContainEqual(
      expect.objectContaining({ displayName: expect.anything() }),
    )

    expect(await rename(reader, '  Oma \t Gerda ')).toMatchObject({ status: 400 })
    expect(await rename(reader, '  Oma   Gerda ')).toMatchObject({ status: 200, body: { username: 'gerda', displayName: 'Oma Gerda' } })
    expect(await commentBy()).toMatchObject({ username: 'gerda', displayName: 'Oma Gerda', profilePicture: expect.stringContaining('/o-') })
    expect(await visitor.call(getUser, { params: { userId: reader.id } })).toMatchObject({ displayName: 'Oma Gerda' })
    await rename(admin, 'Die Müllers 家族')
    expect(await authorOf()).toMatchObject({ displayName: 'Die Müllers 家族', username: admin.username })
    expect(await feed()).toContain('<author><name>Die Müllers 家族</name></author>')

    expect((await admin.call(listUsers)).users.map((user) => user.displayName)).toContain('Oma Gerda')
    expect((await admin.call(listPostOverview)).posts[0]?.author).toMatchObject({ displayName: 'Die Müllers 家族' })
    expect((await reader.call(getSession)).displayName).toBe('Oma Gerda')
    expect((await reader.call(downloadMyData)).account).toMatchObject({ username: 'gerda', displayName: 'Oma Gerda' })
    expect((await admin.call(listRevisions, { params })).revisions[0]?.editor).toEqual({
      _id: admin.id,
      username: admin.username,
      displayName: 'Die Müllers 家族',
    })
    await admin.call(deletePost, { params: { postId: post._id, userId: admin.id } })
    expect((await admin.call(listTrash)).posts[0]?.deletedBy).toMatchObject({ displayName: 'Die Müllers 家族' })
  })

  const HIDDEN = 'A display name cannot have line breaks or hidden characters.'
  it.runIf(engine === 'sqlite').each([
    ['a'.repeat(61), 'A display name can have at most 60 characters.'],
    ['Oma\nGerda', HIDDEN],
    ['\u202Eadreg', HIDDEN],
    ['\u200B\u2060', 'A display name must have something that can be seen.'],
    ['@mara', 'A display name cannot begin with @: that marks usernames.'],
    ['K i n d r e d', 'This display name is reserved. Please choose another one.'],
  ])('cannot be %j', async (displayName, message) => {
    const user = await blog().makeUser()
    expect(await rename(user, displayName)).toMatchObject({ status: 400, body: { code: 'bad_request', message, field: 'displayName' } })
  })

  it('cannot be one that an admin or a member of the family bears, or that reads like it', async () => {
    const [aunt, stranger] = [await blog().makeUser({ username: 'tante', isFamily: true }), await blog().makeUser()]
    await rename(aunt, 'Tante Ilse')
    const chief = await blog().makeUser({ username: 'chief', isAdmin: true })
    const refused = { status: 409, body: { field: 'displayName' } }
    for (const name of ['Tante Ilse', 'tante  ilse', 'Tante\u200B Ilse!', 'Tánte Ilse', 'TANTE', 'Chief']) {
      expect(await rename(stranger, name), name).toMatchObject(refused)
    }
    expect(await stranger.put(`/api/user/update/${stranger.id}`, { username: 'tanteilse' })).toMatchObject({
      status: 409,
      body: { field: 'username' },
    })
    const account = { username: 'tanteilse', email: 'other@example.org', password: 'correct horse battery staple' }
    expect(await blog().visitor().post('/api/auth/signup', account)).toMatchObject({ status: 409, body: { field: 'username' } })
    expect((await rename(stranger, 'Tante Else')).status).toBe(200)
    expect((await rename(await blog().makeUser(), 'Tante Iise')).status).toBe(200)
    // One's own name, and that of another reader, are no others'.
    expect((await rename(aunt, 'TANTE Ilse')).status).toBe(200)
    expect((await rename(await blog().makeUser(), 'Tante Else')).status).toBe(200)
    expect((await rename(chief, 'Chief')).status).toBe(200)
  })
})
