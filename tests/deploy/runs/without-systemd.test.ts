import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findFreePort } from '#tests/support/free-port.ts'
import { unlessMissing } from '#tests/support/requirement.ts'
import { type KindredHome, makeKindredHome } from './kindred-home.ts'

const missing = existsSync('/run/systemd/system')
  ? { why: 'systemd runs here', install: 'nothing: it is tried in a container or a root without it' }
  : spawnSync('perl', ['-MIO::Socket::INET', '-e', '1']).status === 0
    ? null
    : { why: 'no perl is installed', install: 'apt-get install perl-base' }

const QUIET = { exitCode: 0, output: '' }

describe('The command kindred where systemd does not run', unlessMissing(missing), () => {
  let home: KindredHome
  let port: number
  const status = () =>
    fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } }).then(
      (response) => response.status,
      () => 0,
    )

  beforeAll(async () => {
    port = await findFreePort()
    home = makeKindredHome(port, [])
  })
  afterAll(() => home?.remove())

  it('starts the blog, again when it is killed, and holds its port meanwhile', async () => {
    expect(await home.kindred('service', 'start')).toEqual(QUIET)
    const before = (await home.kindred('service', 'status')).output
    expect(before).toMatch(new RegExp(`^${port} \\d+ ready$`))
    process.kill(Number(before.split(' ')[1]), 'SIGKILL')
    const statuses = await Promise.all(Array.from({ length: 50 }, status))
    expect(statuses.filter((each) => each !== 200)).toEqual([])
    expect(await home.kindred('service', 'restart')).toEqual(QUIET)
    expect(await status()).toBe(200)
  })

  it('stops it, and says so', async () => {
    expect(await home.kindred('service', 'stop')).toEqual(QUIET)
    expect(await status()).toBe(0)
    expect((await home.kindred('service', 'status')).output).toBe(`${port} 0 down`)
  })

  it('does not take another program on its port for the blog', async () => {
    const script = `require('node:http').createServer((_, response) => response.end('ok')).listen(${port}, '127.0.0.1')`
    const other = spawn(process.execPath, ['--eval', script])
    await expect.poll(status).toBe(200)
    const { exitCode, output } = await home.kindred('service', 'start')
    other.kill()
    expect([exitCode, output]).toEqual([1, expect.stringContaining('Address already in use')])
  })
})
