import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from '#tests/support/browser/chromium.ts'
import { findAxeProblems, findClippedTexts, findSidewaysScroll, findSmallTargets } from '#tests/support/browser/check-page.ts'
import { type Role, type SampleBlog, startSampleBlog } from '#tests/support/blog/sample-blog.ts'
import { arrangeScreen, listScreens, openScreen } from '#tests/cases/screens/all-screens.ts'
import { findNamingProblems } from './spoken-names.ts'
import { isComplete, takeSome } from '#tests/support/sweep.ts'
import { expectText, heading, STEP_TIMEOUT_MS } from '#tests/support/browser/visit.ts'
import type { Screen } from '#tests/cases/screens/visitor-screens.ts'

const HEIGHT = 800
/** The two combinations of width and theme that differ most. */
const LOOKS = [
  { width: 1280, theme: 'light' },
  { width: 360, theme: 'dark' },
] as const

const ROLES: readonly Role[] = ['visitor', 'reader', 'admin']

let browser: Browser
let blog: SampleBlog
let contexts: Record<Role, BrowserContext>

beforeAll(async () => {
  browser = await launchChromium()
  blog = await startSampleBlog(browser)
  const enter = (role: Role) => blog.enter(browser, role, { reducedMotion: 'reduce', viewport: { width: 1280, height: HEIGHT } })
  contexts = { visitor: await enter('visitor'), reader: await enter('reader'), admin: await enter('admin') }
  for (const context of Object.values(contexts)) context.setDefaultTimeout(STEP_TIMEOUT_MS)
})
afterAll(async () => {
  await browser?.close()
  await blog?.stop()
})

const orderOf = ({ role, path }: Screen) => (path === '/create-post' ? ROLES.length : ROLES.indexOf(role))

