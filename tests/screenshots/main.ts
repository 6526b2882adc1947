import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { CHROMIUM_ARGS, ensureChromium } from '#tests/support/browser/find-chromium.ts'
import { type Role, type SampleBlog, startSampleBlog } from '#tests/support/blog/sample-blog.ts'
import { listScreens, openScreen } from '#tests/cases/screens/all-screens.ts'
import { startComponentsPage } from '#tests/support/browser/components-page.ts'
import { writeContactSheets } from './contact-sheets.ts'

/**
 * npm run test:all -- screenshots [parts of names]: every screen in every state, light and dark, at three widths, into
 * ./screenshots/<width>-<theme>/<screen>.png, and contact sheets of each folder.
 */
const FOLDER = join(import.meta.dirname, '../../screenshots')
const WIDTHS = [360, 768, 1280]
const THEMES = ['light', 'dark'] as const
const HEIGHT = 800
/** In pixels. Long lists are cut off. */
const MAX_SCREENSHOT_HEIGHT = 4000

const print = (line: string) => process.stdout.write(`${line}\n`)
const filters = process.argv.slice(2)

async function takeScreenshots(page: Page, name: string): Promise<void> {
  for (const width of WIDTHS) {
    for (const theme of THEMES) {
      await page.setViewportSize({ width, height: HEIGHT })
      await page.evaluate((dark) => document.documentElement.classList.toggle('dark', dark), theme === 'dark')
      const height = await page.evaluate(() => document.documentElement.scrollHeight)
      await page.screenshot({
        path: join(FOLDER, `${width}-${theme}`, `${name}.png`),
        fullPage: true,
        clip: { x: 0, y: 0, width, height: Math.min(height, MAX_SCREENSHOT_HEIGHT) },
        animations: 'disabled',
      })
    }
  }
}

/** @returns a line for each screen that could not be brought into its state */
async function takeAll(browser: Browser, blog: SampleBlog): Promise<string[]> {
  const enter = (role: Role) => blog.enter(browser, role, { reducedMotion: 'reduce' })
  const contexts = { visitor: await enter('visitor'), reader: await enter('reader'), admin: await enter('admin') }
  const problems: string[] = []
  for (const screen of listScreens(blog)) {
    if (filters.length > 0 && !filters.some((filter) => screen.name.includes(filter))) continue
    const page = await contexts[screen.role].newPage()
    const take = async () => {
      await openScreen(page, screen)
      await takeScreenshots(page, screen.name)
    }
    await take().catch((error: unknown) => problems.push(`${screen.name}: ${String(error)}`))
    await page.goto('about:blank').catch(() => {})
    await page.close()
  }
  return problems
}

/** The page of all components (tests/components), at the same widths and in the same themes. */
async function takeComponents(browser: Browser): Promise<void> {
  if (filters.length > 0 && !filters.some((filter) => 'components'.includes(filter))) return
  const { url, stop } = await startComponentsPage()
  const page = await browser.newPage({ reducedMotion: 'reduce' })
  await page.goto(url)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await takeScreenshots(page, 'components').finally(stop)
}

const { path, problem } = await ensureChromium()
if (path === null) throw new Error(problem)
await rm(FOLDER, { recursive: true, force: true })
for (const width of WIDTHS) for (const theme of THEMES) await mkdir(join(FOLDER, `${width}-${theme}`), { recursive: true })
const browser = await chromium.launch({ executablePath: path, args: CHROMIUM_ARGS })
const blog = await startSampleBlog(browser)
try {
  await takeComponents(browser)
  const problems = await takeAll(browser, blog)
  for (const line of problems) print(line)
  for (const sheet of await writeContactSheets(FOLDER)) print(sheet)
  if (problems.length > 0) process.exitCode = 1
} finally {
  await browser.close()
  await blog.stop()
}
