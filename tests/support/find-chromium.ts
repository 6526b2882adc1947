import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright-core'

/** How every Chromium of ours is started. */
export const CHROMIUM_ARGS: string[] = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // /dev/shm is 64 MB in containers.
  '--disable-dev-shm-usage',
  // Chromium's sandbox refuses to run as root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/** A Chromium that starts, or one line that says why there is none. */
export type ChromiumOffer = { readonly path: string; readonly problem: null } | { readonly path: null; readonly problem: string }

const PROBE_TIMEOUT_MS = 30_000
const DOWNLOAD_TIMEOUT_MS = 180_000
const APT_TIMEOUT_MS = 300_000
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge']
const root = join(import.meta.dirname, '../..')

const usualPlaces = (): string[] => {
  if (process.platform === 'darwin') {
    const apps = ['Google Chrome', 'Chromium', 'Microsoft Edge'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)
    return [...apps, ...apps.map((path) => join(homedir(), path))]
  }
  if (process.platform === 'win32') {
    const folders = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]
    const programs = ['Google/Chrome/Application/chrome.exe', 'Chromium/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe']
    return folders.flatMap((folder) => (folder ? programs.map((program) => join(folder, program)) : []))
  }
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin'].filter(
    (folder) => folder !== '',
  )
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
}

/** It must start, not only lie there: Playwright's own lacks libraries on a bare machine. */
const starts = (path: string): boolean =>
  existsSync(path) && (process.platform === 'win32' || spawnSync(path, ['--version'], { timeout: PROBE_TIMEOUT_MS }).status === 0)

const find = (): string | undefined => [chromium.executablePath(), ...usualPlaces()].find(starts)

const installPlaywrights = () => {
  const cli = join(root, 'node_modules/playwright-core/cli.js')
  return spawnSync(process.execPath, [cli, 'install', 'chromium', '--no-shell'], { timeout: DOWNLOAD_TIMEOUT_MS, encoding: 'utf8' })
}

const installDebians = () => {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  const options = { timeout: APT_TIMEOUT_MS, encoding: 'utf8', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
  const install = () => spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], options)
  const first = install()
  if (first.status === 0) return first
  // An image without package lists.
  spawnSync('apt-get', ['update'], options)
  return install()
}

const lastLine = (text: string | undefined) => text?.trim().split('\n').at(-1) || 'no reason given'

/** CHROMIUM_PATH, Playwright's own, the usual places; else installs Playwright's, else (root on Debian) the package. */
export const ensureChromium = async (): Promise<ChromiumOffer> => {
  const given = process.env.CHROMIUM_PATH
  if (given) {
    return starts(given) ? { path: given, problem: null } : { path: null, problem: `CHROMIUM_PATH names ${given}, which does not start` }
  }
  const there = find()
  if (there) return { path: there, problem: null }

  process.stdout.write('No Chromium here; installing one for the tests …\n')
  const reasons: string[] = []
  for (const [name, install] of [['Playwright', installPlaywrights] as const, ['apt-get', installDebians] as const]) {
    const result = install()
    const installed = find()
    if (installed) return { path: installed, problem: null }
    if (result) reasons.push(`${name}: ${result.status === 0 ? 'installed one that does not start' : lastLine(result.stderr)}`)
  }
  return { path: null, problem: `no Chromium found or installed (${reasons.join('; ')}); install one or set CHROMIUM_PATH` }
}
