import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import { inject } from 'vitest'
import type { DrivenBrowser } from '#tests/browsers/driver.ts'
import { findBrowsers } from '#tests/browsers/find-browsers.ts'
import { CHROMIUM_ARGS } from '#tests/support/browser/find-chromium.ts'
import type { Missing } from '#tests/support/requirement.ts'

/** What a player did with the video, audio file or document of a page. */
export interface Played {
  readonly width: number
  readonly height: number
  readonly seconds: number
  /** Whether time went on after the start, and after the jump to the middle. */
  readonly plays: boolean
  readonly playsFromMiddle: boolean
  /** Part of the length that the player had received when it played from the middle, 0 to 1. */
  readonly received: number
  readonly error: string | null
  /** What the player reported, to explain a failure. */
  readonly events: readonly string[]
}

interface Player {
  readonly name: string
  readonly missing: Missing | null
  readonly start: () => Promise<DrivenBrowser>
}

const WITH_CODECS: Readonly<Record<string, string>> = {
  WebKit: 'apt-get install webkit2gtk-driver xvfb gstreamer1.0-libav gstreamer1.0-plugins-good',
  Firefox: 'apt-get install firefox-esr ffmpeg',
}

/** Firefox and WebKit as in `npm run test:all -- browsers`, and a complete Chromium. All of them need the codecs of the system. */
export const PLAYERS: readonly Player[] = [
  ...findBrowsers().map(({ name, start }) => ({
    name,
    missing: typeof start === 'function' ? null : { why: start.why, install: WITH_CODECS[name] ?? start.install },
    start: async () => (typeof start === 'function' ? start() : Promise.reject(new Error(start.why))),
  })),
  { name: 'Chromium', missing: null, start: startChromium },
]

async function startChromium(): Promise<DrivenBrowser> {
  const { whole } = inject('chromium')
  if (whole === null) throw new Error('no complete Chromium here: apt-get install chromium')
  const browser = await chromium.launch({ executablePath: whole, args: CHROMIUM_ARGS })
  return {
    title: `Chromium ${browser.version()}`,
    async openWindow() {
      const page = await browser.newPage()
      return {
        goTo: async (url) => void (await page.goto(url)),
        reload: async () => void (await page.reload()),
        run: (body) => page.evaluate(`(() => {${body}\n})()`),
        find: () => Promise.resolve(null),
        type: (text) => page.keyboard.type(text),
        press: (key) => page.keyboard.press(key),
        resize: (width, height) => page.setViewportSize({ width, height }),
        takeScreenshot: () => page.screenshot(),
        close: () => page.close(),
      }
    },
    close: () => browser.close(),
  }
}

const PLAY = `
  const player = document.querySelector('article video, article audio')
  const seen = (window.seen = { plays: false, playsFromMiddle: false, received: 0, error: null, isOver: false, events: [] })
  for (const type of ['loadeddata', 'playing', 'waiting', 'stalled', 'seeking', 'seeked', 'pause'])
    player.addEventListener(type, () => seen.events.push(type + ' at ' + player.currentTime.toFixed(1)))
  const ready = player.readyState >= 2 ? Promise.resolve() : new Promise((resolve) => player.addEventListener('loadeddata', resolve, { once: true }))
  const next = (type) => new Promise((resolve) => player.addEventListener(type, resolve, { once: true }))
  const goesOn = async () => {
    const from = player.currentTime
    for (let tries = 0; tries < 200 && player.currentTime < from + Math.min(0.3, player.duration / 8); tries += 1) await new Promise((resolve) => setTimeout(resolve, 50))
    return player.currentTime > from
  }
  void (async () => {
    player.muted = true
    player.preload = 'auto'
    player.addEventListener('error', () => Object.assign(seen, { error: String(player.error?.code) + ' ' + player.error?.message, isOver: true }))
    await ready
    Object.assign(seen, { width: player.videoWidth ?? 0, height: player.videoHeight ?? 0, seconds: player.duration })
    await player.play()
    seen.plays = await goesOn()
    const jumped = next('seeked')
    player.currentTime = player.duration / 2
    await jumped
    // It plays already; WebKit does not always say so again.
    void player.play()
    seen.playsFromMiddle = (await goesOn()) && player.currentTime >= player.duration / 2
    let received = 0
    for (let index = 0; index < player.buffered.length; index += 1) received += player.buffered.end(index) - player.buffered.start(index)
    seen.received = received / player.duration
    player.pause()
    seen.isOver = true
  })().catch((error) => Object.assign(seen, { error: String(error), isOver: true }))`

const WAIT_MS = 90_000

/** Opens a page, plays the first video or audio file of its article, jumps to the middle and plays on. */
export async function playIn(browser: DrivenBrowser, url: string): Promise<Played> {
  const window = await browser.openWindow('')
  try {
    await window.goTo(url)
    await window.run(PLAY)
    const deadline = performance.now() + WAIT_MS
    for (;;) {
      const seen = (await window.run('return window.seen')) as Played & { isOver: boolean }
      if (seen.isOver) return seen
      if (performance.now() > deadline) return { ...seen, error: 'the player does not go on' }
      await sleep(200)
    }
  } finally {
    await window.close()
  }
}
