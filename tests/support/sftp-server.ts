import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PlaceSettings } from '#platform/process/place-settings.ts'
import { findFreePort } from './free-port.ts'
import type { Missing } from './requirement.ts'

const SSHD = '/usr/sbin/sshd'
const START_TIMEOUT_MS = 120_000

/** Null if OpenSSH's server is installed. */
export const missingSshd: Missing | null = existsSync(SSHD)
  ? null
  : { why: 'no SSH server is installed', install: 'apt-get install openssh-server' }

type SftpSettings = Extract<PlaceSettings, { type: 'sftp' }>

export interface SftpServer {
  readonly settings: SftpSettings
  /** The folder on the disk. */
  readonly folder: string
  readonly stop: () => Promise<void>
}

/** A real sshd on loopback, with keys and settings of its own, that serves SFTP to the user who runs the tests. */
export async function startSftpServer({ port: wanted }: { port?: number } = {}): Promise<SftpServer> {
  const home = await mkdtemp(join(tmpdir(), 'kindred-sshd-'))
  const port = wanted ?? (await findFreePort())
  const folder = join(home, 'backups')
  await mkdir(folder)
  for (const name of ['host_key', 'user_key']) spawnSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(home, name)])
  await writeFile(join(home, 'authorized_keys'), await readFile(join(home, 'user_key.pub')))
  await chmod(join(home, 'authorized_keys'), 0o600)
  // sshd of root separates privileges into this folder.
  if (userInfo().uid === 0) await mkdir('/run/sshd', { recursive: true })
  await writeFile(
    join(home, 'sshd_config'),
    [
      'ListenAddress 127.0.0.1',
      `Port ${port}`,
      `HostKey ${join(home, 'host_key')}`,
      `AuthorizedKeysFile ${join(home, 'authorized_keys')}`,
      `PidFile ${join(home, 'sshd.pid')}`,
      'PasswordAuthentication no',
      'PermitRootLogin prohibit-password',
      'UsePAM no',
      'StrictModes no',
      'Subsystem sftp internal-sftp',
      '',
    ].join('\n'),
  )
  const child = spawn(SSHD, ['-D', '-e', '-f', join(home, 'sshd_config')], { stdio: ['ignore', 'ignore', 'ignore'] })
  const stop = async () => {
    await end(child)
    await rm(home, { recursive: true, force: true })
  }
  await waitForPort(port, child)
  const { stdout } = spawnSync('ssh-keygen', ['-l', '-f', join(home, 'host_key.pub')], { encoding: 'utf8' })
  const settings: SftpSettings = {
    type: 'sftp',
    host: '127.0.0.1',
    port,
    user: userInfo().username,
    folder,
    hostKey: stdout.split(' ')[1] ?? null,
    secret: { privateKey: await readFile(join(home, 'user_key'), 'utf8') },
  }
  return { settings, folder, stop }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

async function waitForPort(port: number, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS
  for (;;) {
    if (child.exitCode !== null) throw new Error(`sshd ended with exit code ${child.exitCode}.`)
    const socket = createConnection(port, '127.0.0.1')
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    })
    socket.destroy()
    if (isOpen) return
    if (performance.now() > deadline) throw new Error('sshd did not start in time.')
    await sleep(20)
  }
}
