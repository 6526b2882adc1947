import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findAxeProblems, findClippedTexts, findSidewaysScroll, findSmallTargets } from '#tests/support/browser/check-page.ts'
import { launchChromium } from '#tests/support/browser/chromium.ts'
import { COMPONENTS_PATH, type ComponentsPage, startComponentsPage } from '#tests/support/browser/components-page.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'

const ROOT = join(import.meta.dirname, '../..')
const filesIn = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
/** Vite compiles each file when it is first asked for. */
const FIRST_PAGE_MS = 60_000

/** Parts that only a page without scripts, or a form of a module, can show. */
const NOT_ALONE = ['ScriptNotice', 'DeclaredForm', 'Done', 'SettingsForm', 'DeleteDialog', 'WholeRow', 'Field']

describe('The page of all components', () => {
  let browser: Browser
  let components: ComponentsPage
  let page: Page
  beforeAll(async () => {
    ;[browser, components] = await Promise.all([launchChromium(), startComponentsPage()])
    page = await browser.newPage({ reducedMotion: 'reduce' })
    page.setDefaultTimeout(FIRST_PAGE_MS)
    const heading = page.getByRole('heading', { level: 1, name: 'Components' })
    const isShown = async () => {
      const shown = page.goto(components.url).then(() => heading.waitFor())
      return shown.then(
        () => true,
        () => false,
      )
    }
    // Vite bundles what it finds while the page loads, and then no longer serves the scripts that the page has asked for.
    for (let tries = 1; !(await isShown()); tries += 1) if (tries === 10) throw new Error('The page of all components did not come.')
  })
  afterAll(async () => {
    await browser?.close()
    await components?.stop()
  })

  it('It shows every component of ui/', () => {
    const shown = filesIn('tests/components')
      .map((path) => readFileSync(path, 'utf8'))
      .join('\n')
    const names = ['src/ui/components', 'src/ui/forms']
      .flatMap(filesIn)
      .filter((path) => path.endsWith('.tsx'))
      .flatMap((path) => Array.from(readFileSync(path, 'utf8').matchAll(/^export const ([A-Z]\w*) = [(<]/gm), ([, name]) => name ?? ''))
    expect(names.length).toBeGreaterThan(20)
    expect(names.filter((name) => !NOT_ALONE.includes(name) && !shown.includes(`<${name}`))).toEqual([])
  })

  it.each([
    [320, 'light'],
    [320, 'dark'],
    [1280, 'light'],
    [1280, 'dark'],
  ] as const)('It is accessible and fits at %d pixels in the %s theme', async (width, theme) => {
    await page.setViewportSize({ width, height: 800 })
    await page.evaluate((name) => {
      document.documentElement.classList.toggle('dark', name === 'dark')
      document.documentElement.classList.toggle('light', name === 'light')
    }, theme)
    expect(await findAxeProblems(page)).toEqual([])
    expect(await findSidewaysScroll(page)).toEqual([])
    expect(await findSmallTargets(page)).toEqual([])
    expect(await findClippedTexts(page)).toEqual([])
  })

  it('An open dialog and an open menu are accessible', async () => {
    await page.getByRole('button', { name: 'Open a dialog' }).click()
    expect(await findAxeProblems(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    expect(await findAxeProblems(page)).toEqual([])
    await page.keyboard.press('Escape')
  })
})

describe('A blog in production', () => {
  const journeys = useJourneys()

  it('It has no page of components, and its build no byte of it', async () => {
    expect((await fetch(`${journeys.blog.url}${COMPONENTS_PATH}`)).status).toBe(404)
    const marks = [COMPONENTS_PATH, 'tests/components', 'Donaudampfschiff']
    const built = filesIn('dist')
    expect(built.length).toBeGreaterThan(50)
    expect(built.filter((path) => marks.some((mark) => readFileSync(path, 'latin1').includes(mark)))).toEqual([])
  })
})
