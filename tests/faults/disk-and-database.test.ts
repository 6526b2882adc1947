import { join } from 'node:path'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { photograph } from '#tests/support/media/pictures.ts'
import { childrenOf, fillDisk, findUnprivilegedLauncher, lockDatabase, makeReadOnly, fullDiskProblem } from './break-things.ts'
import { type FaultBlog, OUT_OF_REACH, startFaultBlog } from './fault-blog.ts'

const launcher = findUnprivilegedLauncher()
const DIED_WORKING = /"message":"SIGKILL".*"isLastTry":false.*picture worker died/

describe('A blog on SQLite and a folder', () => {
  let folder: string
  let blog: FaultBlog
  let small: Buffer
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'kindred-faults-'))
    small = await photograph(60, 40)
    blog = await startFaultBlog({ DATA_DIR: folder }, launcher)
  })
  afterEach(() => blog?.stop())

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
    for (let turn = 0; turn < 8; turn += 1) expect((await blog.readFreshPage()).status).toBe(200)
    expect(await early).toMatchObject({ status: 503, retryAfter: '5', body: OUT_OF_REACH })
    const late = blog.comment('late')
    // Meanwhile it waits for the lock.
    expect((await blog.readFreshPage()).status).toBe(200)
    endFault()
    expect((await late).status).toBe(201)
    expect(await blog.readComments()).not.toContain('early')
    expect(blog.process.output()).toContain('database is locked')
  })

  it.skipIf(!launcher)('refuses only uploads, with 503, while the picture folder is read-only', async () => {
    // The first upload makes the folders.
    expect((await blog.upload(small)).status).toBe(200)
    const endFaults = ['files', 'uploads'].map((name) => makeReadOnly(join(folder, name)))
    const refused = await blog.upload(small)
    for (const endFault of endFaults) endFault()
    expect(refused).toMatchObject({ status: 503, body: OUT_OF_REACH })
    expect(blog.process.output()).toMatch(/"level":50.*EACCES/)
    expect((await blog.comment('no matter')).status).toBe(201)
    expect(await blog.upload(small)).toMatchObject({ status: 200, body: { state: 'done' } })
  })

  it('processes a picture with another worker when the first one is killed', async () => {
    const workers = () => childrenOf(blog.process.pid)
    // Without idle workers, a new one is started for the picture, and is busy when it is killed.
    for (const idle of workers()) process.kill(idle, 'SIGKILL')
    await expect.poll(workers).toEqual([])
    const uploading = blog.upload(small)
    await expect.poll(workers, { interval: 10 }).toHaveLength(1)
    for (const busy of workers()) process.kill(busy, 'SIGKILL')
    expect(await uploading).toMatchObject({ status: 200, body: { state: 'done' } })
    expect(blog.process.output()).toMatch(DIED_WORKING)
  })
})
