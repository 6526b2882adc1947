import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { CHROMIUM_ARGS, ensureChromium } from '#tests/support/find-chromium.ts'
import { type Role, type ScreensBlog, startScreensBlog } from '#tests/support/screens-blog.ts'
import { listScreens, openScreen } from '#tests/support/screens.ts'
import type { Screen } from '#tests/support/screens-of-visitors.ts'
import { layOut } from './contact-sheets.ts'

/**
 * npm run tour [-- words of names]: a picture of every screen in every state, light and dark, at three widths, into
 * ./tour/<width>-<theme>/<screen>.png, and sheets that show many of them at once.
 */
const FOLDER = join(import.meta.dirname, '../../tour')
const WIDTHS = [360, 768, 1280]
const THEMES = ['light', 'dark'] as const
const HEIGHT = 800
/** A list of a hundred rows says no more than its beginning. */
const MAX_PICTURE_HEIGHT = 4000

const say = (line: string) => process.stdout.write(`${line}\n`)
const words = process.argv.slice(2)

async function takePictures(page: Page, screen: Screen): Promise<void> {
  await openScreen(page, screen)
  for (const width of WIDTHS) {
    for (const theme of THEMES) {
      await page.setViewportSize({ width, height: HEIGHT })
      await page.evaluate((name) => document.documentElement.classList.toggle('dark', name === 'dark'), theme)
      const height = await page.evaluate(() => document.documentElement.scrollHeight)
      await page.screenshot({
        path: join(FOLDER, `${width}-${theme}`, `${screen.name}.png`),
        fullPage: true,
        clip: { x: 0, y: 0, width, height: Math.min(height, MAX_PICTURE_HEIGHT) },
        animations: 'disabled',
      })
    }
  }
}

/** @returns the screens that could not be brought into their state, with the reason */
async function tour(browser: Browser, blog: ScreensBlog): Promise<string[]> {
  const enter = (role: Role) => blog.enter(browser, role, { reducedMotion: 'reduce' })
  const contexts = { visitor: await enter('visitor'), reader: await enter('reader'), admin: await enter('admin') }
  const problems: string[] = []
  for (const screen of listScreens(blog)) {
    if (words.length > 0 && !words.some((word) => screen.name.includes(word))) continue
    const page = await contexts[screen.role].newPage()
    await takePictures(page, screen).catch((error: unknown) => problems.push(`${screen.name}: ${String(error)}`))
    await page.goto('about:blank').catch(() => {})
    await page.close()
  }
  return problems
}

const { path, problem } = await ensureChromium()
if (path === null) throw new Error(problem)
await rm(FOLDER, { recursive: true, force: true })
for (const width of WIDTHS) for (const theme of THEMES) await mkdir(join(FOLDER, `${width}-${theme}`), { recursive: true })
const browser = await chromium.launch({ executablePath: path, args: CHROMIUM_ARGS })
const blog = await startScreensBlog(browser)
try {
  const problems = await tour(browser, blog)
  for (const line of problems) say(line)
  for (const sheet of await layOut(FOLDER)) say(sheet)
  if (problems.length > 0) process.exitCode = 1
} finally {
  await browser.close()
  await blog.stop()
}
