import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type AttackBlog, startAttackBlog } from '#tests/attacks/attack-blog.ts'
import { LOW_PRIORITY } from '#tests/support/blog/low-priority.ts'
import { smallWordpressExport } from '#tests/support/import-export/small-exports.ts'
import { tusClient } from '#tests/support/media/tus.ts'
import { childrenOf } from './break-things.ts'
import { watchLatency } from './watch-latency.ts'

const POSTS = 500
const POST_BYTES = 20_000
/** A server that did the whole work in one piece would respond to none. */
const RESPONSES_MIN = POSTS
const GROWTH_MAX_MB = 50
const PARAGRAPH = `<p>${'A <b>long</b> day, and a quiet evening after it. '.repeat(8)}</p>`

describe('An import of 10 MB of posts', { shuffle: false }, () => {
  let blog: AttackBlog
  let id: string
  beforeAll(async () => {
    blog = await startAttackBlog('sqlite')
    const body = PARAGRAPH.repeat(POST_BYTES / PARAGRAPH.length)
    const items = Array.from({ length: POSTS }, (_, index) => ({ id: index + 1, title: `Day ${index}`, body }))
    const { url } = await tusClient(blog.admin).send({ kind: 'import', bytes: Buffer.from(smallWordpressExport(items)) })
    id = (await blog.admin.call('POST', '/api/imports', { upload: url.slice('/files/uploads/'.length) }))._id
  })
  afterAll(() => blog?.stop())

  const read = () => blog.admin.call('GET', `/api/imports/${id}`)
  async function untilEnd(): Promise<any> {
    for (;;) {
      const found = await read()
      if (!['checking', 'running'].includes(found.state)) return found
      await sleep(200)
    }
  }

  it('delays no request and takes no memory of the server', async () => {
    for (let n = 0; n < 500; n += 1) await (await fetch(`${blog.url}/api/post/getposts?startIndex=${n}`)).text()
    const before = blog.memoryMb()
    let highest = before
    const memory = setInterval(() => (highest = Math.max(highest, blog.memoryMb())), 20)
    onTestFinished(() => clearInterval(memory))
    const stopWatching = watchLatency(blog.url)
    await blog.admin.call('POST', `/api/imports/${id}/start`, {})
    expect((await untilEnd()).check.counts.posts).toBe(POSTS)
    await blog.admin.call('POST', `/api/imports/${id}/start`, { fetchesPictures: false })
    const done = await untilEnd()
    const { count } = await stopWatching()
    expect(done).toMatchObject({ state: 'done', result: { counts: { posts: POSTS } } })
    expect((await (await fetch(`${blog.url}/api/post/getposts`)).json()).totalPosts).toBe(POSTS + 1)
    expect(highest - before).toBeLessThan(GROWTH_MAX_MB)
    expect(count).toBeGreaterThan(RESPONSES_MIN)
  })

  it('ends with the server, also when that is killed', async () => {
    await blog.admin.call('POST', `/api/imports/${id}/start`, {})
    await expect.poll(() => childrenOf(blog.pid).length).toBe(1)
    const [child = 0] = childrenOf(blog.pid)
    process.kill(blog.pid, 'SIGKILL')
    // It notices when it has started, which takes long at its priority.
    await expect.poll(() => isRunning(child), LOW_PRIORITY).toBe(false)
  })
})

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
