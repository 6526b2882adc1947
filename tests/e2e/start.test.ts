import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type BlogProcess, runScript, startBlogProcess } from '#tests/support/blog/blog-process.ts'
import { makeDataFolder } from '#tests/support/blog/data-folder.ts'

const PASSWORD = 'a word that nobody may read'
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-start-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function withBlog(settings: Readonly<Record<string, string>>, work: (blog: BlogProcess) => Promise<void>): Promise<void> {
  const blog = await startBlogProcess(settings)
  await work(blog).finally(() => blog.stop())
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The process group has ended already.
  }
}

const signIn = (url: string, body: { email: string; password: string }) =>
  fetch(`${url}/api/auth/signin`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

describe('A missing build', () => {
  it('Without a build the server prints one line that names the command, and the exit code is 1', async () => {
    const scripts = join(folder, 'unbuilt', 'src', 'server', 'process')
    await cp('src/app/process', scripts, { recursive: true })
    const { exitCode, output } = await runScript(join(scripts, 'main.mjs'), [], { DATA_DIR: join(folder, 'refused') })
    expect(exitCode).toBe(1)
    expect(output.trim().split('\n')).toEqual([expect.stringContaining('npm run build')])
  })
})

describe('An empty blog', () => {
  it('An empty blog prints one set-up link, and the command seed fills it once and prints the password of its admin', async () => {
    await withBlog({}, async (blog) => {
      await expect
        .poll(() => blog.output().trim().split('\n'))
        .toEqual([
          expect.stringContaining('"msg":"database migrated"'),
          `Kindred is ready: ${blog.url}`,
          expect.stringMatching(/^To set up your blog, open this link: {2}http:\/\/127\.0\.0\.1:\d+\/setup#[\w-]{43}$/),
        ])
      const home = await (await fetch(blog.url)).text()
      expect(home).toContain('View all posts')
      expect(home).not.toContain('Recent Posts')
      expect(await (await fetch(`${blog.url}/search`)).text()).toContain('No Posts found.')

      const seedTwice = JSON.stringify([['seed'], ['seed']])
      const { exitCode, output } = await runScript('tests/support/blog/run-commands.mjs', [seedTwice], { DATA_DIR: blog.dataDir })
      const [made = '', planted, refusal, ...others] = output.trimEnd().split('\n')
      const [, email = '', password = ''] = /one was made: (\S+) with the password (\S+)/.exec(made) ?? []
      expect(planted).toMatch(/Planted \d+ posts, \d+ readers and \d+ comments\./)
      expect([exitCode, refusal, others]).toEqual([1, 'This blog has posts already; samples are only for an empty one.', []])
      expect((await signIn(blog.url, { email, password })).status).toBe(200)
      expect(await (await fetch(blog.url)).text()).toContain('Recent Posts')
      expect(blog.output()).not.toContain(password)
    })
  })
})

describe('The log', () => {
  it('An unexpected error is logged with the files and lines of the sources', async () => {
    await withBlog({ DATA_DIR: makeDataFolder() }, async (blog) => {
      using database = new DatabaseSync(join(blog.dataDir, 'kindred.sqlite'))
      database.exec('alter table posts rename to elsewhere')
      expect((await fetch(`${blog.url}/api/post/getposts`)).status).toBe(500)
      await expect.poll(() => blog.output()).toContain(`(${resolve('src/platform/database/sqlite-handle.ts')}:`)
      expect(blog.output()).not.toMatch(/dist\/server\/run\.js:\d/)
    })
  })
})

describe('Stopping', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('%s stops the server after running requests have finished', async (signal) => {
    const dataDir = makeDataFolder()
    const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'info', NODE_ENV: 'production' }
    const child = spawn(process.execPath, ['src/app/process/main.mjs'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (part: string) => (output += part))
    await expect.poll(() => output).toContain('is ready')
    const url = /is ready: (\S+)/.exec(output)?.[1] ?? ''
    const running = signIn(url, { email: 'nobody@example.org', password: PASSWORD })
    await expect.poll(() => fetch(`${url}/api/site`).then(({ status }) => status)).toBe(200)
    const ended = once(child, 'exit')
    child.kill(signal)
    expect((await running).status).toBe(401)
    expect(await ended).toEqual([0, null])
    expect(output).not.toContain(PASSWORD)
    expect((await readdir(dataDir)).filter((name) => /-(wal|shm)$/.test(name))).toEqual([])
  })

  it.skipIf(process.platform === 'win32')('The server stops with npm start, whose shell passes no signal on', async () => {
    const env = { ...process.env, DATA_DIR: makeDataFolder(), PORT: '0', HOST: '127.0.0.1', npm_lifecycle_event: 'start' }
    const script = `'${process.execPath}' src/app/process/main.mjs; true`
    const shell = spawn('sh', ['-c', script], { env, stdio: ['ignore', 'pipe', 'inherit'], detached: true })
    // Ends the blog, which is in the shell's process group, even if the test fails.
    onTestFinished(() => endGroup(shell.pid ?? Number.NaN))
    let output = ''
    shell.stdout.setEncoding('utf8').on('data', (part: string) => (output += part))
    await expect.poll(() => output).toContain('is ready')
    const url = /is ready: (\S+)/.exec(output)?.[1] ?? ''
    shell.kill('SIGTERM')
    const isResponding = () =>
      fetch(`${url}/healthz`).then(
        () => true,
        () => false,
      )
    await expect.poll(isResponding).toBe(false)
  })
})
