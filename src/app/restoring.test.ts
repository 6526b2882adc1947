import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, it } from 'vitest'
import { RESTORE_LOCK, noteRestore } from '#upkeep/server/restore/restore.store.ts'
import { pageIds, pages } from '#pages/pages.ts'
import { type EndpointName, endpoints } from './contract/endpoints.ts'
import { type PublicResponseName, publicResponses } from './contract/public-responses.ts'
import { ROWS, type Things } from '#tests/support/access-rows.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { RESPONSE_ROWS } from '#tests/support/response-rows.ts'
import type { TestClient } from '#tests/support/test-client.ts'

const TITLE = 'Only in the old blog'

onEachEngine('While another process puts a backup in place of the blog', (engine) => {
  const blog = useTestApp(engine)
  let things: Things
  let people: readonly TestClient[]
  let cardPaths: readonly string[]

  const readList = async () => (await blog().app.request('/api/post/getposts', {})).status

  beforeAll(async () => {
    const [admin, family] = [await blog().makeAdmin(), await blog().makeUser({ isFamily: true })]
    const post = await blog().makePost({ by: admin, title: TITLE })
    const comment = await blog().makeComment(family, post._id)
    things = { userId: family.id, actorId: family.id, postId: post._id, commentId: comment._id, sessionId: 's', trashedId: 't' }
    people = [blog().visitor(), family, admin]
    cardPaths = await Promise.all(
      (Object.keys(publicResponses) as PublicResponseName[]).map(async (name) => RESPONSE_ROWS[name].path(things, blog())),
    )
    // In the cache from now on.
    await readList()
    await blog().locks.tryLock(RESTORE_LOCK)
    await noteRestore(blog().db, { phase: 'restoring', chosen: null, now: blog().clock.now })
    while ((await readList()) !== 503) await sleep(50)
  })

  /** Everyone gets the same bytes, so that nothing of the old blog or of the new one is in them. */
  async function expectClosed(path: string, init: RequestInit = {}): Promise<void> {
    const texts = new Set<string>()
    for (const person of people) {
      const response = await person.send(path, init)
      expect([path, response.status, response.headers.get('retry-after')]).toEqual([path, 503, '15'])
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('set-cookie')).toBeNull()
      texts.add(await response.text())
    }
    expect([path, texts.size]).toEqual([path, 1])
    expect([...texts].join()).not.toContain(TITLE)
  }

  it('every call responds with 503 and the same text for everyone', async () => {
    for (const [name, row] of Object.entries(ROWS) as [EndpointName, (typeof ROWS)[EndpointName]][]) {
      const [method = ''] = endpoints[name].key.split(' ')
      const body =
        method === 'GET' ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(row.body?.(things) ?? {}) }
      await expectClosed(row.path(things), { method, ...body })
    }
  })

  it('every page, and every form that is sent to one, responds with 503 and the same page for everyone', async () => {
    for (const id of pageIds) {
      const path = pages[id].path.replaceAll(/:\w+/g, 'only-in-the-old-blog')
      await expectClosed(path)
      const form = { 'content-type': 'application/x-www-form-urlencoded' }
      await expectClosed(path, { method: 'POST', headers: form, body: '_form=sign-in' })
    }
    await expectClosed('/no-such-page')
  })

  it('feeds, pictures, cards, icons and uploads respond with 503', async () => {
    for (const path of cardPaths) await expectClosed(path)
    await expectClosed('/files', { method: 'POST', headers: { 'tus-resumable': '1.0.0', 'upload-length': '10' } })
  })

  it('only the health check responds as before', async () => {
    expect((await blog().app.request('/healthz', {})).status).toBe(200)
  })
})
