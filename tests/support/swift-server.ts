import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from './free-port.ts'

export interface SwiftServer {
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly stop: () => Promise<void>
}

const PACKAGES = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'memcached']
const PROGRAMS = ['swift-proxy-server', 'swift-account-server', 'swift-container-server', 'swift-object-server', 'memcached']
const APT_TIMEOUT_MS = 300_000
const READY_TIMEOUT_MS = 90_000
const REGION = 'us-east-1'
const PASSWORD = 'testing'

const isInstalled = () => PROGRAMS.every((name) => spawnSync('which', [name]).status === 0)

/** As root on Debian, Swift installs itself. @throws with one line when this machine has none */
function ensureInstalled(): void {
  if (isInstalled()) return
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    throw new Error(`OpenStack Swift is not installed (on Debian: apt-get install ${PACKAGES.join(' ')})`)
  }
  process.stdout.write('No OpenStack Swift here; installing one for the tests …\n')
  const options = { timeout: APT_TIMEOUT_MS, encoding: 'utf8', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
  const install = () => spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...PACKAGES], options)
  let result = install()
  if (result.status !== 0) {
    // An image without package lists.
    spawnSync('apt-get', ['update'], options)
    result = install()
  }
  if (!isInstalled()) throw new Error(`OpenStack Swift could not be installed: ${lastLine(result.stderr)}`)
}

/**
 * A real S3-compatible server: one node of OpenStack Swift with its S3 API, all of it in a temporary folder.
 * @throws with one line that says why there is none
 */
export async function startSwift(): Promise<SwiftServer> {
  ensureInstalled()
  const folder = mkdtempSync(join(tmpdir(), 'kindred-swift-'))
  const ports = { proxy: 0, account: 0, container: 0, object: 0, memcached: 0 }
  for (const name of Object.keys(ports) as (keyof typeof ports)[]) ports[name] = await findFreePort()
  mkdirSync(join(folder, 'srv/d1'), { recursive: true })
  writeSettings(folder, ports)
  buildRings(folder, ports)
  const servers = ['account', 'container', 'object', 'proxy'].map((name) => ({
    name,
    command: `swift-${name}-server`,
    args: [join(folder, `${name}-server.conf`)],
  }))
  const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const memcached = { name: 'memcached', command: 'memcached', args: [...asNobody, '-l', '127.0.0.1', '-p', String(ports.memcached)] }
  const keeper = spawn(
    process.execPath,
    [join(import.meta.dirname, 'swift-keeper.mjs'), JSON.stringify({ folder, programs: [memcached, ...servers] })],
    { detached: true, stdio: ['pipe', 'ignore', 'ignore'] },
  )
  keeper.stdin.on('error', () => {})
  keeper.unref()
  const endpoint = `http://127.0.0.1:${ports.proxy}`
  const stop = () => stopKeeper(keeper, folder)
  await waitUntilReady(endpoint, folder).catch(async (error) => {
    await stop()
    throw error
  })
  return { endpoint, region: REGION, accessKeyId: 'test:tester', secretAccessKey: PASSWORD, stop }
}

async function waitUntilReady(endpoint: string, folder: string): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS
  for (;;) {
    const answer = await fetch(`${endpoint}/healthcheck`).catch(() => null)
    if (answer?.ok) return
    if (Date.now() > deadline) throw new Error(`Swift did not start: ${lastLine(readFileSync(join(folder, 'proxy.log'), 'utf8'))}`)
    await sleep(100)
  }
}

async function stopKeeper(keeper: ChildProcess, folder: string): Promise<void> {
  if (keeper.exitCode === null && keeper.signalCode === null) {
    const ended = new Promise((resolve) => keeper.once('exit', resolve))
    keeper.ref()
    keeper.stdin?.end()
    await ended
  }
  rmSync(folder, { recursive: true, force: true })
}

/** What swift-ring-builder does in nine calls, in one: each start of Python takes its time. */
const RING_SCRIPT = `
import sys
from swift.common.ring import RingBuilder
for path, port in zip(sys.argv[1::2], sys.argv[2::2]):
    address = {'ip': '127.0.0.1', 'port': int(port), 'replication_ip': '127.0.0.1', 'replication_port': int(port)}
    builder = RingBuilder(4, 1, 0)
    builder.add_dev({'region': 1, 'zone': 1, 'device': 'd1', 'weight': 1, 'meta': '', **address})
    builder.rebalance()
    builder.get_ring().save(path)
`

function buildRings(folder: string, ports: Record<'account' | 'container' | 'object', number>): void {
  const rings = (['account', 'container', 'object'] as const).flatMap((name) => [join(folder, `${name}.ring.gz`), String(ports[name])])
  // Debian's Python has Debian's Swift; another one may come first on PATH.
  const { status, stderr } = spawnSync('/usr/bin/python3', ['-c', RING_SCRIPT, ...rings], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`Swift's rings could not be made: ${lastLine(stderr)}`)
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
