import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { updateLook } from '#site/contract/look.endpoints.ts'
import { ADMIN, READER } from '#tests/support/accounts.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { accountMenu, signIn, storedUser } from '#tests/cases/screens/session-screens.ts'
import { expectCount } from '#tests/support/browser/visit.ts'

const journeys = useJourneys()
const toggle = (page: Page) => page.getByRole('button', { name: 'Toggle theme' })
const rootClass = (page: Page) => page.evaluate(() => document.documentElement.className)
const stored = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('persist:root') ?? 'null'))

/** Records the theme of every frame, from the first one on. */
const watchTheme = (page: Page) =>
  page.addInitScript(() => {
    const themes: string[] = []
    Object.assign(globalThis, { paintedThemes: themes })
    const note = () => {
      const { classList } = document.documentElement
      themes.push(classList.contains('dark') ? 'dark' : classList.contains('light') ? 'light' : 'none')
      requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
  })
/** Waits for the first frame, which may be after the load event on a busy machine. */
const paintedThemes = (page: Page) =>
  page.evaluate(async () => {
    const { paintedThemes: themes } = globalThis as unknown as { paintedThemes: string[] }
    while (themes.length === 0) await new Promise(requestAnimationFrame)
    return [...new Set(themes)]
  })

describe('The theme', () => {
  it('The theme is light, and the toggle’s choice survives a reload without a flash', async () => {
    const { page, open } = await journeys.visit()
    await open('/')
    expect(await rootClass(page)).toMatch(/^light/)
    await toggle(page).click()
    await expect.poll(() => rootClass(page)).toBe('dark')
    expect(await stored(page)).toMatchObject({ version: 1, state: { theme: { theme: 'dark' } } })

    await watchTheme(page)
    await open('/about')
    await open('/')
    expect(await paintedThemes(page)).toEqual(['dark'])
    await toggle(page).click()
    await expect.poll(() => rootClass(page)).toBe('light')
    await page.reload()
    expect(await rootClass(page)).toBe('light')
    expect(await paintedThemes(page)).toEqual(['light'])
  })

  it('The theme of a first visit is that of the blog, also after something else was stored, and the reader’s choice wins', async () => {
    const { api } = await journeys.callAs(ADMIN)
    onTestFinished(async () => void (await api(updateLook, { body: { theme: 'light' } })))
    const { page, open } = await journeys.visit({ colorScheme: 'dark' })
    await watchTheme(page)
    await open('/sign-in')
    expect(await paintedThemes(page)).toEqual(['light'])
    await signIn(page, READER)
    await accountMenu(page).waitFor()
    await api(updateLook, { body: { theme: 'system' } })
    await open('/about')
    expect(await paintedThemes(page)).toEqual(['dark'])
    await page.emulateMedia({ colorScheme: 'light' })
    await open('/about')
    expect(await paintedThemes(page)).toEqual(['light'])
    await api(updateLook, { body: { theme: 'dark' } })
    await open('/dashboard')
    expect(await paintedThemes(page)).toEqual(['dark'])
    await toggle(page).click()
    await open('/about')
    expect(await paintedThemes(page)).toEqual(['light'])
  })
})

describe('The stored user', () => {
  it.each(['/about', '/dashboard?tab=profile'])(
    'A store that was lost is filled again at %s, and the header shows the member',
    async (path) => {
      const { page, context, open } = await journeys.visit()
      await context.addCookies((await journeys.callAs(READER)).storageState.cookies)
      await open(path)
      await accountMenu(page).click()
      await page.getByRole('banner').getByText(`@${READER.username}`).waitFor()
      await expectCount(page.getByRole('banner').getByRole('link', { name: 'Sign In' }), 0)
      await expect.poll(() => storedUser(page)).toMatchObject({ username: READER.username })
    },
  )
})

describe('The persisted store', () => {
  it('The store holds the current user and the theme under persist:root, version 1, and no secret', async () => {
    const { page, open } = await journeys.visit()
    await open('/sign-in')
    await signIn(page, READER)
    await accountMenu(page).waitFor()
    const { state, version } = await stored(page)
    expect(version).toBe(1)
    expect(Object.keys(state).toSorted()).toEqual(['theme', 'user'])
    expect(state.theme).toEqual({ theme: 'light', isOfDevice: true })
    expect(state.user.currentUser).toMatchObject({ username: READER.username, email: READER.email, isAdmin: false })
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['persist:root'])
    const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]) + document.cookie)
    expect(kept).not.toContain(READER.password)
    expect(kept).not.toMatch(/session=/)

    await page.reload()
    await accountMenu(page).waitFor()
  })

  it.each([
    ['broken text', '{"state":'],
    ['another version', '{"state":{"user":{"currentUser":null},"theme":{"theme":"dark"}},"version":7}'],
    ['a slice that is missing', '{"state":{"theme":{"theme":"dark"}},"version":1}'],
    ['a user that cannot be read', '{"state":{"user":{"currentUser":{"username":1}},"theme":{"theme":"light"}},"version":1}'],
  ])('A store that is %s is replaced by the defaults, with one report', async (_, text) => {
    const { page, open, expectProblem, problems } = await journeys.visit()
    await page.addInitScript((broken) => localStorage.getItem('persist:root') ?? localStorage.setItem('persist:root', broken), text)
    expectProblem(/console error: The stored state could not be read or written; going on with defaults\./)
    await open('/')
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).waitFor()
    expect(problems()).toHaveLength(1)
    await toggle(page).click()
    await expect.poll(() => rootClass(page)).toBe('dark')
    await open('/about')
    expect(await rootClass(page)).toBe('dark')
    expect(problems()).toHaveLength(1)
  })

  it('A store that the browser blocks is reported once on each page, and the blog works', async () => {
    const { page, open, expectProblem, problems } = await journeys.visit()
    await page.addInitScript(() => {
      const deny = () => {
        throw new DOMException('denied', 'SecurityError')
      }
      Object.assign(Storage.prototype, { getItem: deny, setItem: deny, removeItem: deny })
    })
    expectProblem(/The stored state could not be read or written/)
    await open('/sign-in')
    await signIn(page, READER)
    await accountMenu(page).waitFor()
    await toggle(page).click()
    await expect.poll(() => rootClass(page)).toMatch(/dark/)
    // One on the sign-in page, one on the home page.
    expect(problems()).toHaveLength(2)
    await expectCount(page.getByRole('alert'), 0)
  })
})
