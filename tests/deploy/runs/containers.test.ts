import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findFreePort } from '#tests/support/free-port.ts'
import { unlessMissing } from '#tests/support/requirement.ts'
import { buildImage } from './dockerfile.ts'
import { missingMachine, startMachine, type TrialMachine } from './trial-machine.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const SECRETS = { POSTGRES_PASSWORD: 'one', S3_SECRET_ACCESS_KEY: 'two' }

interface Service {
  readonly profiles?: readonly string[]
  readonly image?: string
  readonly build?: string
  readonly volumes?: readonly string[]
  readonly env_file?: readonly { readonly path: string; readonly required: boolean }[]
  readonly depends_on?: readonly string[] | Readonly<Record<string, object>>
  readonly read_only?: boolean
}

const hasCompose = spawnSync('docker', ['compose', 'version']).status === 0

describe('compose.yaml', () => {
  const { services, volumes } = parse(read('compose.yaml'), { merge: true }) as {
    services: Record<string, Service>
    volumes: Record<string, unknown>
  }

  it('starts one blog, or several with all that they need', () => {
    const of = (profile: string) => Object.keys(services).filter((name) => services[name]?.profiles?.includes(profile))
    expect(of('one')).toEqual(['blog'])
    expect(of('many').toSorted()).toEqual(['blogs', 'bucket', 'database', 'nginx', 'store'])
    for (const service of Object.values(services)) {
      const { depends_on: needed = {} } = service
      for (const other of Array.isArray(needed) ? needed : Object.keys(needed)) expect(services[other]?.profiles).toEqual(service.profiles)
    }
  })

  it('mounts files that exist and volumes that it declares', () => {
    for (const [source = ''] of Object.values(services).flatMap(({ volumes: mounts = [] }) => mounts.map((mount) => mount.split(':')))) {
      expect([source, source.startsWith('./') ? existsSync(join(root, source)) : source in volumes]).toEqual([source, true])
    }
    for (const name of ['blog', 'blogs']) expect(services[name]).toMatchObject({ read_only: true, build: '.' })
  })

  it('hands all settings of the file .env to the blog', () => {
    for (const name of ['blog', 'blogs']) expect(services[name]?.env_file).toEqual([{ path: '.env', required: false }])
  })

  it.skipIf(!hasCompose)('is accepted by docker compose', () => {
    for (const profile of ['one', 'many']) {
      const { status, stderr } = spawnSync('docker', ['compose', '--profile', profile, 'config', '--quiet'], {
        cwd: root,
        env: { ...process.env, ...SECRETS },
        encoding: 'utf8',
      })
      expect([status, stderr]).toEqual([0, ''])
    }
  })
})

describe("The Dockerfile's steps", unlessMissing(missingMachine()), () => {
  let machine: TrialMachine

  beforeAll(async () => {
    machine = await startMachine()
  })
  afterAll(() => machine?.stop(), 300_000)

  it('leave an image whose command serves, without rights and on a file system that cannot be written', async () => {
    const left = read('.dockerignore')
      .split('\n')
      .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    const excluded = left.map((line) => `--exclude=./${line}`).join(' ')
    const context = `mkdir /context && tar --create ${excluded} --directory=${root} . | tar --extract --directory=/context`
    expect(await machine.run(['sh', '-ec', context])).toEqual({ exitCode: 0, output: '' })
    const path = `${join(root, 'node_modules/.bin')}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`
    const { env, folder, user, command, health } = await buildImage(machine, read('Dockerfile'), path)
    const settings = { ...env, PORT: String(await findFreePort()), HOST: '127.0.0.1' }
    // Those of compose.yaml.
    const rules = [
      'ProtectSystem=strict',
      `ReadWritePaths=${env['DATA_DIR']}`,
      'PrivateTmp=yes',
      'CapabilityBoundingSet=',
      'NoNewPrivileges=yes',
    ]
    const properties = [...rules, `User=${user}`, `WorkingDirectory=${folder}`].map((rule) => `--property=${rule}`)
    const variables = Object.entries(settings).map(([name, value]) => `--setenv=${name}=${value}`)
    const started = await machine.run(['systemd-run', '--unit=image', ...properties, ...variables, '/usr/bin/env', ...command])
    expect(started.exitCode, started.output).toBe(0)
    const status = () =>
      fetch(`http://127.0.0.1:${settings.PORT}/`).then(
        (response) => response.status,
        () => 0,
      )
    await expect.poll(status, { timeout: 60_000 }).toBe(200)
    expect(await machine.run(health, settings)).toEqual({ exitCode: 0, output: '' })
    await machine.run(['systemctl', 'kill', '--signal=TERM', 'image'])
    await expect.poll(async () => (await machine.run(['systemctl', 'is-active', 'image'])).output, { timeout: 20_000 }).not.toBe('active')
  }, 1_200_000)
})
