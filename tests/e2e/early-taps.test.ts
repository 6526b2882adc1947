import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { signUp } from '#accounts/contract/users.endpoints.ts'
import { createComment } from '#comments/contract/comments.endpoints.ts'
import { createPost } from '#writing/contract/edit-posts.endpoints.ts'
import { type Account, account, ADMIN, OTHER_READER, READER } from '#tests/support/accounts.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { isComplete } from '#tests/support/sweep.ts'
import { waitForScripts } from '#tests/support/browser/visit.ts'

const journeys = useJourneys()
const CPU_SLOWDOWN = 6
/** Taps are spread over the first two seconds of a page. */
const SPREAD_MS = 2000

/** Several: one account may write 30 comments in five minutes, and sign in 100 times in a quarter of an hour. */
const READERS: readonly Account[] = [1, 2, 3, 4, 5, 6].map((number) => account(`tapper${number}`))
const ACCOUNTS = { 'a reader': READERS, 'an admin': [ADMIN] } as const

interface Button {
  /** Default: a visitor. */
  readonly as?: keyof typeof ACCOUNTS
  /** Whether React hydrates it without an interaction. Default: true. */
  readonly hydratesItself?: boolean
  readonly path: () => string
  readonly selector: string
  /** Counts what it did. Default: the requests that are no GET. */
  readonly acts?: (page: Page) => Promise<number>
  /** Values of the fields of its form, by name. */
  readonly fields?: Readonly<Record<string, string>>
}

let post = ''
const BUTTONS: Readonly<Record<string, Button>> = {
  'Like a comment': { as: 'a reader', path: () => post, selector: '#comments li button[aria-pressed]' },
  'Send a comment': { as: 'a reader', path: () => post, selector: '#comments form button[type=submit]', fields: { content: 'Good night' } },
  'Like a post': { hydratesItself: false, as: 'a reader', path: () => post, selector: '#hearts button, button[aria-label*=heart]' },
  'Sign in': {
    hydratesItself: false,
    path: () => '/sign-in',
    selector: 'main form button[type=submit]',
    fields: { email: READER.email, password: READER.password },
  },
  'Add a link': {
    as: 'an admin',
    path: () => '/dashboard?tab=settings&section=blog',
    selector: '#blog section[aria-label^=Links] form button[type=button]',
    acts: (page) => page.locator('#blog input[type=url]').count(),
  },
  'Save a setting': { as: 'an admin', path: () => '/dashboard?tab=settings&section=blog', selector: '#blog button[type=submit]' },
  'Ask before a deletion': {
    as: 'an admin',
    path: () => '/dashboard?tab=posts',
    selector: 'main [data-delete]',
    acts: (page) => page.locator('dialog[open]').count(),
  },
  'Sign out': { as: 'a reader', path: () => '/dashboard?tab=profile', selector: 'nav[aria-label=Dashboard] button' },
  'Open a reply': {
    hydratesItself: false,
    as: 'a reader',
    path: () => post,
    selector: '.reply > summary',
    acts: (page) => page.locator('.reply[open]').count(),
  },
  'Change the theme': {
    hydratesItself: false,
    as: 'a reader',
    path: () => '/about',
    selector: '[data-theme-toggle]',
    acts: (page) => page.locator('html.dark').count(),
  },
}
/** All of them, shared out between the buttons. Default: one a button, and in the sweeps four. */
const TAPS = Number(process.env['KINDRED_TAPS'] ?? (isComplete ? 40 : 10))

/** Times of the taps of each button, in milliseconds: together they fall at even distances over the two seconds. */
const timesOf = (button: number): readonly number[] => {
  const buttons = Object.keys(BUTTONS).length
  const taps = Array.from({ length: TAPS }, (_, tap) => ({ tap, ms: ((tap + 0.5) * SPREAD_MS) / TAPS }))
  return taps.filter(({ tap }) => tap % buttons === button).map(({ ms }) => ms)
}

/** Taps a button at this time of the page, or as soon as it is there; null: when React has begun to hydrate its island. */
function tapAt({ selector, fields, ms }: { selector: string; fields: Readonly<Record<string, string>>; ms: number | null }): void {
  if (sessionStorage.getItem('tapped') !== null) return
  let isFilled = false
  const fill = (button: HTMLButtonElement) => {
    if (isFilled) return
    isFilled = true
    for (const [name, value] of Object.entries(fields)) {
      const field = button.form?.elements.namedItem(name)
      if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) continue
      // React reads what was typed by the setter of the prototype.
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as object, 'value')?.set?.call(field, value)
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    }
  }
  const isTime = (button: Element) => {
    if (ms !== null) return performance.now() >= ms
    return Object.keys(button.closest('[data-island]') ?? {}).some((key) => key.startsWith('__reactContainer'))
  }
  const next = new MessageChannel()
  const tap = () => {
    const button = document.querySelector<HTMLButtonElement>(selector)
    // Timers would be too slow for the moment between two tasks of React.
    if (button === null) return next.port2.postMessage(null)
    fill(button)
    if (!isTime(button)) return next.port2.postMessage(null)
    // A form that was sent as plain HTML leads to another page, where nothing is tapped.
    sessionStorage.setItem('tapped', '')
    button.click()
  }
  next.port1.addEventListener('message', tap)
  next.port1.start()
  tap()
}

/** A page forgets a tap when its script has not come after ten seconds, which a busy machine may need. */
function waitLonger() {
  const { setTimeout } = globalThis
  globalThis.setTimeout = ((work: () => void, ms?: number) => setTimeout(work, ms === 10_000 ? 600_000 : ms)) as typeof setTimeout
}

async function countActs(page: Page, { path, selector, fields = {}, acts: count }: Button, ms: number | null): Promise<number> {
  let acts = 0
  page.on('request', (request) => {
    if (request.method() !== 'GET') acts += 1
  })
  await page.addInitScript(waitLonger)
  await page.addInitScript(tapAt, { selector, fields, ms })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await page.goto(path(), { waitUntil: 'domcontentloaded' })
  await expect.poll(async () => (count ? count(page) : acts)).toBeGreaterThan(0)
  await waitForScripts(page)
  await page.waitForTimeout(500)
  return count ? count(page) : acts
}

describe('A tap on a slow phone, before and while the scripts start', () => {
  beforeAll(async () => {
    const { api } = await journeys.callAs(ADMIN)
    const { _id, slug } = await api(createPost, { body: { title: 'Tapped early', content: '<p>One line.</p>' } })
    const reader = await journeys.callAs(OTHER_READER)
    await reader.api(createComment, { body: { content: 'Nice', postId: _id } })
    post = `/post/${slug}#comments`
    for (const body of READERS) await reader.api(signUp, { body })
  })

  for (const [index, [name, button]] of Object.entries(BUTTONS).entries()) {
    const times = button.hydratesItself === false ? timesOf(index) : [...timesOf(index), null]
    it(`${name}: it acts once`, { timeout: (2 + times.length) * 120_000 }, async () => {
      const wrong: string[] = []
      for (const [tap, ms] of times.entries()) {
        const accounts = button.as ? ACCOUNTS[button.as] : []
        const as = accounts[tap % accounts.length]
        const { page } = await journeys.visit(as ? { as, on: 'phone' } : { on: 'phone' })
        const acts = await countActs(page, button, ms)
        if (acts !== 1) wrong.push(`${ms ?? 'hydration'} ms: ${acts}`)
        await page.context().close()
      }
      expect(wrong).toEqual([])
    })
  }
})
