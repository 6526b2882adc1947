import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '#platform/database/database.ts'
import { createBackup } from '#operations/server/backup/create-backup.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { mountSmallDisk, smallDiskProblem } from './break-things.ts'

const FILES = 40
const FILE_BYTES = 100_000
const KILOBYTE = 1024
const NO_ROOM = /^(There is not enough room on the disk.*|.*The disk of \S+ is full.*)$/

/** Twenty moments from the first file to room for everything. */
const FREE_KILOBYTES = [0, 40, 80, 120, 200, 300, 400, 600, 800, 1000, 1500, 2000, 2500, 3000, 3500, 4000, 4500, 5000, 6000, 12_000]

describe.skipIf(smallDiskProblem())('A restore on a disk that is too small', () => {
  let source: TestApp
  let backup: string
  beforeAll(async () => {
    source = await createTestApp({ engine: 'sqlite' })
    for (let number = 0; number < 20; number += 1)
      await source.makePost({ title: `Day ${number}`, content: `<p>${'words '.repeat(900)}</p>` })
    for (let number = 0; number < FILES; number += 1) {
      const folder = randomBytes(12).toString('base64url')
      const address = `/files/${folder}/x.jpg`
      const row = { folder, user_id: null, kind: 'post', address, bytes: FILE_BYTES, created_at: 1, unused_since: null } as const
      await source.db.insertInto('pictures').values(row).execute()
      await source.storage.files.write(`${folder}/x.jpg`, randomBytes(FILE_BYTES))
    }
    backup = join(source.folder, 'blog.tar')
    await createBackup({ databaseUrl: source.databaseUrl, files: source.storage.files, path: backup, now: Date.now })
  })
  afterAll(() => source.close())

  /** @returns an empty data folder on a small disk, and a function that leaves only this much room */
  function makeDisk(): { data: string; leave: (kilobytes: number) => void } {
    const disk = mountSmallDisk('size=16m')
    const data = join(disk, 'data')
    mkdirSync(data, { mode: 0o700 })
    const leave = (kilobytes: number) => {
      const { bavail, bsize } = statfsSync(disk)
      try {
        writeFileSync(join(disk, `fill-${kilobytes}`), Buffer.alloc(Math.max(0, bavail * bsize - kilobytes * KILOBYTE)))
      } catch (error) {
        // The restore has taken some of it meanwhile.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    }
    return { data, leave }
  }

  async function restore(data: string, during: (isRunning: () => boolean) => Promise<void> = async () => {}) {
    const { PATH } = process.env
    const env = { PATH, NODE_ENV: 'production', LOG_LEVEL: 'fatal', DATA_DIR: data }
    const child = spawn(process.execPath, ['src/app/cli/main.ts', 'restore', backup], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    onTestFinished(() => void child.kill('SIGKILL'))
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part: string) => (output += part))
    const closed = once(child, 'close')
    await during(() => child.exitCode === null)
    await closed
    return { exitCode: child.exitCode, output: output.trim() }
  }

  /** @returns `restored` for the whole blog, `refused` for none and one line that says why, or what is wrong */
  async function outcomeOf(data: string, { exitCode, output }: Awaited<ReturnType<typeof restore>>): Promise<string> {
    const left = readdirSync(data).filter((name) => /^\.|etilqs|probe/.test(name))
    const found = { posts: await countPosts(data), files: existsSync(join(data, 'files')) ? readdirSync(join(data, 'files')).length : 0 }
    if (left.length > 0) return `left ${left.join()}`
    if (exitCode === 0 && output.includes('Restored') && found.posts === 20 && found.files === FILES) return 'restored'
    return exitCode === 1 && found.posts === 0 && NO_ROOM.test(output) ? 'refused' : `${exitCode} ${found.posts} ${output}`
  }

  async function countPosts(data: string): Promise<number> {
    if (!existsSync(join(data, 'kindred.sqlite'))) return 0
    const db = await openDatabase(`sqlite:${join(data, 'kindred.sqlite')}`)
    const posts = await db
      .selectFrom('posts')
      .select('id')
      .execute()
      .catch(() => [])
    await db.destroy()
    return posts.length
  }

  it.each(FREE_KILOBYTES)('with %i KB left puts the blog in place, or says in one line that there is no room', async (free) => {
    const { data, leave } = makeDisk()
    leave(free)
    const allowed = free >= 12_000 ? ['restored'] : free * KILOBYTE < FILES * FILE_BYTES ? ['refused'] : ['restored', 'refused']
    expect(allowed).toContain(await outcomeOf(data, await restore(data)))
  })

  it.each([1, 5, 20, FILES - 1])('that others fill after %i files says so in one line, and leaves no blog', async (count) => {
    const { data, leave } = makeDisk()
    const written = () => (existsSync(join(data, 'files')) ? readdirSync(join(data, 'files')).length : 0)
    const outcome = await restore(data, async (isRunning) => {
      while (isRunning() && written() < count) await sleep(1)
      leave(0)
    })
    expect(['restored', 'refused']).toContain(await outcomeOf(data, outcome))
  })
})