describe('Accessibility of every screen', () => {
  const name = isComplete ? 'Every screen' : 'Every fifth page'
  it(`${name} is accessible, in one theme or the other, wide or narrow, and fits with large text`, { timeout: 1_800_000 }, async () => {
    const screens = isComplete ? listScreens(blog) : takeSome(listScreens(blog).filter(isPlain), 5)
    const left = groupByLoad(screens).toSorted(([a], [b]) => orderOf(a.screen) - orderOf(b.screen))
    const problems: string[] = []
    const work = async (takeNext: () => Load | undefined) => {
      const tabs = new Map<Role, Promise<Page>>()
      for (let load = takeNext(); load; load = takeNext()) {
        const { role } = load[0].screen
        const tab = tabs.get(role) ?? contexts[role].newPage()
        tabs.set(role, tab)
        problems.push(...(await checkLoad(await tab, load)))
      }
    }
    // Two pages in parallel, one for each CPU core in CI. They begin at both ends, so that few roles need two tabs, and one alone
    // writes new posts: each would open what another has left.
    const writesPosts = ([{ screen }]: Load) => orderOf(screen) === ROLES.length
    await Promise.all([work(() => (left[0] && !writesPosts(left[0]) ? left.shift() : undefined)), work(() => left.pop())])
    expect(problems).toEqual([])
  })

  it('The checks find the problems of a bad page', async () => {
    const page = await contexts.visitor.newPage()
    await openScreen(page, { name: 'about', role: 'visitor', path: '/about' })
    await page.evaluate(() => {
      const bad = document.createElement('div')
      bad.innerHTML = '<img src="/favicon.svg"><p>Pale words</p><button>x</button><div>wide</div>'
      for (const element of bad.querySelectorAll('div')) element.style.width = '2000px'
      for (const element of bad.querySelectorAll('p')) element.style.color = '#ddd'
      const cut = Object.assign(document.createElement('p'), { textContent: 'cut '.repeat(300) })
      Object.assign(cut.style, { height: '20px', overflow: 'hidden' })
      document.querySelector('main')?.append(bad, cut)
    })
    const rules = (await findAxeProblems(page)).map((line) => line.split(' ')[0])
    expect(rules).toEqual(expect.arrayContaining(['image-alt', 'color-contrast']))
    expect(await findSidewaysScroll(page)).toHaveLength(1)
    expect((await findSmallTargets(page)).join()).toContain('<button>x')
    expect((await findClippedTexts(page)).join()).toContain('cut cut')
    await page.close()
  })

  it('The checks find names that do not say what for, words that run together, and what is read twice', async () => {
    const page = await contexts.visitor.newPage()
    await openScreen(page, { name: 'about', role: 'visitor', path: '/about' })
    expect(await findNamingProblems(page)).toEqual([])
    await page.evaluate(() => {
      const bad = document.createElement('div')
      bad.innerHTML = `<button>Edit</button><p>One</p><button>Edit</button><p>Two</p><button aria-label="Reply Reply">Reply</button>
        <h3>About<span>Starter text</span></h3><button></button><img src="/favicon.svg" alt="A kettle"><a href="/search">A kettle</a>
        <fieldset><legend>Line 1</legend><input aria-label="Words"></fieldset><fieldset><legend>Line 2</legend><input aria-label="Words"></fieldset>
        <input aria-label="Name"><p>Three</p><input aria-label="Name"><input type="file" tabindex="-1" aria-label="A photo">`
      document.querySelector('main')?.append(bad)
    })
    expect(await findNamingProblems(page)).toEqual([
      "button 'Edit' stands more than once and does not say for what",
      "button 'Reply Reply' says a word twice",
      "heading 'AboutStarter text' has words that run together",
      "button '' has no name",
      "image 'A kettle' is read again as link 'A kettle'",
      "textbox 'Name' stands more than once and does not say for what",
      'a field for files is read beside the button that opens it',
    ])
    await page.close()
  })

  it('The checks find the problems of a dialog inside a box that clips', async () => {
    const page = await contexts.visitor.newPage()
    await openScreen(page, { name: 'about', role: 'visitor', path: '/about' })
    await page.evaluate(() => {
      const box = document.createElement('div')
      box.innerHTML = '<dialog aria-label="Bad"><p style="color: #ddd">Pale words</p></dialog>'
      Object.assign(box.style, { overflow: 'hidden', height: '10px' })
      document.querySelector('main')?.prepend(box)
      box.querySelector('dialog')?.showModal()
    })
    const colours = (await findAxeProblems(page)).filter((line) => line.startsWith('color-contrast'))
    expect(colours).toEqual([expect.stringContaining('dialog')])
    expect(await page.evaluate(() => document.querySelector('main div > dialog:modal') !== null)).toBe(true)
    await page.close()
  })

  /** Checks the screens that share a page load, and resets the tab. */
  async function checkLoad(page: Page, load: Load): Promise<string[]> {
    const problems: string[] = []
    for (const [place, { screen, index }] of load.entries()) {
      const look = LOOKS[index % LOOKS.length] ?? LOOKS[0]
      problems.push(...(await checkScreen(page, { screen, look, isOpen: place > 0 })))
    }
    if (!load.every(({ screen }) => isPlain(screen))) await leaveScreens(page)
    return problems
  }

  /** Checks a screen in one of LOOKS. contrast.test.ts computes the contrast of every pair of colours. */
  async function checkScreen(page: Page, { screen, look: { width, theme }, isOpen }: Check): Promise<string[]> {
    const found: string[] = []
    const note = (where: string, lines: readonly string[]) => void found.push(...lines.map((line) => `${screen.name}, ${where}: ${line}`))
    try {
      await page.setViewportSize({ width: 1280, height: HEIGHT })
      if (isOpen) await page.evaluate(() => void (document.documentElement.style.fontSize = ''))
      await (isOpen ? arrangeScreen : openScreen)(page, screen)
      await waitWhileBusy(page)
      await page.setViewportSize({ width, height: HEIGHT })
      await setTheme(page, theme)
      note(`${width} ${theme}`, await findAxeProblems(page))
      note(`${width}`, [...(await findSidewaysScroll(page)), ...(await findSmallTargets(page)), ...(await findNamingProblems(page))])
      await page.setViewportSize({ width: 320, height: HEIGHT })
      note('320', [...(await findSidewaysScroll(page)), ...(await findClippedTexts(page))])
      await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'))
      await page.setViewportSize({ width: 360, height: HEIGHT })
      note('360 with text of 200 %', [...(await findSidewaysScroll(page)), ...(await findClippedTexts(page))])
      await screen.leave?.(page)
      return found
    } catch (error) {
      return [`${screen.name}: ${error instanceof Error ? error.message : String(error)}`]
    }
  }
})

/** A busy button is pale, which fails the contrast check. On some screens it stays busy. */
const waitWhileBusy = (page: Page) =>
  page.waitForFunction(() => !document.querySelector('button[aria-busy]'), undefined, { timeout: 1000 }).catch(() => undefined)

