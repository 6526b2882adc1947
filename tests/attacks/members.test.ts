import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createLink } from '#accounts/server/links/account-links.store.ts'
import { DAY_MS } from '#platform/contract/limits.ts'
import { SIGN_UP_REQUESTS_MAX } from '#accounts/contract/account-limits.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { Person } from '#tests/crash/person.ts'
import { onEachEngine } from '#tests/support/engines.ts'
import { LOW_PRIORITY } from '#tests/support/blog/low-priority.ts'
import { createPostgresDatabase } from '#tests/support/database/postgres.ts'
import { smallWxr } from '#tests/support/import-export/small-wxr.ts'
import { tusClient } from '#tests/support/media/tus.ts'
import { MOTHER, readCached, startStrangerBlog, type StrangerBlog } from './stranger-blog.ts'

onEachEngine('Strangers with accounts, and open browsers', (engine) => {
  let blog: StrangerBlog
  let db: Database
  let drop = async () => {}
  beforeAll(async () => {
    const database = engine === 'postgres' ? await createPostgresDatabase() : null
    if (database) drop = database.drop
    blog = await startStrangerBlog(database?.url)
    db = await openDatabase(blog.databaseUrl)
  })
  afterAll(async () => {
    await db?.destroy()
    await blog?.stop()
    await drop()
  })

  const json = (method: string, body: unknown, address?: string): RequestInit => ({
    method,
    headers: { 'content-type': 'application/json', ...(address === undefined ? {} : { 'x-forwarded-for': address }) },
    body: JSON.stringify(body),
  })
  const statusOf = async (person: Person, method: string, path: string, body?: object) =>
    (await person.send(path, body ? json(method, body) : { method })).status
  const visitor = () => new Person(blog, '', '')
  const comment = (person: Person, body: object) => person.call('POST', '/api/comment/create', body)

  it('do not fill a member’s inbox with replies (A7)', async () => {
    const { posts } = await blog.mother.call('GET', '/api/post/getposts?limit=1')
    const postId = posts[0]._id as string
    const aunt = await blog.reader('aunt')
    await aunt.call('PUT', '/api/following/own', { posts: null, replies: true })
    const parentId = (await comment(aunt, { postId, content: 'We think of you' }))._id as string
    const allToAunt = () => blog.mails.accepted.filter(({ to }) => to === 'aunt@x.example').length
    // The mail that asked whether the address is right.
    await expect.poll(allToAunt).toBe(1)
    const toAunt = () => allToAunt() - 1
    const writeTo = async (names: readonly string[], since: number) => {
      for (const name of names) {
        const stranger = await blog.reader(name)
        await db.updateTable('users').set({ created_at: since }).where('id', '=', stranger.id).execute()
        for (let number = 0; number < 30; number += 1)
          await comment(stranger, { postId, parentId, repliedToId: parentId, content: `Rude ${number}` })
      }
    }
    await writeTo(['rudeone', 'rudetwo'], Date.now())
    await sleep(3000)
    expect(toAunt()).toBe(0)
    // Older accounts are mailed about, in one mail at first; the others wait, to become one.
    await writeTo(['rudethree', 'rudefour'], Date.now() - 8 * DAY_MS)
    await expect.poll(toAunt).toBe(1)
    await sleep(3000)
    expect(toAunt()).toBe(1)
  })

  it('do nothing to other admins or to roles at an open browser (A8)', async () => {
    const [aunt, friend] = [await blog.reader('otheradmin'), await blog.reader('friend')]
    await blog.mother.call('PUT', `/api/user/role/${aunt.id}`, { role: 'admin' })
    await db.updateTable('sessions').set({ confirmed_at: 0 }).execute()
    const invitation = { name: 'Everyone', usesMax: null, days: 365 }
    const tries = [
      statusOf(blog.mother, 'DELETE', `/api/user/delete/${aunt.id}`),
      statusOf(blog.mother, 'PUT', `/api/user/disable/${aunt.id}`, { disabled: true }),
      statusOf(blog.mother, 'PUT', `/api/user/role/${aunt.id}`, { role: 'reader' }),
      statusOf(blog.mother, 'PUT', `/api/user/role/${friend.id}`, { role: 'family' }),
      statusOf(blog.mother, 'POST', '/api/invitations', invitation),
    ]
    expect(await Promise.all(tries)).toEqual([403, 403, 403, 403, 403])
    await blog.mother.call('POST', '/api/auth/confirm-password', { currentPassword: MOTHER.password })
    expect(await statusOf(blog.mother, 'POST', '/api/invitations', invitation)).toBe(201)
  })

  it('do not lock the mother out of a new device after she signed in with a link (A9)', async () => {
    const from = (address: string, path: string, body: object) => fetch(blog.url + path, json('POST', body, address))
    const grandma = await blog.reader('grandma')
    const email = 'grandma@x.example'
    for (let number = 0; number < 50; number += 1)
      await from(`198.51.100.${number % 5}`, '/api/auth/signin', { email, password: 'not this one' })
    const right = (password: string) => from('192.0.2.9', '/api/auth/signin', { email, password })
    expect((await right(MOTHER.password)).status).toBe(429)
    const token = await createLink(db, { owner: { id: grandma.id, email }, purpose: 'sign_in', now: Date.now() })
    expect((await from('192.0.2.9', '/api/auth/link', { token })).status).toBe(200)
    expect((await right(MOTHER.password)).status).toBe(200)
  })

  it.each([
    ['signs', '@'.repeat(300_000)],
    ['blanks', ' '.repeat(300_000) + 'x'],
  ])('do not freeze the blog with a name of many %s in an archive that is imported (A10)', async (_, author) => {
    const more = `<wp:comment><wp:comment_id>1</wp:comment_id><wp:comment_author><![CDATA[${author}]]></wp:comment_author><wp:comment_date_gmt>2020-02-02 03:04:05</wp:comment_date_gmt><wp:comment_content><![CDATA[hi]]></wp:comment_content><wp:comment_approved>1</wp:comment_approved></wp:comment>`
    const bytes = Buffer.from(
      smallWxr([
        { id: 1, body: 'One', more },
        { id: 2, body: 'Two' },
      ]),
    )
    const { url } = await tusClient(blog.mother).send({ kind: 'import', bytes })
    const { _id: id } = await blog.mother.call('POST', '/api/imports', { upload: url.slice('/files/uploads/'.length) })
    await readCached(blog)
    await blog.mother.call('POST', `/api/imports/${id}/start`, {})
    const look = async () => {
      await readCached(blog)
      return blog.mother.call('GET', `/api/imports/${id}`)
    }
    // One that hangs must not keep the next test from its import.
    onTestFinished(async () => void (await blog.mother.send(`/api/imports/${id}/stop`, { method: 'POST' })))
    await expect.poll(look, LOW_PRIORITY).toMatchObject({ state: 'checked', check: { counts: { posts: 2 } } })
  })

  it('neither take all places of requests, nor write links, nor bear the blog’s name, nor learn who reads along (A11)', async () => {
    const { posts } = await blog.mother.call('GET', '/api/post/getposts?limit=1')
    const postId = posts[0]._id as string
    for (const [number, link] of ['casino-bonus.Com', 'bit.Ly', 'discord.Gg', 'evil.xn--p1ai', '1.2.3.4/x'].entries()) {
      const stranger = await blog.reader(`linker${number}`)
      const { _id } = await comment(stranger, { postId, content: `see ${link}` })
      const shown = (await visitor().call('GET', `/api/comment/getpostcomments/${postId}`)) as { _id: string }[]
      expect(shown.map((each) => each._id)).not.toContain(_id)
    }
    const friend = await blog.reader('likesalong')
    const { _id: likedId } = await comment(blog.mother, { postId, content: 'Thank you' })
    await friend.call('PUT', `/api/comment/likecomment/${likedId}`)
    const likesFor = async (person: Person) =>
      ((await person.call('GET', `/api/comment/getpostcomments/${postId}`)) as { _id: string; likes: string[] }[]).find(
        ({ _id }) => _id === likedId,
      )?.likes
    const forVisitors = await likesFor(visitor())
    expect(forVisitors).toHaveLength(1)
    expect(forVisitors).not.toContain(friend.id)
    expect(await likesFor(blog.mother)).toEqual([friend.id])

    const account = (username: string) => ({ username, email: `${Math.random()}@x.example`, password: MOTHER.password, note: 'Hello' })
    expect(await statusOf(visitor(), 'POST', '/api/auth/signup', account('\u043Aindred'))).toBe(400)
    await blog.mother.call('PUT', '/api/settings', { isClosed: true })
    const rows = Array.from({ length: SIGN_UP_REQUESTS_MAX }, (_, number) => {
      const { username, email, note } = account(`place${number}`)
      return {
        id: `place-${number}`,
        username,
        email,
        note,
        password_hash: 'x',
        created_at: number,
        address_hash: `address-${number % 10}`,
      }
    })
    await db.insertInto('sign_up_requests').values(rows).execute()
    // A person from another address still gets a place, and what is left is refused in one step.
    expect(await statusOf(visitor(), 'POST', '/api/auth/signup', account('cousin'))).toBe(201)
    const { requests } = (await blog.mother.call('GET', '/api/requests')) as { requests: { _id: string; username: string }[] }
    const requestIds = requests.filter(({ username }) => username !== 'cousin').map(({ _id }) => _id)
    await blog.mother.call('POST', '/api/requests/refusals', { requestIds })
    expect((await blog.mother.call('GET', '/api/requests')).requests).toMatchObject([{ username: 'cousin' }])
  })
})
