import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright-core'
import { unpackChromium } from './packaged-chromium.ts'

/** Arguments that every Chromium is started with. */
export const CHROMIUM_ARGS: string[] = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A microphone that beeps and a camera that counts; pages still need the permission.
  '--use-fake-device-for-media-stream',
  // Chromium's sandbox refuses to run as root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/** A Chromium that starts, or one line that says why there is none. */
export type ChromiumOffer = ({ readonly path: string; readonly problem: null } | { readonly path: null; readonly problem: string }) & {
  /** A complete browser. The packaged one has no windows and no back/forward cache. */
  readonly whole: string | null
}

const PROBE_TIMEOUT_MS = 120_000
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge']

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

/** Playwright's own may be installed but lack libraries. */
const starts = (path: string): boolean =>
  existsSync(path) && (process.platform === 'win32' || spawnSync(path, ['--version'], { timeout: PROBE_TIMEOUT_MS }).status === 0)

const find = (): string | undefined => [chromium.executablePath(), ...usualPlaces()].find(starts)

/**
 * Tries CHROMIUM_PATH, then the packaged Chromium, which is the same everywhere and takes a third less CPU time than a
 * complete browser, then Playwright's own and the usual paths.
 */
export const ensureChromium = async (): Promise<ChromiumOffer> => {
  const given = process.env.CHROMIUM_PATH
  if (given) {
    if (starts(given)) return { path: given, whole: given, problem: null }
    return { path: null, whole: null, problem: `CHROMIUM_PATH names ${given}, which does not start` }
  }
  const packaged = await unpackChromium()
  const whole = find() ?? null
  const path = packaged && starts(packaged) ? packaged : whole
  if (path) return { path, whole, problem: null }
  const reason = packaged ? `that of the package does not start: ${packaged}` : 'the package has none for this platform'
  return { path: null, whole, problem: `no Chromium found, and ${reason}. Install Chromium or Chrome, or set CHROMIUM_PATH.` }
}