interface Listed {
  readonly screen: Screen
  /** Index in the list of all screens. */
  readonly index: number
}

interface Check {
  readonly screen: Screen
  readonly look: (typeof LOOKS)[number]
  /** Whether the page of the screen is open already. */
  readonly isOpen: boolean
}

const isPlain = ({ intercept, prepare, arrange }: Screen) => intercept === undefined && prepare === undefined && arrange === undefined

/** Screens that share a page load: each can be left, but the last one. */
type Load = [Listed, ...Listed[]]

function groupByLoad(screens: readonly Screen[]): Load[] {
  const loads: Load[] = []
  for (const [index, screen] of screens.entries()) {
    const mayContinue = (load: Load) => {
      const last = (load.at(-1) ?? load[0]).screen
      return last.role === screen.role && last.path === screen.path && (isPlain(last) || last.leave !== undefined)
    }
    const load = screen.intercept === undefined ? loads.find(mayContinue) : undefined
    if (load) load.push({ screen, index })
    else loads.push([{ screen, index }])
  }
  return loads
}

/** Resets a tab. A reused tab has its scripts compiled, which saves a third of the time. `/healthz` runs no scripts of the blog. */
async function leaveScreens(page: Page): Promise<void> {
  await page.goto('/healthz')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.evaluate(() => sessionStorage.clear())
}

describe('Keyboard and screen readers', () => {
  const pages: Page[] = []
  const open = async (role: Role, path: string, width = 1280) => {
    const page = await contexts[role].newPage()
    pages.push(page)
    await page.setViewportSize({ width, height: HEIGHT })
    await openScreen(page, { name: path, role, path })
    return page
  }
  afterEach(async () => {
    for (const page of pages.splice(0)) await page.close()
  })
  const focused = (page: Page) => page.evaluate(() => (document.activeElement?.textContent ?? '').trim())

  it('The skip link moves the focus past the header', async () => {
    const page = await open('visitor', '/about')
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Skip to content')
    expect(await page.getByText('Skip to content').evaluate((link) => link.getBoundingClientRect().top)).toBeGreaterThan(0)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('View all posts')
  })

  it('A wide table scrolls inside its box', async () => {
    const page = await open('visitor', blog.richPath, 360)
    const table = page.getByRole('region', { name: 'What is in the drawer' })
    await table.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => table.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
    expect(await findSidewaysScroll(page)).toEqual([])
    await page.getByRole('group', { name: 'Code' }).focus()
  })

  it('The title and the heading name the tab of the dashboard, and the results of a search are counted', async () => {
    const page = await open('admin', '/dashboard?tab=posts')
    await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Users' }).press('Enter')
    await expect.poll(() => page.title()).toMatch(/^Users/)
    await expectText(heading(page), 'Users')
    await page.goto('/search')
    await page.getByLabel('Search Term').fill('drawer')
    await page.keyboard.press('Enter')
    await expect
      .poll(() => page.getByRole('status').allInnerTexts())
      .toContainEqual(expect.stringMatching(/^\d+ results?, \d+ posts? shown$/))
    await expect.poll(() => page.title()).toMatch(/^Search: drawer/)
    await expectText(heading(page), 'Posts Results:')
  })

  it('Tables that look like cards on phones keep their roles', async () => {
    const page = await open('admin', '/dashboard?tab=users', 360)
    const table = page.getByRole('table', { name: 'All users' })
    await expect.poll(() => table.getByRole('row').count()).toBe(10)
    expect(await table.getByRole('columnheader').allTextContents()).toContain('Email')
    await expect.poll(() => table.getByRole('row').nth(1).getByRole('cell').count()).toBe(6)
  })

  it('Pages respect reduced motion and show the focus in forced colours', async () => {
    const page = await open('admin', '/dashboard?tab=posts')
    await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active' })
    const current = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Posts' })
    expect(await current.evaluate((link) => getComputedStyle(link).outlineStyle)).toBe('solid')
    const seconds = await page.evaluate(() =>
      Number.parseFloat(getComputedStyle(document.querySelector('button') ?? document.body).transitionDuration),
    )
    expect(seconds).toBeLessThan(0.001)
  })
})

/** Resolves when the colours have changed. */
const setTheme = (page: Page, theme: 'light' | 'dark') =>
  page.evaluate(async (name) => {
    document.documentElement.classList.remove('light', 'dark')
    document.documentElement.classList.add(name)
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(transitions.map(({ finished }) => finished))
  }, theme)
