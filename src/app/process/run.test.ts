import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Database } from '#platform/database/database.ts'
import { openLocks } from '#platform/database/lock.ts'
import { requireNothingRuns } from '#platform/database/running-lock.ts'
import { startBlogProcess } from '#tests/support/blog/blog-process.ts'
import { onEachEngine } from '#tests/support/engines.ts'
import { findFreePort } from '#tests/support/free-port.ts'
import { makeDataFolder } from '#tests/support/blog/data-folder.ts'
import { makeFolder } from '#tests/support/temporary-folder.ts'
import { createDatabase } from '#tests/support/test-app.ts'

const BLOG = 'tests/support/blog/pageless-blog.mjs'

interface Ending {
  readonly exitCode: number | null
  readonly output: string
}

/** A start that fails after a wait that keeps no process alive, as those of parts that are closed. */
const FAILS_LATE = `
import { setTimeout as sleep } from 'node:timers/promises'
import { run } from '#app/process/run.ts'
import { StartError } from '#platform/process/start-error.ts'
const loadPages = async () => { await sleep(200, undefined, { ref: false }); throw new StartError('The disk is full.') }
await run({ loadPages })`

/** Starts a blog that must fail, and waits for its exit. */
async function runToEnd(settings: Record<string, string>, args = [BLOG]): Promise<Ending> {
  const { PATH } = process.env
  const env = { PATH, NODE_ENV: 'production', LOG_LEVEL: 'error', HOST: '127.0.0.1', PORT: '0', ...settings }
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => (output += part))
  }
  const [exitCode] = (await once(child, 'close')) as [number | null]
  return { exitCode, output }
}

onEachEngine('A start that fails prints one line and ends the process', (engine) => {
  let db: Database
  let settings: Record<string, string>
  beforeEach(async () => {
    const dataDir = makeFolder()
    const database = await createDatabase(engine, dataDir)
    onTestFinished(database.remove)
    db = database.db
    settings = { DATA_DIR: dataDir, DATABASE_URL: database.url }
  })

  const expectEnd = async (more: Record<string, string>, line: RegExp) => {
    const { exitCode, output } = await runToEnd({ ...settings, ...more })
    expect(output).toMatch(line)
    expect(output.split('\n')).toHaveLength(2)
    expect(exitCode).toBe(1)
  }
  async function takePort(): Promise<string> {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    return String((other.address() as AddressInfo).port)
  }

  it('when the port is taken', async () => {
    const PORT = await takePort()
    await expectEnd(
      { PORT },
      new RegExp(`^Port ${PORT} on 127.0.0.1 is taken by another program\\. Set PORT to a free one, or stop the other\\.\n$`),
    )
  })

  it('when the database is of a newer version', async () => {
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2099-01-01')`.execute(db)
    await expectEnd({}, /^This database was made by a newer version of Kindred \(9999-later; /)
  })

  it('when a backup is being restored', async () => {
    await using locks = openLocks(settings['DATABASE_URL'] ?? '')
    await requireNothingRuns(locks)
    await expectEnd({}, /^A backup is being restored into this database\./)
  })

  it.runIf(engine === 'postgres')('when the database cannot be reached', async () => {
    const DATABASE_URL = `postgres://user:hunter2@127.0.0.1:${await findFreePort()}/blog`
    await expectEnd({ DATABASE_URL }, /^The database named by DATABASE_URL could not be opened \(.*ECONNREFUSED.*\)\.\n$/)
  })

  // Before the database is opened, or closed like it is for a port that is taken.
  if (engine === 'postgres') return

  it('when another blog runs on the same data', async () => {
    const blog = await startBlogProcess(settings, { script: BLOG })
    onTestFinished(() => blog.stop())
    await expectEnd({}, /^Another blog runs on the data in .+\. Stop it first, or set DATA_DIR to another folder\.\n$/)
    // Commands and the processes of the blog go on.
    expect(await blog.command('user', 'setup-link')).toMatchObject({ exitCode: 0 })
    await blog.stop()
    const next = await startBlogProcess(settings, { script: BLOG })
    await next.stop()
  })

  it('when the metrics port is taken', async () => {
    await expectEnd(
      { METRICS_PORT: await takePort() },
      /^METRICS_PORT \d+ cannot be listened on \(EADDRINUSE\)\. Set it to a free one\.\n$/,
    )
  })

  it('when the storage cannot be reached', async () => {
    const S3_ENDPOINT = `http://127.0.0.1:${await findFreePort()}`
    const bucket = { STORAGE_URL: 's3://pictures', S3_ENDPOINT, S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'hunter2' }
    await expectEnd(bucket, /^The bucket named by STORAGE_URL could not be opened \(.*\)\. Look at STORAGE_URL and the S3_ settings\.\n$/)
  })

  it('when nothing else keeps the process alive', async () => {
    const { exitCode, output } = await runToEnd(settings, ['--input-type=module', '--eval', FAILS_LATE])
    expect(output).toBe('The disk is full.\n')
    expect(exitCode).toBe(1)
  })
})

describe('A running process', () => {
  const blogs: { stop: () => Promise<void> }[] = []
  afterEach(() => Promise.all(blogs.splice(0).map((blog) => blog.stop())))
  const start = async (settings: Record<string, string>) => {
    const blog = await startBlogProcess({ ...settings, DATA_DIR: makeDataFolder() }, { script: BLOG })
    blogs.push(blog)
    return blog
  }

  it.each([
    ['SIGTERM', { WORKERS: '4' }],
    ['SIGINT', { WORKERS: '1' }],
    ['SIGHUP', {}],
  ] as const)('stops cleanly at %s, and prints how to run several when WORKERS is still set: %j', async (signal, settings) => {
    const blog = await start(settings)
    const notes = blog.output().match(/^WORKERS no longer exists: this is one process\. .*docs\/operating\.md/gm)
    expect(notes ?? []).toHaveLength(signal === 'SIGTERM' ? 1 : 0)
    expect(blog.output().includes('WORKERS')).toBe(signal === 'SIGTERM')
    blog.send(signal)
    await expect.poll(() => blog.ending()).toBe('exit code 0')
  })
})
