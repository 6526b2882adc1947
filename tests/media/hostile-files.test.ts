import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FaultBlog, startFaultBlog } from '#tests/faults/fault-blog.ts'
import { watchLatency } from '#tests/faults/watch-latency.ts'
import { HOSTILE_FILES } from '#tests/support/media/hostile-media.ts'
import { photograph } from '#tests/support/media/pictures.ts'
import { mediaFixture } from '#tests/support/media/small-files.ts'
import { sendMedia } from '#tests/support/media/tus.ts'
import { watchMemory } from '#tests/support/media/watch-memory.ts'

const CACHED_PAGE_P95_MS = 50
const REFUSED_AFTER_MS = 60_000
/** The limit of 278 MB, and what comes in until it is noticed. */
const CHILD_MAX_MB = 300

describe('A blog to which every hostile file is sent', () => {
  let blog: FaultBlog
  beforeAll(async () => {
    blog = await startFaultBlog()
  })
  afterAll(() => blog?.stop())

  it('refuses each with a sentence, while cached pages come within 50 ms and a photo and a video are taken', async () => {
    const { process: running, admin } = blog
    const { slug } = await admin.call('POST', '/api/post/create', { title: 'A cached post', content: '<p>Words.</p>' })
    const [memory, latency] = [watchMemory(running.pid), watchLatency(running.url, `/post/${slug}`)]
    const refusals: [string, string][] = []
    let longestMs = 0
    const photos: Promise<unknown>[] = []
    for (const [title, { name, make }] of Object.entries(HOSTILE_FILES)) {
      const bytes = make()
      const begun = performance.now()
      photos.push(blog.upload(await photograph(200, 200)))
      const message = await sendMedia(admin, name, bytes).then(
        () => 'taken',
        (error: Error) => error.message,
      )
      longestMs = Math.max(longestMs, performance.now() - begun)
      refusals.push([title, message])
    }
    const { media } = await sendMedia(admin, 'honest.mp4', mediaFixture('mp4'))
    const taken = (await Promise.all(photos)) as Awaited<ReturnType<FaultBlog['upload']>>[]
    const [{ child, server }, { median, p95, worst }] = [memory(), await latency()]
    const times = `median ${median.toFixed(1)}, p95 ${p95.toFixed(1)}, worst ${worst.toFixed(0)} ms`
    process.stdout.write(
      `${refusals.length} hostile files, the slowest refused after ${(longestMs / 1000).toFixed(1)} s; memory at most ${child} MB for a process that cleans, ${server} MB for the server; cached page: ${times}\n`,
    )
    // Each is a sentence for the sender.
    expect(refusals.filter(([, message]) => !/^[A-Z][^<>]{20,250}\.$|^[a-z][^<>]{10,200}$/.test(message) || message === 'taken')).toEqual(
      [],
    )
    expect(media).toMatchObject({ kind: 'video' })
    expect(taken.filter(({ body }) => body.state !== 'done')).toEqual([])
    expect(longestMs).toBeLessThan(REFUSED_AFTER_MS)
    expect(child).toBeLessThan(CHILD_MAX_MB)
    expect(p95).toBeLessThan(CACHED_PAGE_P95_MS)
  })
})
