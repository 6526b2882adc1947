import { setTimeout as sleep } from 'node:timers/promises'
import puppeteer from 'puppeteer-core'
import type { ElementHandle, Page } from 'puppeteer-core'
import type { DrivenBrowser, DrivenWindow } from './driver.ts'

const LOAD_TIMEOUT_MS = 30_000
const POLL_MS = 30
const TAP_INSET_PX = 4

/** Starts headless Firefox over WebDriver BiDi. Its profile is temporary and is removed at the end. */
export async function startFirefox(executablePath: string): Promise<DrivenBrowser> {
  // main.ts handles signals and closes the browser.
  const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false }
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true, ...signals })
  return {
    title: (await browser.version()).replace('/', ' ').replace(/^firefox/, 'Firefox'),
    async openWindow(script) {
      const context = await browser.createBrowserContext()
      const page = await context.newPage()
      await page.evaluateOnNewDocument(script)
      return drive(page, () => context.close())
    },
    close: () => browser.close(),
  }
}

/** Navigates by script, because puppeteer's navigation methods never resolve after Back to a page in the back/forward cache. */
async function leave(page: Page, statement: string): Promise<void> {
  await page.evaluate(`window.isLeft = true; ${statement}`)
  const deadline = performance.now() + LOAD_TIMEOUT_MS
  while (performance.now() < deadline) {
    // Evaluation fails between two documents.
    const isLoaded = await page.evaluate('document.readyState === "complete" && window.isLeft === undefined').catch(() => false)
    if (isLoaded === true) return
    await sleep(POLL_MS)
  }
  throw new Error(`The page does not load: ${statement}`)
}

/**
 * Touches the left edge of the element. The driver's touches do not come from a screen, and Firefox makes a click of such a
 * touch only if the element under it has a box. The label of a button has none (`display: contents`).
 */
async function tapEdge(page: Page, element: ElementHandle): Promise<void> {
  await element.scrollIntoView()
  const box = await element.boundingBox()
  if (box === null) throw new Error('The element has no box')
  await page.touchscreen.tap(box.x + TAP_INSET_PX, box.y + box.height / 2)
}

function drive(page: Page, close: () => Promise<void>): DrivenWindow {
  return {
    goTo: (url) => leave(page, `location.assign(${JSON.stringify(url)})`),
    reload: () => leave(page, 'location.reload()'),
    run: (body) => page.evaluate(`(() => {${body}\n})()`),
    async find(body) {
      const handle = await page.evaluateHandle(`(() => {${body}\n})()`)
      const element = handle.asElement() as ElementHandle<HTMLInputElement> | null
      if (element === null) return null
      return { click: () => element.click(), tap: () => tapEdge(page, element), attach: (paths) => element.uploadFile(...paths) }
    },
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    resize: (width, height) => page.setViewport({ width, height }),
    takeScreenshot: () => page.screenshot({ type: 'png' }),
    close,
  }
}
