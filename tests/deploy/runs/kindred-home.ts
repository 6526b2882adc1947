import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { outputOf, type Ran } from './trial-machine.ts'

const project = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '')

/** An installation without systemd in a folder of its own, whose version is this project. */
export interface KindredHome {
  /** Runs the command `kindred` of it. */
  readonly kindred: (...words: string[]) => Promise<Ran>
  /** Makes another version the current one: a built folder. */
  readonly pointTo: (version: string) => void
  readonly remove: () => Promise<void>
}

/** @param settings lines of its file of settings */
export function makeKindredHome(port: number, settings: readonly string[]): KindredHome {
  const root = mkdtempSync(join(tmpdir(), 'kindred-home-'))
  const data = join(root, 'data')
  for (const folder of ['home', 'data']) mkdirSync(join(root, folder), { mode: 0o700 })
  const pointTo = (version: string) => {
    symlinkSync(version, join(root, 'home/current.new'))
    renameSync(join(root, 'home/current.new'), join(root, 'home/current'))
  }
  pointTo(project)
  writeFileSync(join(root, 'settings'), [`DATA_DIR=${data}`, 'LOG_LEVEL=warn', ...settings, ''].join('\n'))
  const facts = { BLOG_DATA: data, BLOG_USER: userInfo().username, BLOG_SETTINGS: join(root, 'settings'), BLOG_PORTS: port }
  const lines = Object.entries(facts).map(([name, value]) => `${name}='${value}'\n`)
  writeFileSync(join(root, 'home/installation.env'), lines.join(''))
  const script = readFileSync(join(project, 'deploy/kindred'), 'utf8').replace(':-/opt/kindred}', `:-${root}/home}`)
  writeFileSync(join(root, 'kindred'), script, { mode: 0o755 })
  const kindred = async (...words: string[]) => {
    const child = spawn(join(root, 'kindred'), words, { stdio: ['ignore', 'pipe', 'pipe'], timeout: 180_000 })
    const output = outputOf(child)
    const [exitCode] = (await once(child, 'close')) as [number | null]
    return { exitCode: exitCode ?? 1, output: output().trim() }
  }
  return {
    kindred,
    pointTo,
    async remove() {
      await kindred('service', 'stop')
      rmSync(root, { recursive: true, force: true })
    },
  }
}
