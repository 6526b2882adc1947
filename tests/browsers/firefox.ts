import puppeteer from 'puppeteer-core'
import type { ElementHandle, Page } from 'puppeteer-core'
import type { DrivenBrowser, DrivenWindow } from './driver.ts'

/** Firefox, headless, over WebDriver BiDi. Its profile is temporary and is removed at the end. */
export async function startFirefox(executablePath: string): Promise<DrivenBrowser> {
  // The run itself ends on signals, and then closes the browser.
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

function drive(page: Page, close: () => Promise<void>): DrivenWindow {
  return {
    goTo: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    run: (body) => page.evaluate(`(() => {${body}\n})()`),
    async find(body) {
      const handle = await page.evaluateHandle(`(() => {${body}\n})()`)
      const element = handle.asElement() as ElementHandle<HTMLInputElement> | null
      return element === null ? null : { click: () => element.click(), attach: (path) => element.uploadFile(path) }
    },
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    resize: (width, height) => page.setViewport({ width, height }),
    takeScreenshot: () => page.screenshot({ type: 'png' }),
    close,
  }
}
