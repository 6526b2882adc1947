import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MediaFacts } from '#media/contract/file-address.ts'
import type { UploadResult } from '#media/contract/uploads.ts'
import { type FaultBlog, startFaultBlog } from '#tests/faults/fault-blog.ts'
import { watchLatency } from '#tests/faults/watch-latency.ts'
import { startFaultyProxy } from '#tests/support/blog/faulty-proxy.ts'
import { unlessMissing } from '#tests/support/requirement.ts'
import { sendOverBadLine } from '#tests/support/media/send-over-bad-line.ts'
import { watchMemory } from '#tests/support/media/watch-memory.ts'
import { ffmpeg, makeLargeVideo, missingFfmpeg } from './large-video.ts'
import { PLAYERS, playIn } from './players.ts'
import { createSmallMachine } from './small-machine.ts'

const MEGABYTE = 1024 * 1024
const MACHINE_BYTES = 1024 * MEGABYTE
const MEMORY_MAX_MB = 600
const CACHED_PAGE_P95_MS = 50
const DROPS = 10
const FIRST_FRAME_BYTES = 1_000_000

const print = (line: string) => void process.stdout.write(`${line}\n`)

describe('A video of 300 MB on a machine with 1 GB', unlessMissing(missingFfmpeg), () => {
  let folder = ''
  let machine: ReturnType<typeof createSmallMachine> = null
  let blog: FaultBlog
  let video = ''
  let address = ''
  let postPath = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kindred-video-'))
    video = await makeLargeVideo(folder)
    machine = createSmallMachine(MACHINE_BYTES)
    blog = await startFaultBlog({}, machine?.launcher)
  })
  afterAll(async () => {
    await blog?.stop()
    machine?.remove()
    await rm(folder, { recursive: true, force: true })
  })

  async function waitUntilClean(upload: string): Promise<{ url: string; media: MediaFacts }> {
    for (;;) {
      const result = (await blog.admin.call('GET', upload)) as UploadResult
      if (result.state === 'done' && result.media) return { url: result.url, media: result.media }
      if (result.state === 'failed') throw new Error(result.message)
    }
  }

  async function publish(content: string): Promise<string> {
    const { slug } = await blog.admin.call('POST', '/api/post/create', { title: 'First steps', content })
    return `/post/${slug}`
  }

  it('is sent over a line that drops ten times, cleaned and read, while cached pages come within 50 ms and memory stays below 600 MB', async () => {
    const { size } = await stat(video)
    const { url, pid } = blog.process
    const cached = await publish('<p>Words.</p>')
    const [memory, latency] = [watchMemory(pid), watchLatency(url, cached)]
    const proxy = await startFaultyProxy({ host: '127.0.0.1', port: Number(new URL(url).port) })
    proxy.dropAfter(...Array.from({ length: DROPS }, () => Math.floor(size / (DROPS + 1))))
    const times = [performance.now()]
    const file = { kind: 'media', name: 'First steps.mov', path: video, size } as const
    const upload = await sendOverBadLine(`http://127.0.0.1:${proxy.port}`, blog.admin.cookie, file)
    times.push(performance.now())
    const { url: stored, media } = await waitUntilClean(upload)
    times.push(performance.now())
    address = stored
    postPath = await publish(`<figure><video controls preload="metadata" src="${address}"></video></figure>`)
    // Ten readers at once, each at another place of the video.
    await Promise.all(
      Array.from({ length: DROPS }, async (_, index) => {
        const start = Math.floor((media.bytes / DROPS) * index)
        const response = await blog.admin.send(address, { headers: { range: `bytes=${start}-${start + 20 * MEGABYTE - 1}` } })
        expect([response.status, (await response.arrayBuffer()).byteLength]).toEqual([206, Math.min(20 * MEGABYTE, media.bytes - start)])
      }),
    )
    times.push(performance.now())
    const [{ together, server, child }, { median, p95, worst }] = [memory(), await latency()]
    await proxy.close()
    const [sent, cleaned, read] = times.slice(1).map((at, index) => `${((at - (times[index] ?? 0)) / 1000).toFixed(1)} s`)
    print(`${(size / 1e6).toFixed(0)} MB: sent in ${sent}, ${proxy.drops()} drops; cleaned in ${cleaned}; ten parts read in ${read}`)
    print(
      `memory ${together} MB together, ${server} MB the server, ${child} MB the process that cleans; limit ${machine ? `1 GB, freed ${machine.shortages()} times` : 'none'}`,
    )
    print(`cached page: median ${median.toFixed(1)}, p95 ${p95.toFixed(1)}, worst ${worst.toFixed(0)} ms`)
    expect(proxy.drops()).toBe(DROPS)
    expect(media).toMatchObject({ kind: 'video', width: 1280, height: 720, playsEverywhere: true })
    expect(together).toBeLessThan(MEMORY_MAX_MB)
    expect(p95).toBeLessThan(CACHED_PAGE_P95_MS)
    // Nothing of the upload, nor of the cleaning, is left on the disk.
    expect((await readdir(blog.process.dataDir, { recursive: true })).filter((name) => /^(uploads|cleaning)\/./.test(name))).toEqual([])
  })

  it('shows its first frame after at most 1 MB, and the middle with a request for a part', async () => {
    const head = join(folder, 'head.mp4')
    const part = await blog.admin.send(address, { headers: { range: `bytes=0-${FIRST_FRAME_BYTES - 1}` } })
    await pipeline(Readable.fromWeb(part.body as never), createWriteStream(head))
    // The index is whole, and the first key frame is there. The key frames of this video have 230 kB.
    const { stdout } = await ffmpeg('-i', head, '-frames:v', '1', '-f', 'rawvideo', '-pix_fmt', 'gray', '-')
    expect(stdout.byteLength).toBe(1280 * 720)
  })

  it.each(PLAYERS)('plays in $name from its start, and from its middle before it has arrived', async ({ missing, start, name }) => {
    if (missing !== null) return print(`${name}: ${missing.why}; ${missing.install}`)
    const browser = await start()
    try {
      const played = await playIn(browser, blog.process.url + postPath)
      print(`${browser.title}: ${JSON.stringify(played)}`)
      expect(played).toMatchObject({ width: 1280, height: 720, plays: true, playsFromMiddle: true, error: null })
      expect(Math.abs(played.seconds - 300)).toBeLessThan(0.5)
      // WebKit calls everything received that it knows the length of.
      expect(name === 'WebKit' ? 0 : played.received).toBeLessThan(0.5)
    } finally {
      await browser.close()
    }
  })
})
