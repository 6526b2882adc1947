import { globSync, readFileSync } from 'node:fs'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchChromium } from '#tests/support/browser/chromium.ts'
import { findCoveredTargets, findUnstyledClasses, findWideElements } from '#tests/support/browser/check-page.ts'
import { listScreens, openScreen } from '#tests/cases/screens/all-screens.ts'
import { writeLongNames } from './long-names.ts'
import { type Role, type SampleBlog, startSampleBlog } from '#tests/support/blog/sample-blog.ts'
import { isComplete, takeSome } from '#tests/support/sweep.ts'
import { STEP_TIMEOUT_MS } from '#tests/support/browser/visit.ts'
import type { Screen } from '#tests/cases/screens/visitor-screens.ts'

const ROLES: readonly Role[] = ['visitor', 'reader', 'admin']
const SIZES = [
  { width: 320, text: '' },
  { width: 360, text: '200%' },
] as const
const HEIGHT = 740

let browser: Browser
let blog: SampleBlog
let contexts: Record<Role, BrowserContext>
let longPath: string
let appStyle: string

beforeAll(async () => {
  browser = await launchChromium()
  blog = await startSampleBlog(browser)
  longPath = await writeLongNames(blog)
  appStyle = globSync('dist/client/assets/app-*.css')
    .map((path) => readFileSync(path, 'utf8'))
    .join('')
  const enter = (role: Role) => blog.enter(browser, role, { reducedMotion: 'reduce', viewport: { width: 1280, height: HEIGHT } })
  contexts = { visitor: await enter('visitor'), reader: await enter('reader'), admin: await enter('admin') }
  for (const context of Object.values(contexts)) context.setDefaultTimeout(STEP_TIMEOUT_MS)
})
afterAll(async () => {
  await browser?.close()
  await blog?.stop()
})

const isPlain = ({ intercept, prepare, arrange }: Screen) => intercept === undefined && prepare === undefined && arrange === undefined
/** Guarded screens and those of signing in are not the same for others. */
const isSameForAllRoles = (screen: Screen) =>
  isPlain(screen) && screen.role === 'visitor' && !/^\/(sign-|reset|forgot|verify)/.test(screen.path)

/** All screens, public ones for each role, and the post with the long words. */
const listAll = (): readonly Screen[] => {
  const screens = [...listScreens(blog), { name: 'post-of-long-words', role: 'visitor' as const, path: longPath }]
  return screens.flatMap((screen) => (isSameForAllRoles(screen) ? ROLES.map((role) => ({ ...screen, role })) : [screen]))
}

async function resize(page: Page, { width, text }: (typeof SIZES)[number]): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHT })
  await page.evaluate((size) => void (document.documentElement.style.fontSize = size), text)
}

/** @returns a line for each class without its style, and for each element that is too wide, at each size, in both themes */
async function measure(page: Page, { name, role }: Screen): Promise<string[]> {
  const found = (await findUnstyledClasses(page, appStyle)).map((line) => `${name} (${role}): no style of ${line}`)
  for (const size of SIZES) {
    await resize(page, size)
    for (const theme of isComplete ? ['light', 'dark'] : ['light']) {
      await page.evaluate((dark) => document.documentElement.classList.toggle('dark', dark), theme === 'dark')
      found.push(...(await findWideElements(page)).map((line) => `${name} (${role}) ${size.width} ${size.text} ${theme}: ${line}`))
    }
  }
  return found
}

/** Deletes what the writing screens stored, which the next one would open. */
async function deleteTexts(page: Page): Promise<void> {
  await page.goto('/healthz')
  await page.evaluate(async () => {
    for (const { name } of await indexedDB.databases()) if (name !== undefined) indexedDB.deleteDatabase(name)
  })
}

async function checkScreen(context: BrowserContext, screen: Screen): Promise<string[]> {
  const page = await context.newPage()
  try {
    await openScreen(page, screen)
    return await measure(page, screen)
  } catch (error) {
    return [`${screen.name} (${screen.role}): ${error instanceof Error ? error.message : String(error)}`]
  } finally {
    await deleteTexts(page).catch(() => {})
    await page.close()
  }
}

