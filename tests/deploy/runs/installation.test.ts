import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Person } from '#tests/crash/person.ts'
import { unlessMissing } from '#tests/support/requirement.ts'
import { uploadPicture } from '#tests/support/media/tus.ts'
import { installBlog, type InstalledBlog } from './installed-blog.ts'
import { missingMachine } from './trial-machine.ts'

/** The score of systemd: 0 is closed, 10 is open. */
const EXPOSURE_MAX = 2
const PAGES = 300
/** Outside of the data. */
const BACKUPS = '/srv/backups'
const OWN_SITE = 'http://localhost:4999 {\n\trespond mine\n}\n'

describe('An installation', unlessMissing(missingMachine()), () => {
  let blog: InstalledBlog
  let unit: string

  const run = async (...command: string[]) => (await blog.machine.run(command)).output
  const pid = () => run('systemctl', 'show', '--property=MainPID', '--value', unit)
  const loadPage = async () => (await fetch(`${blog.url}/`)).status

  beforeAll(async () => {
    blog = await installBlog([`BACKUP_DIR=${BACKUPS}`])
    unit = `kindred@${blog.port}.service`
  }, 600_000)
  afterAll(() => blog?.machine.stop(), 300_000)

  it('serves over HTTPS, and its last line is the link that makes the first admin', async () => {
    expect(await loadPage()).toBe(200)
    const [, link = ''] = /https:\/\/localhost:\d+\/setup#([\w-]+)$/.exec(blog.output) ?? []
    const admin = { displayName: 'Ruth', email: 'ruth@example.org', password: 'a long password of Ruth' }
    const setUp = (key: string) => new Person(blog, '', '').call('POST', '/api/setup', { ...admin, key, wayIn: 'everybody' })
    await expect(setUp('another')).rejects.toThrow(/^4\d\d/)
    await setUp(link)
    await expect(setUp(link)).rejects.toThrow(/^4\d\d/)
  })

  it('has everything in place when it is checked, and changes nothing when it is run again', async () => {
    const { exitCode, output } = await blog.machine.run(['/opt/kindred/current/deploy/install', '--check'])
    expect([exitCode, output]).toEqual([0, expect.not.stringContaining('missing')])
    const before = await pid()
    expect((await blog.machine.run(['/shared/first/deploy/install', '--yes'])).output).toContain('Nothing is missing.')
    expect(await pid()).toBe(before)
  })

  it('keeps the files of its version when an older clone is asked', async () => {
    const older = blog.release('older', { 'deploy/systemd/kindred@.service': (text) => text.replace('MemoryMax=1G', 'MemoryMax=2G') })
    const { exitCode, output } = await blog.machine.run([`${older}/deploy/install`, '--yes'])
    expect([exitCode, output]).toEqual([0, expect.stringContaining('Nothing is missing.')])
    expect(await run('cat', '/etc/systemd/system/kindred@.service')).toContain('MemoryMax=1G')
    // From the clone that was asked last, its upgrades come.
    expect(await run('cat', '/opt/kindred/installation.env')).toContain("BLOG_SOURCE='/shared/first'")
  })

  it('has units that systemd accepts, and a sandbox that it calls good', async () => {
    const units = ['kindred@.service', 'kindred@.socket'].map((name) => `/etc/systemd/system/${name.replace('@', `@${blog.port}`)}`)
    for (const path of units) await run('ln', '-s', path.replace(String(blog.port), ''), `/tmp/${path.split('/').at(-1)}`)
    expect(await run('systemd-analyze', 'verify', ...units.map((path) => `/tmp/${path.split('/').at(-1)}`))).toBe('')
    const [, exposure = '10'] = /Overall exposure level for \S+: ([\d.]+)/.exec(await run('systemd-analyze', 'security', unit)) ?? []
    process.stdout.write(`systemd-analyze security: ${exposure}\n`)
    expect(Number(exposure)).toBeLessThanOrEqual(EXPOSURE_MAX)
  })

  it('runs without rights, and writes nothing but its data', async () => {
    const status = readFileSync(blog.machine.pathOf(`/proc/${await pid()}/status`), 'utf8')
    expect(status).toMatch(/^NoNewPrivs:\t1$/m)
    expect(status).toMatch(/^CapBnd:\t0+$/m)
    expect(status).toMatch(/^Seccomp:\t2$/m)
    const inside = async (script: string) =>
      (await blog.machine.run(['nsenter', `--target=${await pid()}`, '--mount', 'sh', '-c', script])).exitCode === 0
    for (const path of ['/var/lib/kindred', BACKUPS]) expect([path, await inside(`touch ${path}/x && rm ${path}/x`)]).toEqual([path, true])
    for (const path of ['/etc', '/opt/kindred', '/usr', '/var/lib/caddy'])
      expect([path, await inside(`touch ${path}/x`)]).toEqual([path, false])
    expect(await inside('ls /root/.bashrc /home/*')).toBe(false)
  })

  it('makes pictures ready inside its sandbox', async () => {
    const account = { email: 'ruth@example.org', password: 'a long password of Ruth' }
    const response = await new Person(blog, '', '').send('/api/auth/signin', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(account),
    })
    const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
    const member = new Person(blog, '', cookie)
    const bytes = await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#b4442f' } })
      .jpeg()
      .toBuffer()
    expect(await uploadPicture(member, { kind: 'post', bytes })).toMatch(/^\/files\//)
  })

  it('loses no page when its process is killed, or started again', async () => {
    const statuses = await Promise.all(
      Array.from({ length: PAGES }, async (_, number) => {
        await new Promise((resolve) => setTimeout(resolve, number * 30))
        if (number === 100) await run('systemctl', 'kill', '--signal=KILL', unit)
        if (number === 200) await blog.kindred('service', 'restart')
        return fetch(`${blog.url}/`).then(
          ({ status }) => status,
          (error: Error) => error.message,
        )
      }),
    )
    expect(statuses.filter((status) => status !== 200)).toEqual([])
  })

  it('stays stopped after the command, which says so', async () => {
    await blog.kindred('service', 'stop')
    expect(await loadPage()).toBe(502)
    expect((await blog.kindred('service', 'status')).output).toBe(`${blog.port} 0 down`)
    await blog.kindred('service', 'start')
    expect(await loadPage()).toBe(200)
  })

  it('writes and reads backups by their names in the folder of the caller, and says which folders its account may not use', async () => {
    const inFolder = (folder: string, ...words: string[]) =>
      blog.machine.run(['env', `--chdir=${folder}`, '/usr/local/bin/kindred', ...words])
    expect(await inFolder(BACKUPS, 'backup', 'blog.tar')).toMatchObject({ exitCode: 0 })
    expect((await inFolder(BACKUPS, 'verify', 'blog.tar')).output).toContain(`${BACKUPS}/blog.tar is whole.`)
    await run('cp', `${BACKUPS}/blog.tar`, '/root/blog.tar')
    expect((await inFolder('/root', 'verify', 'blog.tar')).output).toContain(
      'The account of the blog, kindred, may not use /root/blog.tar.',
    )
  })

  it('leaves other sites of Caddy as they are', async () => {
    const caddyfile = blog.machine.pathOf('/etc/caddy/Caddyfile')
    expect(readFileSync(caddyfile, 'utf8')).toMatch(/^import kindred\.caddy$/m)
    appendFileSync(caddyfile, OWN_SITE)
    expect((await blog.machine.run(['/shared/first/deploy/install', '--yes'])).output).toContain('Nothing is missing.')
    expect(readFileSync(caddyfile, 'utf8')).toContain(OWN_SITE)
  })

  it('stays as it is with a mistake in the settings, which is named', async () => {
    const before = await pid()
    const path = blog.machine.pathOf('/etc/kindred.env')
    const good = readFileSync(path, 'utf8')
    appendFileSync(path, 'SMTP_URL="smtp://user:pass#word@mail.example.org"\n')
    const { exitCode, output } = await blog.kindred('service', 'restart')
    expect([exitCode, output]).toEqual([1, expect.stringMatching(/SMTP_URL must be .*%23 for #[^]*nothing was changed/)])
    expect([await pid(), await loadPage()]).toEqual([before, 200])
    writeFileSync(path, good)
  })

  it('refuses names, ports and folders that cannot be meant', async () => {
    const refusal = async (env: NodeJS.ProcessEnv) => (await blog.machine.run(['/shared/first/deploy/install', '--yes'], env)).output
    for (const name of ['192.0.2.4', 'blog.example.org.', 'https://blog.example.org'])
      expect([name, await refusal({ DOMAIN: name })]).toEqual([name, expect.stringContaining('DOMAIN is a name such as')])
    expect(await refusal({ BLOG_PORTS: 'web' })).toContain('BLOG_PORTS are numbers')
    expect(await refusal({ BLOG_PORTS: '3000 3001' })).toContain('several processes need PostgreSQL')
  })

  it('is removed by a command that leaves data, settings and other sites', async () => {
    expect((await blog.machine.run(['/shared/first/deploy/install', '--remove', '--yes'])).exitCode).toBe(0)
    expect(await run('ls', '/var/lib/kindred', '/etc/kindred.env')).toContain('kindred.sqlite')
    const caddyfile = await run('cat', '/etc/caddy/Caddyfile')
    expect(caddyfile).toContain(OWN_SITE.trim())
    expect(caddyfile).not.toContain('import')
    expect(
      (await blog.machine.run(['ls', '/opt/kindred', '/usr/local/bin/kindred', '/etc/systemd/system/kindred@.socket'])).exitCode,
    ).not.toBe(0)
  })
})
