import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '#tests/support/free-port.ts'
import type { Missing } from '#tests/support/requirement.ts'

const START_TIMEOUT_MS = 120_000
const POLL_MS = 20

/** Debian installs nginx in a folder that only root's PATH has. */
const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
const program = folders.map((folder) => join(folder, 'nginx')).find((path) => existsSync(path))

/** Null if nginx is installed. */
export const missingNginx: Missing | null =
  program === undefined ? { why: 'nginx is not installed', install: 'apt-get install nginx' } : null

export interface Nginx {
  readonly url: string
  readonly errorLog: () => Promise<string>
  readonly stop: () => Promise<void>
}

/** Starts nginx with the project's deploy/nginx files, on loopback without TLS, in front of these ports. */
export async function startNginx(ports: readonly [number, number]): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'kindred-nginx-'))
  const port = await findFreePort()
  await writeFile(join(folder, 'nginx.conf'), await configure(folder, port, ports))
  const child = spawn(program ?? 'nginx', ['-p', folder, '-c', 'nginx.conf', '-e', 'error.log'], { stdio: ['ignore', 'ignore', 'inherit'] })
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    await rm(folder, { recursive: true })
  }
  await waitForPort(port, child)
  return { url: `http://127.0.0.1:${port}`, errorLog: () => readFile(join(folder, 'error.log'), 'utf8'), stop }
}

async function configure(folder: string, port: number, [first, second]: readonly [number, number]): Promise<string> {
  const deploy = (name: string) => readFile(new URL(`../../../deploy/nginx/${name}`, import.meta.url), 'utf8')
  const [, upstream = ''] = /(upstream kindred \{.*?\n\})/s.exec(await deploy('kindred.conf')) ?? []
  const ours = upstream
    .replace('server 127.0.0.1:3000 ', `server 127.0.0.1:${first} `)
    .replace('# server 127.0.0.1:3001 ', `server 127.0.0.1:${second} `)
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(folder, name)};`)
  return `daemon off;
master_process off;
pid ${join(folder, 'nginx.pid')};
events {}
http {
access_log off;
${paths.join('\n')}
${ours}
server {
listen 127.0.0.1:${port};
${await deploy('kindred-proxy.conf')}
}
}
`
}

async function waitForPort(port: number, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS
  for (;;) {
    if (child.exitCode !== null) throw new Error(`nginx ended with exit code ${child.exitCode}.`)
    const socket = createConnection(port, '127.0.0.1')
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    })
    socket.destroy()
    if (isOpen) return
    if (performance.now() > deadline) throw new Error('nginx did not start in time.')
    await sleep(POLL_MS)
  }
}
