import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '#tests/support/free-port.ts'
import type { Missing } from '#tests/support/requirement.ts'

const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/bin']
const find = (program: string) => folders.map((folder) => join(folder, program)).find((path) => existsSync(path))
const deploy = (path: string) => readFileSync(new URL(`../../../deploy/${path}`, import.meta.url), 'utf8')

type Ports = [port: number] | [first: number, second: number]

/** The shipped file; for two blogs with the lines for several machines, which are comments in it. */
function readSite(path: string, ports: Ports): string {
  const [one = '', ...others] = ports.map((port) => `127.0.0.1:${port}`)
  const text = deploy(path)
  if (others.length === 0) return text.replaceAll('127.0.0.1:3000', one)
  return text
    .replace(/^ +server 127\.0\.0\.1:3000 .*\n/m, '')
    .replaceAll(/# (server 10\.|health_)/g, '$1')
    .replace('server 10.0.0.11:3000', `server ${one}`)
    .replace('server 10.0.0.12:3000', `server ${others.join(' ')}`)
    .replace('reverse_proxy 127.0.0.1:3000', `reverse_proxy ${[one, ...others].join(' ')}`)
}

export interface Proxy {
  readonly url: string
  /** Port without TLS, which leads to the other one. */
  readonly httpPort: number
  /** Certificate of the authority that signed the proxy's. */
  readonly authority: string
  readonly stop: () => Promise<void>
}

export interface ProxyProgram {
  readonly name: string
  readonly missing: Missing | null
  /**
   * Starts it with the shipped file, in front of a blog on this port, or with its lines for several machines in front of two
   * ports. Only names, ports and paths differ.
   */
  readonly start: (...ports: Ports) => Promise<Proxy>
}

async function run(command: readonly [string, ...string[]], port: number, folder: string): Promise<() => Promise<void>> {
  const [program, ...args] = command
  const env = { PATH: process.env['PATH'], HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const child = spawn(program, args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text))
  for (let tries = 0; !(await isOpen(port)); tries += 1) {
    if (child.exitCode !== null || tries > 400) throw new Error(`${program} does not start:\n${log}`)
    await sleep(50)
  }
  return () => end(child, folder)
}

async function end(child: ChildProcess, folder: string): Promise<void> {
  if (child.exitCode === null) {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  rmSync(folder, { recursive: true, force: true })
}

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

async function startCaddy(program: string, ports: Ports): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'kindred-caddy-'))
  const [httpPort, httpsPort] = [await findFreePort(), await findFreePort()]
  const site = readSite('caddy/Caddyfile', ports)
  const text = site.replace('blog.example.org {', 'localhost {\n\ttls internal')
  const head = `{\n\tadmin off\n\tskip_install_trust\n\thttp_port ${httpPort}\n\thttps_port ${httpsPort}\n}\n`
  writeFileSync(join(folder, 'Caddyfile'), head + text)
  const stop = await run([program, 'run', '--config', 'Caddyfile'], httpsPort, folder)
  const root = join(folder, 'caddy/pki/authorities/local/root.crt')
  while (!existsSync(root)) await sleep(50)
  return { url: `https://localhost:${httpsPort}`, httpPort, authority: readFileSync(root, 'utf8'), stop }
}

async function startNginx(program: string, ports: Ports): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'kindred-nginx-'))
  const [httpPort, httpsPort] = [await findFreePort(), await findFreePort()]
  const letsEncrypt = join(folder, 'letsencrypt/live/localhost')
  mkdirSync(letsEncrypt, { recursive: true })
  const [key, cert] = [join(letsEncrypt, 'privkey.pem'), join(letsEncrypt, 'fullchain.pem')]
  const request =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost'
  execFileSync('openssl', [...request.split(' '), '-keyout', key, '-out', cert], { stdio: 'ignore' })
  mkdirSync(join(folder, 'snippets'))
  writeFileSync(join(folder, 'snippets/kindred-proxy.conf'), deploy('nginx/kindred-proxy.conf'))
  const site = readSite('nginx/kindred.conf', ports)
    .replaceAll('blog.example.org', 'localhost')
    .replaceAll('/etc/letsencrypt', join(folder, 'letsencrypt'))
    .replaceAll('/etc/nginx', folder)
    .replaceAll(/listen (\[::\]:)?80;/g, `listen $1${httpPort};`)
    .replaceAll(/listen (\[::\]:)?443 /g, `listen $1${httpsPort} `)
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(folder, name)};`)
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off;\npid ${join(folder, 'nginx.pid')};\nworker_processes 1;\nuser ${process.getuid?.() === 0 ? 'root' : 'nobody'};\nevents {}\nhttp {\naccess_log off;\n${paths.join('\n')}\n${site}\n}\n`,
  )
  const stop = await run([program, '-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'], httpsPort, folder)
  return { url: `https://localhost:${httpsPort}`, httpPort, authority: readFileSync(cert, 'utf8'), stop }
}

const program = (name: string, install: string, start: (path: string, ports: Ports) => Promise<Proxy>): ProxyProgram => {
  const path = find(name)
  return {
    name,
    missing: path === undefined ? { why: `${name} is not installed`, install: `apt-get install ${install}` } : null,
    start: (...ports) => start(path ?? name, ports),
  }
}

export const proxyPrograms: readonly ProxyProgram[] = [program('caddy', 'caddy', startCaddy), program('nginx', 'nginx', startNginx)]
