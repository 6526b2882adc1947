import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { photograph } from '#tests/support/pictures.ts'
import { childrenOf, fillDisk, findUnprivilegedLauncher, lockDatabase, makeReadOnly, fullDiskProblem } from './break-things.ts'
import { type FaultBlog, OUT_OF_REACH, startFaultBlog } from './fault-blog.ts'

const launcher = findUnprivilegedLauncher()
const DIED_WORKING = /"message":"SIGKILL".*"isLastTry":false.*picture worker died/

describe('A blog on SQLite and a folder', () => {
  let folder: string
  let blog: FaultBlog
  let small: Buffer
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'kindred-faults-'))
    small = await photograph(60, 40)
    blog = await startFaultBlog({ DATA_DIR: folder }, launcher)
  })
  afterAll(async () => {
    await blog?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it.skipIf(fullDiskProblem())(
    'serves pages while the disk is full, refuses writes with 503 and stores no part of them, and writes again when there is space',
    async () => {
      expect((await blog.comment('before')).status).toBe(201)
      const endFault = fillDisk(blog.process.pid)
      expect((await blog.readFreshPage()).status).toBe(200)
      const refused = await blog.comment('during')
      expect(refused).toMatchObject({ status: 503, retryAfter: '5', body: OUT_OF_REACH })
      expect(refused.body.message).toBe('The blog cannot reach its data just now. Please try again in a moment.')
      expect((await blog.upload(small)).status).toBe(503)
      expect(await blog.readComments()).toEqual(['before'])
      expect(blog.process.output()).toMatch(/"level":50.*disk I\/O error/)
      endFault()
      expect((await blog.comment('after')).status).toBe(201)
      expect(await blog.upload(small)).toMatchObject({ status: 200, body: { state: 'done' } })
      expect((await blog.readComments()).toSorted()).toEqual(['after', 'before'])
    },
  )

  it('serves pages while another process locks the database for over five seconds; writes wait, then get 503', async () => {
    const endFault = lockDatabase(join(folder, 'kindred.sqlite'))
    const early = blog.comment('early')
    const times: number[] = []
    for (let turn = 0; turn < 8; turn += 1) {
      const begun = performance.now()
      expect((await blog.readFreshPage()).status).toBe(200)
      times.push(performance.now() - begun)
      await sleep(250)
    }
    const late = blog.comment('late')
    expect(await early).toMatchObject({ status: 503, retryAfter: '5', body: OUT_OF_REACH })
    endFault()
    expect((await late).status).toBe(201)
    // Far below the time that a write waits for the lock.
    expect(Math.max(...times)).toBeLessThan(3000)
    expect(await blog.readComments()).not.toContain('early')
    expect(blog.process.output()).toContain('database is locked')
  })

  it.skipIf(!launcher)('refuses only uploads, with 503, while the picture folder is read-only', async () => {
    const endFaults = ['files', 'uploads'].map((name) => makeReadOnly(join(folder, name)))
    const refused = await blog.upload(small)
    for (const endFault of endFaults) endFault()
    expect(refused).toMatchObject({ status: 503, body: OUT_OF_REACH })
    expect(blog.process.output()).toMatch(/"level":50.*EACCES/)
    expect((await blog.comment('no matter')).status).toBe(201)
    expect(await blog.upload(small)).toMatchObject({ status: 200, body: { state: 'done' } })
  })

  it('processes a picture with another worker when the first one is killed', async () => {
    // Processing takes many times as long as the interval below, so the worker is still busy when it is killed.
    const large = await photograph(960, 720)
    const uploading = blog.upload(large)
    const killed = new Set<number>()
    const killWorker = () => {
      const output = blog.process.output()
      const [id] = childrenOf(blog.process.pid).filter((each) => !killed.has(each))
      // Kills workers in sequence until the busy one is killed, and only that one: a picture that kills two workers is refused.
      if (id === undefined || DIED_WORKING.test(output) || output.split('picture worker died').length <= killed.size) return output
      killed.add(id)
      process.kill(id, 'SIGKILL')
      return output
    }
    // The first worker may be idle.
    await expect.poll(killWorker, { interval: 10, timeout: 20_000 }).toMatch(DIED_WORKING)
    expect(await uploading).toMatchObject({ status: 200, body: { state: 'done' } })
  })
})
