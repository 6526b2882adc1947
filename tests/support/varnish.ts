import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Missing } from './requirement.ts'

const PROGRAM = '/usr/sbin/varnishd'
const START_TIMEOUT_MS = 180_000
/** It closes a connection to the blog before the blog does, and one to a client after the client does. */
const IDLE = ['-p', 'backend_idle_timeout=2', '-p', 'timeout_idle=60']

/** Null if Varnish is installed. */
export const missingVarnish: Missing | null = existsSync(PROGRAM)
  ? null
  : { why: 'Varnish is not installed', install: 'apt-get install varnish' }

/** Starts Varnish with the project's deploy/varnish file, on a port of loopback, in front of the port of a blog. */
export async function startVarnish({ port, blogPort }: { port: number; blogPort: number }): Promise<{ stop: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'kindred-varnish-'))
  const shipped = await readFile(new URL('../../deploy/varnish/kindred.vcl', import.meta.url), 'utf8')
  await writeFile(join(folder, 'kindred.vcl'), shipped.replace('.port = "3000"', `.port = "${blogPort}"`))
  const options = [
    '-F',
    '-j',
    'none',
    '-n',
    join(folder, 'work'),
    '-f',
    join(folder, 'kindred.vcl'),
    '-a',
    `127.0.0.1:${port}`,
    '-s',
    'malloc,64m',
    ...IDLE,
  ]
  const child = spawn(PROGRAM, options, { stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    await rm(folder, { recursive: true, force: true })
  }
  for (const endsAt = Date.now() + START_TIMEOUT_MS; !(await isOpen(port)); await sleep(50)) {
    if (child.exitCode === null && Date.now() < endsAt) continue
    await stop()
    throw new Error(`Varnish did not start: ${output}`)
  }
  return { stop }
}

async function isOpen(port: number): Promise<boolean> {
  const socket = createConnection(port, '127.0.0.1')
  const isConnected = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return isConnected
}
