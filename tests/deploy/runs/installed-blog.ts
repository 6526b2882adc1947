import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { rootCertificates, setDefaultCACertificates } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '#tests/support/free-port.ts'
import { outputOf, type Ran, startMachine, type TrialMachine } from './trial-machine.ts'

const project = fileURLToPath(new URL('../../..', import.meta.url))
const CADDY_ROOT = '/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt'
const LEFT = new Set(['.git', 'node_modules', 'data', '.prepare', 'coverage', 'screenshots'])

/** Files of a version, and what they become. */
export type Changes = Readonly<Record<string, (text: string) => string>>

/** Writes the sources of a version: this one with the changes. */
export function writeVersion(folder: string, changes: Changes): void {
  cpSync(project, folder, { recursive: true, filter: (path) => !LEFT.has(relative(project, path).split('/')[0] ?? '') })
  for (const [path, change] of Object.entries(changes)) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, change(existsSync(file) ? readFileSync(file, 'utf8') : ''))
  }
}

/** A blog that deploy/install has installed on a machine for trials, behind Caddy. */
export interface InstalledBlog {
  readonly machine: TrialMachine
  /** What deploy/install printed. */
  readonly output: string
  /** Where the blog itself listens. */
  readonly port: number
  /** Address over HTTPS, with Caddy's own certificate. */
  readonly url: string
  /** Id of the current version. */
  readonly current: () => string
  /** Writes the sources of a version: this one with the changes. @returns its folder on the machine */
  readonly release: (name: string, changes: Changes) => string
  readonly kindred: (...words: string[]) => Promise<Ran>
  /** Runs `kindred upgrade`, and kills it after a time. @returns whether it was still running */
  readonly killedUpgrade: (from: string, afterMs: number) => Promise<boolean>
}

/** @param settings further lines of /etc/kindred.env */
export async function installBlog(settings: readonly string[] = []): Promise<InstalledBlog> {
  const machine = await startMachine()
  const [port, httpPort, httpsPort] = [await findFreePort(), await findFreePort(), await findFreePort()]
  const release: InstalledBlog['release'] = (name, changes) => {
    writeVersion(join(machine.shared, name), changes)
    return `/shared/${name}`
  }
  await linkPackages(machine)
  if (settings.length > 0) writeFileSync(machine.pathOf('/etc/kindred.env'), `${settings.join('\n')}\n`)
  // The machine for trials has the ports of this one, where another Caddy may run.
  mkdirSync(machine.pathOf('/etc/caddy'), { recursive: true })
  writeFileSync(machine.pathOf('/etc/caddy/Caddyfile'), `{\n\thttp_port ${httpPort}\n\tadmin unix//var/lib/caddy/admin.sock\n}\n\n`)
  const env = { DOMAIN: `localhost:${httpsPort}`, BLOG_PORTS: String(port) }
  const { exitCode, output } = await machine.run([`${release('first', {})}/deploy/install`, '--yes'], env)
  if (exitCode !== 0) throw new Error(`deploy/install failed:\n${output}`)
  // The requests of this process trust Caddy's own authority.
  setDefaultCACertificates([...rootCertificates, readFileSync(machine.pathOf(CADDY_ROOT), 'utf8')])
  return {
    machine,
    output,
    port,
    url: `https://localhost:${httpsPort}`,
    release,
    current: () => basename(execFileSync('readlink', [machine.pathOf('/opt/kindred/current')], { encoding: 'utf8' }).trim()),
    kindred: (...words) => machine.run(['kindred', ...words]),
    async killedUpgrade(from, afterMs) {
      const child = machine.start(['kindred', 'upgrade', '--from', from])
      outputOf(child)
      const timer = setTimeout(() => void machine.run(['pkill', '--signal=KILL', '--full', 'main.ts upgrade']), afterMs)
      const [exitCode] = (await once(child, 'exit')) as [number | null]
      clearTimeout(timer)
      return exitCode !== 0
    },
  }
}

/** Equal packages of two versions are linked; here also those of the project, which saves downloads. */
async function linkPackages({ run }: TrialMachine): Promise<void> {
  const packages = '/opt/kindred/versions/packages'
  const script = `mkdir -p ${packages} && ln -s "$1/node_modules" ${packages}/node_modules && ln -s versions/packages /opt/kindred/current`
  await run(['sh', '-c', script, 'sh', project.replace(/\/$/, '')])
}
