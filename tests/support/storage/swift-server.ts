import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '#tests/support/free-port.ts'

export interface SwiftServer {
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly stop: () => Promise<void>
}

export const SWIFT_PACKAGES = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'memcached']
const PROGRAMS = ['swift-proxy-server', 'swift-account-server', 'swift-container-server', 'swift-object-server', 'memcached']
const READY_TIMEOUT_MS = 180_000
const REGION = 'us-east-1'
const PASSWORD = 'testing'

export const isSwiftInstalled = (): boolean => PROGRAMS.every((name) => spawnSync('which', [name]).status === 0)

/**
 * A real S3 server: one node of OpenStack Swift with its S3 API, in a temporary folder.
 * @throws with the last line of its log when it does not start
 */
export async function startSwift(): Promise<SwiftServer> {
  const folder = mkdtempSync(join(tmpdir(), 'kindred-swift-'))
  const ports = { proxy: 0, account: 0, container: 0, object: 0, memcached: 0 }
  for (const name of Object.keys(ports) as (keyof typeof ports)[]) ports[name] = await findFreePort()
  mkdirSync(join(folder, 'srv/d1'), { recursive: true })
  writeSettings(folder, ports)
  const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const memcached = { name: 'memcached', command: 'memcached', args: [...asNobody, '-l', '127.0.0.1', '-p', String(ports.memcached)] }
  // Swift is installed for Debian's Python; another one may come first on PATH.
  const node = { name: 'node', command: '/usr/bin/python3', args: [join(import.meta.dirname, 'swift-node.py'), folder] }
  const supervisor = spawn(
    process.execPath,
    [join(import.meta.dirname, 'swift-supervisor.mjs'), JSON.stringify({ folder, programs: [memcached, node] })],
    { detached: true, stdio: ['pipe', 'ignore', 'ignore'] },
  )
  supervisor.stdin.on('error', () => {})
  supervisor.unref()
  const endpoint = `http://127.0.0.1:${ports.proxy}`
  const stop = () => stopSupervisor(supervisor, folder)
  await waitUntilReady(endpoint, folder).catch(async (error) => {
    await stop()
    throw error
  })
  return { endpoint, region: REGION, accessKeyId: 'test:tester', secretAccessKey: PASSWORD, stop }
}

async function waitUntilReady(endpoint: string, folder: string): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS
  for (;;) {
    const response = await fetch(`${endpoint}/healthcheck`).catch(() => null)
    if (response?.ok) return
    if (Date.now() > deadline) throw new Error(`Swift did not start: ${lastLine(readFileSync(join(folder, 'node.log'), 'utf8'))}`)
    await sleep(100)
  }
}

async function stopSupervisor(supervisor: ChildProcess, folder: string): Promise<void> {
  if (supervisor.exitCode === null && supervisor.signalCode === null) {
    const ended = new Promise((resolve) => supervisor.once('exit', resolve))
    supervisor.ref()
    supervisor.stdin?.end()
    await ended
  }
  rmSync(folder, { recursive: true, force: true })
}

type Sections = Readonly<Record<string, Readonly<Record<string, string | number>>>>

function writeSettings(folder: string, ports: Record<string, number>): void {
  const write = (name: string, sections: Sections) => {
    const text = Object.entries(sections).map(([title, values]) =>
      [`[${title}]`, ...Object.entries(values).map(([key, value]) => `${key} = ${value}`), ''].join('\n'),
    )
    writeFileSync(join(folder, name), text.join('\n'))
  }
  const common = (port: number | undefined) => ({
    swift_dir: folder,
    bind_ip: '127.0.0.1',
    bind_port: port ?? 0,
    workers: 0,
    user: userInfo().username,
  })
  write('swift.conf', {
    'swift-hash': { swift_hash_path_suffix: 'test', swift_hash_path_prefix: 'test' },
    'storage-policy:0': { name: 'default', default: 'yes' },
  })
  for (const name of ['account', 'container', 'object']) {
    write(`${name}-server.conf`, {
      DEFAULT: { ...common(ports[name]), devices: join(folder, 'srv'), mount_check: 'false' },
      'pipeline:main': { pipeline: `${name}-server` },
      [`app:${name}-server`]: { use: `egg:swift#${name}` },
    })
  }
  const filters: Sections = {
    catch_errors: {},
    gatekeeper: {},
    healthcheck: {},
    cache: { use: 'egg:swift#memcache', memcache_servers: `127.0.0.1:${ports['memcached']}` },
    s3api: { s3_acl: 'false', location: REGION },
    tempauth: { user_test_tester: `${PASSWORD} .admin` },
    bulk: {},
    slo: { min_segment_size: 1 },
    dlo: {},
  }
  write('proxy-server.conf', {
    DEFAULT: common(ports['proxy']),
    'pipeline:main': { pipeline: [...Object.keys(filters), 'proxy-server'].join(' ') },
    'app:proxy-server': { use: 'egg:swift#proxy', account_autocreate: 'true' },
    ...Object.fromEntries(Object.entries(filters).map(([name, values]) => [`filter:${name}`, { use: `egg:swift#${name}`, ...values }])),
  })
}

const lastLine = (text: string) => text.trim().split('\n').at(-1) ?? ''
