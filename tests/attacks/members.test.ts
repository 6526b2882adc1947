import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createLink } from '#accounts/server/links/account-links.store.ts'
import { DAY_MS } from '#platform/contract/limits.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import type { Person } from '#tests/crash/person.ts'
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
})
