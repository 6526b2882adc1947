import { spawn } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type BlogProcess, runScript, startBlogProcess } from '#tests/support/blog/blog-process.ts'
import { makeDataFolder } from '#tests/support/blog/data-folder.ts'
import { findFreePort } from '#tests/support/free-port.ts'

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-start-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

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
    const blog = await startBlogProcess()
    onTestFinished(() => blog.stop())
    await expect
      .poll(() => blog.output().trim().split('\n'))
      .toEqual([
        expect.stringContaining('"msg":"database migrated"'),
        `Kindred is ready: ${blog.url}`,
        expect.stringMatching(/^To set up your blog, open this link: {2}http:\/\/127\.0\.0\.1:\d+\/setup#[\w-]{43}$/),
      ])

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

describe('Stopping', () => {
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

/** Runs in the server: the signal causes an uncaught error. */
const FAULT = 'process.on("SIGWINCH",()=>Promise.reject(new Error("a fault of the test")))'

describe('Health and metrics', () => {
  let blog: BlogProcess
  let metricsUrl: string
  beforeAll(async () => {
    const port = await findFreePort()
    metricsUrl = `http://127.0.0.1:${port}/metrics`
    blog = await startBlogProcess({
      METRICS_PORT: String(port),
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(FAULT)}`,
    })
  })
  afterAll(() => blog.stop())

  const figure = (text: string, name: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')[1],
    )

  it('Metrics are served on loopback only', async () => {
    const asked = 30
    await Promise.all(Array.from({ length: asked }, () => fetch(`${blog.url}/about`, { headers: { connection: 'close' } })))
    const text = await (await fetch(metricsUrl)).text()
    expect(figure(text, 'kindred_http_requests_total{method="GET",route="/about",status="200"}')).toBe(asked)
    const [hits, misses] = ['hits', 'misses'].map((what) => figure(text, `kindred_response_cache_${what}_total`))
    // The page is rendered once; requests that arrive meanwhile wait for it.
    expect(misses).toBeGreaterThan(0)
    expect((hits ?? 0) + (misses ?? 0)).toBeLessThanOrEqual(asked + 2)
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
    expect((await fetch(`${blog.url}/metrics`)).status).toBe(404)
  })

  it('The error screen shows the request id of the log', async () => {
    const database = new DatabaseSync(join(blog.dataDir, 'kindred.sqlite'))
    database.exec('alter table posts rename to posts_elsewhere')
    const response = await fetch(`${blog.url}/projects`)
    database.exec('alter table posts_elsewhere rename to posts')
    database.close()
    const page = await response.text()
    expect(response.status).toBe(500)
    expect(page).toContain('Unexpected Application Error!')
    expect(page).not.toContain('posts_elsewhere')
    const [, reference = ''] = /<code[^>]*>([\w-]{36})<\/code>/.exec(page) ?? []
    expect(response.headers.get('x-request-id')).toBe(reference)
    await expect.poll(() => blog.output()).toMatch(new RegExp(`"level":50[^\n]*${reference}[^\n]*no such table`))
    // With the files and lines of the sources.
    expect(blog.output()).toContain(`(${resolve('src/platform/database/sqlite-handle.ts')}:`)
    expect((await fetch(`${blog.url}/projects`)).status).toBe(200)
  })

  it('/readyz names the problem while /healthz stays ok', async () => {
    await rm(blog.dataDir, { recursive: true, force: true, maxRetries: 10 })
    // /readyz caches its result for a moment.
    const ready = async () => {
      const response = await fetch(`${blog.url}/readyz`)
      return [response.status, (await response.json()).problems]
    }
    await expect.poll(ready).toEqual([503, expect.arrayContaining(['The storage of the pictures cannot be reached.'])])
    expect((await fetch(`${blog.url}/healthz`)).status).toBe(200)
  })

  it('An uncaught error is logged and stops the process with exit code 1', async () => {
    blog.send('SIGWINCH')
    await expect.poll(() => blog.ending()).toBe('exit code 1')
    expect(blog.output()).toMatch(/"level":60.*a fault of the test.*uncaught error/)
  })
})
