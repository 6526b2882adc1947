import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page, Route } from 'playwright-core'
import { describe, expect, it, vi } from 'vitest'
import { ADMIN, READER } from '#tests/support/accounts.ts'
import { ADMIN_FORM_PATHS, SAYS, VISITOR_FORM_PATHS } from '#tests/support/browser/form-pages.ts'
import { useJourneys, type VisitOptions } from '#tests/support/browser/journey.ts'
import { waitForScripts } from '#tests/support/browser/visit.ts'

const journeys = useJourneys()

const LATE_MS = 5000
/** Pages on which each script is missing or late. */
const PAGES_OF_SCRIPT = 2
/** KINDRED_SCRIPTS=all tries all of them, several at a time, because most of the time is waiting. */
const isComplete = process.env['KINDRED_SCRIPTS'] === 'all'
/** Odd, so that both faults are among them. */
const STEP = isComplete ? 1 : 13
const AT_ONCE = isComplete ? 4 : 1

type Fault = 'missing' | 'late'

interface Case {
  readonly path: string
  /** Name of the file without its hash. */
  readonly script: string
  readonly fault: Fault
}

const nameOfScript = (url: string) => /\/assets\/(.+)-[\w-]{8}\.js$/.exec(new URL(url).pathname)?.[1]

/** Names of the scripts of each page. */
async function listScripts(page: Page, paths: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>()
  for (const path of paths) {
    const names = new Set<string>()
    const record = (request: { url: () => string }) => {
      const name = nameOfScript(request.url())
      if (name !== undefined) names.add(name)
    }
    page.on('request', record)
    await page.goto(path)
    await waitForScripts(page)
    // Islands that are hydrated when they are used.
    await page.evaluate(() => {
      const controls = document.querySelectorAll<HTMLElement>('[data-island]:not([data-hydrated]) :is(input, button, textarea)')
      for (const control of controls) control.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
    })
    await page.waitForFunction(() => document.querySelector('[data-island]:not([data-hydrated]) :is(input, button, textarea)') === null)
    await page.waitForLoadState('networkidle')
    page.off('request', record)
    found.set(path, [...names])
  }
  return found
}

const toCases = (scripts: ReadonlyMap<string, readonly string[]>): readonly Case[] => {
  const names = [...new Set([...scripts.values()].flat())].toSorted()
  return names.flatMap((script) =>
    [...scripts]
      .filter(([, used]) => used.includes(script))
      .slice(0, PAGES_OF_SCRIPT)
      .flatMap(([path]) => (['missing', 'late'] as const).map((fault) => ({ path, script, fault }))),
  )
}

const fail = (fault: Fault) => async (route: Route) => {
  if (fault === 'missing') return route.abort()
  await new Promise((resolve) => setTimeout(resolve, LATE_MS))
  // The page may be gone.
  return route.continue().catch(() => {})
}

/** Sends a form as a press on its button does. @returns whether it was sent, or what the page says instead */
async function sendForm(page: Page, index: number): Promise<string> {
  let outcome = ''
  const onRequest = (request: { method: () => string; url: () => string }) => {
    if (request.method() !== 'GET') outcome = `sent ${new URL(request.url()).pathname}`
  }
  page.on('request', onRequest)
  await page
    .locator('main form[method=post]')
    .nth(index)
    .evaluate((form: HTMLFormElement) => {
      for (const text of form.querySelectorAll('textarea')) if (text.value === '') text.value = 'A word'
      form.requestSubmit()
    })
  const said = async () => {
    if (outcome !== '') return outcome
    const shown = page.locator(`:is(${SAYS}, .script-notice):visible`)
    return (await shown.allInnerTexts().catch(() => [])).join(' ')
  }
  await expect.poll(said, { message: `form ${index} of ${page.url()}` }).not.toBe('')
  page.off('request', onRequest)
  return said()
}

/** What happened to each form of the page, and the types of documents that the browser showed. */
async function tryForms(page: Page, { path, script, fault }: Case) {
  const types: string[] = []
  page.on('response', (response) => {
    if (response.request().isNavigationRequest()) types.push(response.headers()['content-type'] ?? 'redirect')
  })
  await page.route(new RegExp(`/assets/${script}-[\\w-]{8}\\.js$`), fail(fault))
  const open = async () => {
    // A form that was sent before may lead on just now, and interrupt this navigation.
    const go = () => page.goto(path, { waitUntil: 'commit' }).catch(() => page.waitForTimeout(1000))
    await vi.waitUntil(go, { timeout: 120_000 })
    await page.locator('footer').waitFor()
  }
  await open()
  const count = await page.locator('main form[method=post]').count()
  for (let index = 0; index < (isComplete ? count : Math.min(count, 2)); index += 1) {
    await sendForm(page, index)
    // A document that arrives just now.
    await page.waitForTimeout(300)
    await open()
  }
  return { count, types }
}

