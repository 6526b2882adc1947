import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from '#tests/support/chromium.ts'
import { findAxeProblems, findCutTexts, findSidewaysScroll, findSmallTargets } from '#tests/support/look-at-page.ts'
import { type Role, type ScreensBlog, startScreensBlog } from '#tests/support/screens-blog.ts'
import { listScreens, openScreen, type Screen } from '#tests/support/screens.ts'

const HEIGHT = 800
const WIDE_LIGHT = { width: 1280, theme: 'light' } as const
const NARROW_DARK = { width: 360, theme: 'dark' } as const
const ALL_LOOKS = [WIDE_LIGHT, { width: 1280, theme: 'dark' }, { width: 360, theme: 'light' }, NARROW_DARK] as const

/** A state of a screen that has been seen in every look is seen in the two that differ most. */
const looksOf = (screen: Screen) => (screen.arrange === undefined ? ALL_LOOKS : [WIDE_LIGHT, NARROW_DARK])

/** Two pages at once: the machine of the tests has few cores. */
const AT_ONCE = 2

describe('every screen in every state', () => {
  let browser: Browser
  let blog: ScreensBlog
  let contexts: Record<Role, BrowserContext>

  beforeAll(async () => {
    browser = await launchChromium()
    blog = await startScreensBlog(browser)
    const enter = (role: Role) => blog.enter(browser, role, { reducedMotion: 'reduce', viewport: { width: 1280, height: HEIGHT } })
    contexts = { visitor: await enter('visitor'), reader: await enter('reader'), admin: await enter('admin') }
    for (const context of Object.values(contexts)) context.setDefaultTimeout(10_000)
  })
  afterAll(async () => {
    await browser?.close()
    await blog?.stop()
  })

  it('is accessible in both themes, wide and narrow, and fits with large text too', { timeout: 300_000 }, async () => {
    const left = [...listScreens(blog)]
    const problems: string[] = []
    const work = async () => {
      for (let screen = left.shift(); screen; screen = left.shift()) problems.push(...(await lookAt(screen)))
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    expect(problems).toEqual([])
  })

  async function lookAt(screen: Screen): Promise<string[]> {
    const page = await contexts[screen.role].newPage()
    const found: string[] = []
    const note = (where: string, lines: readonly string[]) => void found.push(...lines.map((line) => `${screen.name}, ${where}: ${line}`))
    try {
      await openScreen(page, screen)
      for (const { width, theme } of looksOf(screen)) {
        await page.setViewportSize({ width, height: HEIGHT })
        await setTheme(page, theme)
        note(`${width} ${theme}`, await findAxeProblems(page))
      }
      note('360', [...(await findSidewaysScroll(page)), ...(await findSmallTargets(page))])
      await page.setViewportSize({ width: 320, height: HEIGHT })
      note('320', [...(await findSidewaysScroll(page)), ...(await findCutTexts(page))])
      await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'))
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: HEIGHT })
        note(`${width} with text of 200 %`, [...(await findSidewaysScroll(page)), ...(await findCutTexts(page))])
      }
      return found
    } catch (error) {
      return [`${screen.name}: ${error instanceof Error ? error.message : String(error)}`]
    } finally {
      await page.goto('about:blank').catch(() => {})
      await page.close()
    }
  }
})

const setTheme = (page: Page, theme: 'light' | 'dark') =>
  page.evaluate((name) => {
    document.documentElement.classList.remove('light', 'dark')
    document.documentElement.classList.add(name)
  }, theme)
