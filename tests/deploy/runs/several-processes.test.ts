import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findFreePort } from '#tests/support/free-port.ts'
import { createPostgresDatabase, postgresProblem, type TestDatabase } from '#tests/support/database/postgres.ts'
import { unlessMissing } from '#tests/support/requirement.ts'
import { installBlog, type InstalledBlog } from './installed-blog.ts'
import { startReaders } from './readers.ts'
import { missingMachine } from './trial-machine.ts'

const PER_SECOND = 50

/** docs/operating.md, Several processes: its commands. */
describe('Several processes on one machine', unlessMissing(missingMachine()), () => {
  if (postgresProblem() !== null) return
  let database: TestDatabase
  let blog: InstalledBlog
  let ports: string[]

  const install = (list: readonly string[]) => blog.machine.run(['/shared/first/deploy/install', '--yes'], { BLOG_PORTS: list.join(' ') })
  const status = async () => (await blog.kindred('service', 'status')).output.split('\n').map((line) => line.replace(/ \d+ /, ' '))

  beforeAll(async () => {
    database = await createPostgresDatabase()
    blog = await installBlog([`DATABASE_URL='${database.url}'`, 'LOG_LEVEL=warn'])
    const [line = ''] = await status()
    ports = [line.replace(' ready', ''), String(await findFreePort())]
  }, 600_000)
  afterAll(async () => {
    await blog?.machine.stop()
    await database?.drop()
  }, 300_000)

  it('are started, started again one after the other, and made one for an upgrade, without a lost page', { timeout: 600_000 }, async () => {
    const readers = startReaders(blog.url, [{ path: '/', marker: 'Kindred' }], PER_SECOND)
    const started = await install(ports)
    expect(started.exitCode, started.output).toBe(0)
    expect(await status()).toEqual(ports.map((port) => `${port} ready`))
    expect(await blog.kindred('service', 'restart')).toMatchObject({ exitCode: 0 })
    expect((await blog.kindred('upgrade', '--check')).output).toContain('Several processes')
    expect(await install(ports.slice(0, 1))).toMatchObject({ exitCode: 0 })
    expect(await status()).toEqual([`${ports[0]} ready`])
    const { output } = await blog.machine.run(['systemctl', 'is-active', `kindred@${ports[1]}.service`, `kindred@${ports[1]}.socket`])
    expect(output.split('\n')).toEqual(['inactive', 'inactive'])
    const { requests, lost, wrong } = await readers.end()
    process.stdout.write(`several processes: ${requests} requests, ${lost.length} lost, ${wrong.length} wrong\n`)
    expect([lost, wrong]).toEqual([[], []])
  })
})