describe.each<[string, VisitOptions, () => Promise<readonly string[]>]>([
  ['an admin', { as: ADMIN }, async () => ADMIN_FORM_PATHS],
  ['a visitor', {}, async () => VISITOR_FORM_PATHS],
  ['a reader', { as: READER }, async () => [await firstPost()]],
])('The forms of %s while one script is missing, or comes after five seconds', (who, options, readPaths) => {
  it(`Each form is sent, or says in place that it needs its script`, { timeout: isComplete ? 3_600_000 : 600_000 }, async () => {
    const scout = await journeys.visit(options)
    const all = toCases(await listScripts(scout.page, await readPaths()))
    expect(all.length).toBeGreaterThan(who === 'an admin' ? 20 : 8)
    const left: Case[] = all.filter((_each, index) => index % STEP === 0)
    // And while none arrives; the dashboard then says so.
    if (who !== 'an admin') left.push(...(await readPaths()).map((path) => ({ path, script: '.+', fault: 'missing' as const })))
    const work = async () => {
      for (let each = left.pop(); each !== undefined; each = left.pop()) {
        if (isComplete) emptyLimits()
        const { page, context, reset } = await journeys.visit(options)
        const { types } = await tryForms(page, each)
        expect(
          types.every((type) => type.startsWith('text/html') || type === 'redirect'),
          JSON.stringify({ ...each, types }),
        ).toBe(true)
        await context.close()
        // The browser logs what is missing and refused.
        reset()
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
  })
})

describe('Pages that need their script', () => {
  const notice = (page: Page) => page.getByText('This page needs a script that your browser has not loaded yet.')

  it('While no script arrives, each page of the dashboard says so, and that it saves nothing', async () => {
    const { page, context, expectProblem } = await journeys.visit({ as: ADMIN })
    expectProblem(/ERR_FAILED/)
    await context.route('**/*.js', (route) => route.abort())
    const open = async (path: string) => {
      const tab = await context.newPage()
      await tab.goto(path)
      await notice(tab).waitFor()
      await tab.close()
    }
    await Promise.all(ADMIN_FORM_PATHS.map(open))
    await page.goto('/dashboard?tab=profile')
    await page.getByLabel('Display name').fill('Ines')
    await page.getByRole('button', { name: 'Update' }).click()
    await page.getByRole('alert').getByText('needs a script that your browser could not load').waitFor()
    expect(await page.getByLabel('Display name').inputValue()).toBe('Ines')
  })

  it('A form whose own script is missing says so where it was pressed, and keeps what was typed', async () => {
    const { page, expectProblem } = await journeys.visit({ as: ADMIN })
    expectProblem(/ERR_FAILED/)
    await page.route('**/dashboard.island-*.js', (route) => route.abort())
    await page.goto('/dashboard?tab=profile')
    await page.getByLabel('Display name').fill('Ines')
    await page.getByRole('button', { name: 'Update' }).click()
    await page.getByRole('alert').getByText('needs a script that your browser could not load').waitFor()
    expect(await page.getByLabel('Display name').inputValue()).toBe('Ines')
    expect(new URL(page.url()).search).toBe('?tab=profile')
  })

  it('The sentence is gone once the script is there', async () => {
    const { page, open } = await journeys.visit({ as: ADMIN })
    await open('/dashboard?tab=settings')
    await expect.poll(() => notice(page).isVisible()).toBe(false)
  })
})

/** Each case signs in and writes more often than a person does. */
function emptyLimits(): void {
  const database = new DatabaseSync(join(journeys.blog.dataDir, 'kindred.sqlite'), { timeout: 5000 })
  database.exec('DELETE FROM rate_limits')
  database.close()
}

async function firstPost(): Promise<string> {
  const { posts } = (await (await fetch(`${journeys.blog.url}/api/post/getposts?limit=1`)).json()) as { posts: { slug: string }[] }
  return `/post/${posts[0]?.slug}`
}
