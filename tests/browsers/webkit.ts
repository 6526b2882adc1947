import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '#tests/support/free-port.ts'
import type { DrivenBrowser, DrivenWindow } from './driver.ts'

const START_TIMEOUT_MS = 30_000
const LOAD_TIMEOUT_MS = 30_000
const COMMAND_TIMEOUT_MS = 60_000
/** Constants of the WebDriver standard. */
const ELEMENT_KEY = 'element-6066-11e4-a52e-4f735466cecf'
const KEYS = { Enter: '\uE007', Backspace: '\uE003', Tab: '\uE004', Escape: '\uE00C', ArrowRight: '\uE014' } as const

export interface WebkitPrograms {
  readonly driver: string
  readonly miniBrowser: string
  readonly display: string
}

/** Sends a WebDriver command. @returns its value */
type Command = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>

/** Starts WebKitGTK's MiniBrowser on a virtual display, over classic WebDriver. */
export async function startWebkit({ driver, miniBrowser, display }: WebkitPrograms): Promise<DrivenBrowser> {
  // GTK and WebKit store their files here.
  const home = await mkdtemp(join(tmpdir(), 'kindred-webkit-'))
  const children: ChildProcess[] = []
  const close = async () => {
    for (const child of children.reverse()) await end(child)
    await rm(home, { recursive: true, force: true })
  }
  try {
    const screen = spawn(display, ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp', '-noreset'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    })
    children.push(screen)
    const env = { PATH: process.env['PATH'], HOME: home, DISPLAY: await readDisplay(screen), NO_AT_BRIDGE: '1' }
    const port = await findFreePort()
    children.push(spawn(driver, [`--port=${port}`, '--host=127.0.0.1'], { env, stdio: 'ignore' }))
    const command = commandsTo(`http://127.0.0.1:${port}`)
    await waitUntilReady(command)
    const version = await readVersion(command, miniBrowser)
    return { title: `WebKitGTK ${version}`, openWindow: () => openSession(command, miniBrowser).then(({ window }) => window), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const ended = once(child, 'exit')
  child.kill()
  await ended
}

/** Xvfb chooses a free number and writes it to the given descriptor. */
async function readDisplay(screen: ChildProcess): Promise<string> {
  const signal = AbortSignal.timeout(START_TIMEOUT_MS)
  const [number] = (await once(screen.stdio[3] as Readable, 'data', { signal })) as [Buffer]
  return `:${number.toString().trim()}`
}

const commandsTo =
  (url: string): Command =>
  async (method, path, body) => {
    const signal = AbortSignal.timeout(COMMAND_TIMEOUT_MS)
    const response = await fetch(url + path, { method, body: body === undefined ? undefined : JSON.stringify(body), signal })
    const { value } = (await response.json()) as { value: unknown }
    if (response.ok) return value
    const { error, message } = value as { error: string; message: string }
    throw new Error(`${error}${message === '' ? '' : `: ${message}`}`)
  }

async function waitUntilReady(command: Command): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS
  for (;;) {
    try {
      await command('GET', '/status')
      return
    } catch (error) {
      if (performance.now() > deadline) throw error
      await sleep(50)
    }
  }
}

async function readVersion(command: Command, miniBrowser: string): Promise<string> {
  const { window, version } = await openSession(command, miniBrowser)
  await window.close()
  return version
}

async function openSession(command: Command, miniBrowser: string): Promise<{ version: string; window: DrivenWindow }> {
  // With the toolbar, the window would be at least 447 pixels wide.
  const browserOptions = { binary: miniBrowser, args: ['--automation', '--full-screen'] }
  const timeouts = { pageLoad: LOAD_TIMEOUT_MS }
  const alwaysMatch = { 'webkitgtk:browserOptions': browserOptions, unhandledPromptBehavior: 'accept', timeouts }
  const session = (await command('POST', '/session', { capabilities: { alwaysMatch } })) as {
    sessionId: string
    capabilities: { browserVersion: string }
  }
  const window = drive((method, path, body) => command(method, `/session/${session.sessionId}${path}`, body))
  return { version: session.capabilities.browserVersion, window }
}

function drive(command: Command): DrivenWindow {
  const run = (body: string) => command('POST', '/execute/sync', { script: body, args: [] })
  const pressKeys = async (keys: readonly string[]) => {
    const actions = keys.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    await command('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
  }
  return {
    goTo: async (url) => void (await command('POST', '/url', { url })),
    reload: async () => void (await command('POST', '/refresh', {})),
    run,
    async find(body) {
      const reference = (await run(body)) as Record<string, string> | null
      if (reference === null) return null
      const path = `/element/${reference[ELEMENT_KEY]}`
      const click = async () => void (await command('POST', `${path}/click`, {}))
      return { click, tap: click, attach: async (paths) => void (await command('POST', `${path}/value`, { text: paths.join('\n') })) }
    },
    type: (text) => pressKeys(Array.from(text)),
    press: (key) => pressKeys([KEYS[key]]),
    resize: async (width, height) => void (await command('POST', '/window/rect', { width, height })),
    takeScreenshot: async () => Buffer.from((await command('GET', '/screenshot')) as string, 'base64'),
    close: async () => void (await command('DELETE', '')),
  }
}
