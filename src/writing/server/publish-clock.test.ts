import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createPost } from '#writing/contract/edit-posts.endpoints.ts'
import type { Post } from '#posts/contract/posts.endpoints.ts'
import { MINUTE_MS } from '#platform/contract/limits.ts'
import { startCachedApi } from '#tests/support/blog/cached-api.ts'
import { onEachEngine, useFreshTestApp } from '#tests/support/engines.ts'
import { startPublishClock } from './publish-clock.ts'

const root = join(import.meta.dirname, '../../..')
/** Five seconds in production. */
const CHECK_EVERY_MS = 500
const SOON = { interval: 50 }

onEachEngine('The clock that publishes planned posts', (engine) => {
  let ahead = 0
  const now = () => Date.now() + ahead
  const blog = useFreshTestApp(engine, { now: now(), overrides: { now } })
  const later = () => now() + 2 * MINUTE_MS
  const PUBLISHED = 'planned posts published'
  const countLines = () => blog().logLines.filter((line) => line.includes(PUBLISHED)).length

  async function plan(title: string, inMs: number): Promise<Post & { at: number }> {
    const admin = await blog().makeAdmin()
    const at = now() + inMs
    const post = await admin.call(createPost, {
      body: { title, content: '<p>x</p>', publishAt: new Date(at).toISOString() },
    })
    return { ...post, at }
  }
  const start = (parts: Partial<Parameters<typeof startPublishClock>[0]> = {}) =>
    startPublishClock({ db: blog().db, write: blog().blog.feed.write, logger: blog().logger, now, checkEveryMs: CHECK_EVERY_MS, ...parts })

  it('A post appears at its time, once, in the cached responses of every process', async () => {
    const other = await startCachedApi(engine, blog())
    const read = async (): Promise<Post[]> => (await (await fetch(`${other.url}/api/post/getposts?limit=3`)).json()).posts
    expect(await read()).toEqual([])
    const stops = [start(), start()]
    const post = await plan('In a moment', MINUTE_MS)
    onTestFinished(() => void (ahead = 0))
    // However long planning took, its time is near.
    ahead = post.at - Date.now() - 500
    const seenAt = async () => ((await read()).length > 0 ? now() : 0)
    let seen = 0
    await expect.poll(async () => (seen = await seenAt()), SOON).toBeGreaterThan(0)
    expect(seen).toBeGreaterThanOrEqual(post.at)
    for (const stop of stops) await stop()
    expect(countLines()).toBe(1)
    expect(await read()).toMatchObject([{ _id: post._id, createdAt: post.publishAt, updatedAt: post.publishAt }])
    await other.close()
  })

  it('A post whose time passed while no process ran is published at the start', async () => {
    const post = await plan('While away', MINUTE_MS)
    const before = countLines()
    const stop = start({ now: later })
    await expect.poll(countLines, SOON).toBe(before + 1)
    await stop()
    const posts = await blog().readPosts({ postId: post._id })
    expect(posts).toMatchObject([{ createdAt: post.publishAt }])
  })

  it('Several processes publish each post once', async () => {
    const posts = [await plan('One', MINUTE_MS), await plan('Two', MINUTE_MS), await plan('Three', 2 * MINUTE_MS)]
    const script = `
      const { once } = await import('node:events')
      const { tuneProcess } = await import('#app/process/tune-process.mjs')
      tuneProcess()
      const { openDatabase } = await import('#platform/database/database.ts')
      const { openChangeFeed } = await import('#platform/database/change-feed.ts')
      const { publishDuePosts } = await import('#writing/server/publish-clock.ts')
      const [, databaseUrl, time] = process.argv
      const db = await openDatabase(databaseUrl)
      const now = () => Number(time)
      const feed = await openChangeFeed({ db, databaseUrl, caches: [], logger: console, now })
      process.send('ready')
      await once(process, 'message')
      process.send(await publishDuePosts({ db, write: feed.write, logger: { info() {} }, now }))
      await feed.close()
      await db.destroy()
      process.disconnect()`
    const parts = ['--input-type=module', '-e', script, blog().databaseUrl, String(now() + 90_000)]
    const processes = [1, 2].map(() => spawn(process.execPath, parts, { cwd: root, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }))
    onTestFinished(() => processes.forEach((each) => each.kill()))
    const nextMessages = () => Promise.all(processes.map((each) => once(each, 'message')))
    expect((await nextMessages()).flat()).toEqual(['ready', undefined, 'ready', undefined])
    const results = nextMessages()
    for (const each of processes) each.send('publish')
    const published = (await results).flatMap(([ids]) => ids as string[])
    expect(published.toSorted()).toEqual(posts.slice(0, 2).map(({ _id }) => _id))
  })

  it('A failure is logged, and the post is published a few seconds later', async () => {
    const post = await plan('After a failure', MINUTE_MS)
    let failures = 0
    const { write } = blog().blog.feed
    const stop = start({
      now: later,
      write: (work) => ((failures += 1) === 1 ? Promise.reject(new Error('The disk is full')) : write(work)),
    })
    const isThere = async () =>
      (await blog().db.selectFrom('posts').select('id').where('id', '=', post._id).where('state', '=', 'published').execute()).length
    await expect.poll(isThere, SOON).toBe(1)
    await stop()
    expect(blog().logLines.filter((line) => line.includes('publishing planned posts failed'))).toHaveLength(1)
  })
})
