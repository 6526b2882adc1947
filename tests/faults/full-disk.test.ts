import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, readdirSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { makeDataFolder } from '#tests/support/blog/data-folder.ts'
import { mountSmallDisk, smallDiskProblem } from './break-things.ts'

const BLOG = 'tests/support/blog/pageless-blog.mjs'
const COMMANDS = 'src/app/cli/main.ts'
const KILOBYTE = 1024
const FULL = /^The disk of \S+ (is full|can hold no more files \(it is out of inodes\))\. Delete what is not needed there, .*$/

interface Ending {
  readonly exitCode: number | null
  readonly signal: string | null
  readonly output: string
}

/** Runs a program until it ends, or until the blog is ready. */
async function run(words: readonly string[], dataDir: string): Promise<Ending> {
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
  const [exitCode, signal] = (await once(child, 'close')) as [number | null, string | null]
  return { exitCode, signal, output: output.trim() }
}

/** @returns everything that was printed, if it is neither that the blog is ready nor one line about the disk */
function outcomeOf({ output, exitCode, signal }: Ending): string {
  if (output.includes('Kindred is ready')) return 'ready'
  return FULL.test(output) && exitCode === 1 ? 'full' : `${exitCode} ${signal} ${output}`
}

/** Leaves this much room on the disk. */
function fill(disk: string, freeKilobytes: number): void {
  const { bavail, bsize } = statfsSync(disk)
  writeFileSync(join(disk, 'fill'), Buffer.alloc(Math.max(0, bavail * bsize - freeKilobytes * KILOBYTE)))
}

const leftovers = (folder: string) => readdirSync(folder).filter((name) => /probe|doctor|restore\.lock/.test(name))

describe.skipIf(smallDiskProblem())('On a full disk', () => {
  function makeData(options: string): { disk: string; data: string } {
    const disk = mountSmallDisk(options)
    const data = join(disk, 'data')
    mkdirSync(data, { mode: 0o700 })
    return { disk, data }
  }
  function makeBlog(freeKilobytes: number) {
    const made = makeData('size=6m')
    copyFileSync(join(makeDataFolder(), 'kindred.sqlite'), join(made.data, 'kindred.sqlite'))
    fill(made.disk, freeKilobytes)
    return made
  }

  it.each([0, 4, 12, 28, 32, 36, 40, 60, 64, 100])('a start with %i KB left succeeds, or says in one line what to do', async (free) => {
    const { data } = makeBlog(free)
    const allowed = free >= 100 ? ['ready'] : free <= 36 ? ['full'] : ['ready', 'full']
    expect(allowed).toContain(outcomeOf(await run([BLOG], data)))
    expect(leftovers(data)).toEqual([])
  })

  it.each([0, 40, 100, 200, 700])('the first start with %i KB left says in one line what to do', async (free) => {
    const { disk, data } = makeData('size=4m')
    fill(disk, free)
    expect(outcomeOf(await run([BLOG], data))).toBe('full')
  })

  it.each([3, 4, 5, 6, 7, 8, 9])('a start with room for %i files succeeds, or says in one line what to do', async (files) => {
    const { data } = makeData(`size=8m,nr_inodes=${files}`)
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
