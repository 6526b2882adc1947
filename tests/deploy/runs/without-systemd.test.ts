import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findFreePort } from '#tests/support/free-port.ts'
import { unlessMissing } from '#tests/support/requirement.ts'

const project = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '')
const missing = existsSync('/run/systemd/system')
  ? { why: 'systemd runs here', install: 'nothing: it is tried in a container or a root without it' }
  : spawnSync('perl', ['-MIO::Socket::INET', '-e', '1']).status === 0
    ? null
    : { why: 'no perl is installed', install: 'apt-get install perl-base' }

describe('The command kindred where systemd does not run', unlessMissing(missing), () => {
  let root: string
  let port: number
  const kindred = (...words: string[]) => {
    const { status, stdout, stderr } = spawnSync(join(root, 'kindred'), words, { encoding: 'utf8', timeout: 120_000 })
    return { status, output: (stdout + stderr).trim() }
  }
  const status = () =>
    fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } }).then(
      (response) => response.status,
      () => 0,
    )

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'kindred-home-'))
    port = await findFreePort()
    const data = join(root, 'data')
    for (const folder of ['home/versions', 'data']) mkdirSync(join(root, folder), { recursive: true, mode: 0o700 })
    symlinkSync(project, join(root, 'home/versions/one'))
    symlinkSync('versions/one', join(root, 'home/current'))
    writeFileSync(join(root, 'settings'), `DATA_DIR=${data}\nLOG_LEVEL=warn\n`)
    const facts = { BLOG_DATA: data, BLOG_USER: userInfo().username, BLOG_SETTINGS: join(root, 'settings'), BLOG_PORTS: port }
    const lines = Object.entries(facts).map(([name, value]) => `${name}='${value}'\n`)
    writeFileSync(join(root, 'home/installation.env'), lines.join(''))
    const script = readFileSync(join(project, 'deploy/kindred'), 'utf8').replace(':-/opt/kindred}', `:-${root}/home}`)
    writeFileSync(join(root, 'kindred'), script, { mode: 0o755 })
  })
  afterAll(() => {
    kindred('service', 'stop')
    rmSync(root, { recursive: true, force: true })
  })

  it('starts the blog, again when it is killed, and holds its port meanwhile', async () => {
    expect(kindred('service', 'start')).toEqual({ status: 0, output: '' })
    const before = kindred('service', 'status').output
    expect(before).toMatch(new RegExp(`^${port} \\d+ ready$`))
    process.kill(Number(before.split(' ')[1]), 'SIGKILL')
    const statuses = await Promise.all(Array.from({ length: 50 }, status))
    expect(statuses.filter((each) => each !== 200)).toEqual([])
    expect(kindred('service', 'restart')).toEqual({ status: 0, output: '' })
    expect(await status()).toBe(200)
  })

  it('stops it, and says so', async () => {
    expect(kindred('service', 'stop')).toEqual({ status: 0, output: '' })
    expect(await status()).toBe(0)
    expect(kindred('service', 'status').output).toBe(`${port} 0 down`)
  })

  it('does not take another program on its port for the blog', async () => {
    const script = `require('node:http').createServer((_, response) => response.end('ok')).listen(${port}, '127.0.0.1')`
    const other = spawn(process.execPath, ['--eval', script])
    await expect.poll(status).toBe(200)
    const { status: exitCode, output } = kindred('service', 'start')
    other.kill()
    expect([exitCode, output]).toEqual([1, expect.stringContaining('Address already in use')])
  })
})