it(`${isComplete ? 'Every screen' : 'Every twelfth screen'} with long names fits into 320 pixels, and into 360 with text of 200 %`, async () => {
  const { newPosts = [], others = [] } = Object.groupBy(takeSome(listAll(), 12), ({ path }) =>
    path === '/create-post' ? 'newPosts' : 'others',
  )
  const problems: string[] = []
  const work = async (left: Screen[]) => {
    for (let screen = left.shift(); screen; screen = left.shift()) problems.push(...(await checkScreen(contexts[screen.role], screen)))
  }
  // One page alone writes new posts: each would open what another has left.
  await Promise.all([work(newPosts).then(() => work(others)), work(others)])
  expect(problems).toEqual([])
})

it('The menus of the header with long names fit, and cover neither their buttons nor one another', async () => {
  const problems: string[] = []
  for (const role of ROLES) {
    const page = await contexts[role].newPage()
    await openScreen(page, { name: 'about', role, path: '/about' })
    for (const size of SIZES) {
      await resize(page, size)
      for (const name of role === 'visitor' ? ['Menu'] : ['Menu', 'Account']) {
        const button = page.getByRole('banner').getByRole('button', { name, exact: true })
        await button.click()
        await page.locator('.menu-panel:popover-open').waitFor()
        const lines = [...(await findWideElements(page)), ...(await findCoveredTargets(page))]
        problems.push(...lines.map((line) => `${name} (${role}) ${size.width} ${size.text}: ${line}`))
        // The same button closes it.
        await button.click()
        await page.locator('.menu-panel:popover-open').waitFor({ state: 'hidden' })
      }
    }
    await page.close()
  }
  expect(problems).toEqual([])
})

/** Words of up to ten letters that break in the middle. Some letters are wide, so longer ones may have to. */
const findBrokenWords = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = []
    for (const element of document.querySelectorAll('main label span, main li, main td')) {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (const { index, 0: word } of (node.nodeValue ?? '').matchAll(/(?<![\p{L}.@/])\p{L}{2,10}(?![\p{L}@/]|\.\p{L})/gu)) {
          const range = document.createRange()
          range.setStart(node, index)
          range.setEnd(node, index + word.length)
          const lines = new Set(Array.from(range.getClientRects(), ({ top, width }) => (width > 1 ? Math.round(top) : null)))
          lines.delete(null)
          if (lines.size > 1) found.push(word)
        }
      }
    }
    return found
  })

it('No short word of a list, a table or a choice breaks in the middle at 360 pixels with text of 200 %', async () => {
  const sections = ['reading', 'comments', 'look'].map((section) => `/dashboard?tab=settings&section=${section}`)
  const tabs = ['profile', 'posts', 'users', 'comments'].map((tab) => `/dashboard?tab=${tab}`)
  for (const path of ['/dashboard', ...tabs, ...sections]) {
    const page = await contexts.admin.newPage()
    await openScreen(page, { name: 'words', role: 'admin', path })
    await resize(page, SIZES[1])
    expect([path, await findBrokenWords(page)]).toEqual([path, []])
    await page.close()
  }
})

it('The checks find what is too wide and what is covered', async () => {
  const page = await contexts.visitor.newPage()
  await openScreen(page, { name: 'about', role: 'visitor', path: '/about' })
  await resize(page, SIZES[0])
  await page.evaluate(() => {
    const bad = document.createElement('div')
    bad.innerHTML = `<div style="overflow: hidden; width: 90vw"><div class="clipped" style="width: 2000px">x</div></div>
      <div class="wide" style="width: 2000px">x</div><p style="width: 40px; white-space: nowrap">A text that leaves its box and the window, by far</p>
      <div class="left" style="margin-left: -50px">x</div>`
    document.querySelector('main')?.append(bad)
    document.querySelector('.site-header')?.insertAdjacentHTML('beforeend', '<i style="position: fixed; inset: 0"></i>')
  })
  const lines = await findWideElements(page)
  for (const part of ['div.wide', 'A text that leaves', 'div.left']) expect(lines.join('\n')).toContain(part)
  expect(lines.join('\n')).not.toContain('clipped')
  expect(await findCoveredTargets(page)).not.toEqual([])
  await page.close()
})
