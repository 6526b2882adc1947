import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, readdirSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '#platform/database/database.ts'
import { createBackup } from '#operations/server/backup/create-backup.ts'
import { makeDataFolder } from '#tests/support/blog/data-folder.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { mountSmallDisk, smallDiskProblem } from './break-things.ts'

const BLOG = 'tests/support/blog/pageless-blog.mjs'
const COMMANDS = 'src/app/cli/main.ts'
const KILOBYTE = 1024
const FULL = /^The disk of \S+ (is full|can hold no more files \(it is out of inodes\))\. Delete what is not needed there, .*$/
const NO_ROOM = /^(There is not enough room on the disk.*|.*The disk of \S+ is full.*)$/

interface Ending {
  readonly exitCode: number | null
  readonly output: string
}

/** Runs a program until it ends, or until the blog is ready. */
async function run(words: readonly string[], dataDir: string, during: (isRunning: () => boolean) => Promise<void> = async () => {}) {
  const { PATH } = process.env
  const env = { PATH, NODE_ENV: 'production', LOG_LEVEL: 'fatal', HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir }
  const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => {
      output += part
      if (output.includes('Kindred is ready')) child.kill('SIGTERM')
    })
  const closed = once(child, 'close')
  await during(() => child.exitCode === null)
  await closed
  return { exitCode: child.exitCode, output: output.trim() }
}

/** @returns an empty data folder on a small disk, and a function that leaves only this much room. @param options of tmpfs */
function makeDisk(options: string) {
  const disk = mountSmallDisk(options)
  const data = join(disk, 'data')
  mkdirSync(data, { mode: 0o700 })
  const leave = (kilobytes: number) => {
    const { bavail, bsize } = statfsSync(disk)
    try {
      writeFileSync(join(disk, `fill-${kilobytes}`), Buffer.alloc(Math.max(0, bavail * bsize - kilobytes * KILOBYTE)))
    } catch (error) {
      // A program has taken some of it meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
  return { disk, data, leave }
}

/** @returns everything that was printed, if it is neither that the blog is ready nor one line about the disk */
function outcomeOf({ output, exitCode }: Ending): string {
  if (output.includes('Kindred is ready')) return 'ready'
  return FULL.test(output) && exitCode === 1 ? 'full' : `${exitCode} ${output}`
}

const leftovers = (folder: string) => readdirSync(folder).filter((name) => /^\.|etilqs|probe|doctor|restore\.lock/.test(name))

describe.skipIf(smallDiskProblem())('On a full disk', () => {
  function makeBlog(kilobytes: number) {
    const made = makeDisk('size=6m')
    copyFileSync(join(makeDataFolder(), 'kindred.sqlite'), join(made.data, 'kindred.sqlite'))
    made.leave(kilobytes)
    return made
  }

  it.each([0, 12, 32, 36, 60, 100])('a start with %i KB left succeeds, or says in one line what to do', async (free) => {
    const { data } = makeBlog(free)
    const allowed = free >= 100 ? ['ready'] : free <= 36 ? ['full'] : ['ready', 'full']
    expect(allowed).toContain(outcomeOf(await run([BLOG], data)))
    expect(leftovers(data)).toEqual([])
  })

  it.each([0, 100, 700])('the first start with %i KB left says in one line what to do', async (free) => {
    const { data, leave } = makeDisk('size=4m')
    leave(free)
    expect(outcomeOf(await run([BLOG], data))).toBe('full')
  })

  it.each([3, 5, 7, 9])('a start with room for %i files succeeds, or says in one line what to do', async (files) => {
    const { data } = makeDisk(`size=8m,nr_inodes=${files}`)
    copyFileSync(join(makeDataFolder(), 'kindred.sqlite'), join(data, 'kindred.sqlite'))
    expect(['ready', 'full']).toContain(outcomeOf(await run([BLOG], data)))
  })

  it.each([
    'user create a@b.example --admin --username mara --password correct-horse-9',
    'user admin a@b.example',
    'user setup-link',
    'seed',
    'backup',
    'backup OUT/blog.tar',
    'restore OUT/none.tar --force',
    'import OUT',
    'export OUT/export',
    'elsewhere list',
  ])('the command %s says in one line what to do', async (command) => {
    const { disk, data } = makeBlog(0)
    const words = command.split(' ').map((word) => word.replace('OUT', disk))
    expect(outcomeOf(await run([COMMANDS, ...words], data))).toBe('full')
    expect(leftovers(data)).toEqual([])
  })

  it('the doctor says that the disk is full first, and leaves no file', async () => {
    const { data } = makeBlog(0)
    const { output } = await run([COMMANDS, 'doctor'], data)
    expect(output).toContain(`The disk of ${data} is full.`)
    expect(output).not.toMatch(/chown|\n\s+at /)
    expect(leftovers(data)).toEqual([])
  })
})

const POSTS = 20
const FILES = 40
const FILE_BYTES = 100_000

describe.skipIf(smallDiskProblem())('A restore on a disk that is too small', () => {
  let source: TestApp
  let backup: string
  beforeAll(async () => {
    source = await createTestApp({ engine: 'sqlite' })
    for (let number = 0; number < POSTS; number += 1)
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

  const restore = (data: string, during?: (isRunning: () => boolean) => Promise<void>) => run([COMMANDS, 'restore', backup], data, during)
  const countFiles = (data: string) => (existsSync(join(data, 'files')) ? readdirSync(join(data, 'files')).length : 0)
  async function countPosts(data: string): Promise<number> {
    if (!existsSync(join(data, 'kindred.sqlite'))) return 0
    const db = await openDatabase(`sqlite:${join(data, 'kindred.sqlite')}`)
    const posts = db.selectFrom('posts').select('id').execute()
    const count = await posts.then(({ length }) => length).catch(() => 0)
    await db.destroy()
    return count
  }

  /** @returns `restored` for the whole blog, `refused` for none and one line that says why, or what is wrong */
  async function endOf(data: string, { exitCode, output }: Ending): Promise<string> {
    const left = leftovers(data)
    if (left.length > 0) return `left ${left.join()}`
    const posts = await countPosts(data)
    if (exitCode === 0 && output.includes('Restored') && posts === POSTS && countFiles(data) === FILES) return 'restored'
    return exitCode === 1 && posts === 0 && NO_ROOM.test(output) ? 'refused' : `${exitCode} ${posts} ${output}`
  }

  // From the first file to room for everything.
  it.each([0, 80, 200, 600, 1500, 3000, 4000, 4500, 5000, 6000, 12_000])(
    'with %i KB left puts the blog in place, or says in one line that there is no room',
    async (free) => {
      const { data, leave } = makeDisk('size=16m')
      leave(free)
      const allowed = free >= 12_000 ? ['restored'] : free * KILOBYTE < FILES * FILE_BYTES ? ['refused'] : ['restored', 'refused']
      expect(allowed).toContain(await endOf(data, await restore(data)))
    },
  )

  it.each([1, 20, FILES - 1])('that others fill after %i files says so in one line, and leaves no blog', async (count) => {
    const { data, leave } = makeDisk('size=16m')
    const ending = await restore(data, async (isRunning) => {
      while (isRunning() && countFiles(data) < count) await sleep(1)
      leave(0)
    })
    expect(['restored', 'refused']).toContain(await endOf(data, ending))
  })
})
