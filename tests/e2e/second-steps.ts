import type { Page, Request } from 'playwright-core'
import { expect, vi } from 'vitest'
import { expectAlive } from '#tests/support/browser/translating-browser.ts'

interface Steps {
  /** Calls that change something. */
  readonly made: string[]
  /** Those that wait for what becomes of them. */
  readonly held: ((isFailing: boolean) => void)[]
  isHolding: boolean
  /** Number of calls that read and are not done. */
  reading: number
  /** Names of the buttons that can be pressed, those of an open dialog alone. */
  readonly list: () => readonly string[]
  /** Presses the button of a name: the one that was pressed before, if it is still there. @returns whether there is one */
  readonly press: (name: string) => boolean
}

declare global {
  var steps: Steps
}

export const BUSY = 'The blog is busy right now. Please try again in a moment.'
/** What leaves the page, or asks for something outside of it. */
const LEAVES = /sign out|download|print|preview|use a passkey|apply|share or copy/i
/** What would end the visit: only its failure is tried. */
const ENDS = /delete account/i
const CANCELS = /cancel|close|no, |\bdone$/i
const DEPTH_MAX = 3

/** Names of the buttons that lead to an action, from the page to the last dialog. */
type Way = readonly string[]

/** Runs in the page: a call that changes something waits until it is let through or fails. */
function holdWrites(busy: string): void {
  const send = globalThis.fetch
  globalThis.fetch = (input, init) => {
    const { steps } = globalThis
    const method = init?.method ?? 'GET'
    if (method === 'GET') {
      steps.reading += 1
      return send(input, init).finally(() => (steps.reading -= 1))
    }
    steps.made.push(`${method} ${new URL(input as string, location.href).pathname}`)
    if (!steps.isHolding) return send(input, init)
    const body = { success: false, statusCode: 503, code: 'unavailable', message: busy }
    return new Promise((resolve) => {
      steps.held.push((isFailing) => resolve(isFailing ? Response.json(body, { status: 503 }) : send(input, init)))
    })
  }
}

/** Runs in the page. */
function findButtons(): void {
  let last: { readonly name: string; readonly button: HTMLElement } | null = null
  const scope = () => [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.querySelector('main')
  const isThere = (each: HTMLElement) => each.isConnected && each.checkVisibility() && scope()?.contains(each) === true
  // Of equal rows one is pressed, in each table; numbers change.
  const nameOf = (each: Element) =>
    `${each.closest('dialog') ? 'dialog' : ''} ${each.closest('table')?.caption?.textContent ?? ''} ${each.textContent}`
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/\d+/g, '#')
      .trim()
  const buttons = () =>
    [...(scope()?.querySelectorAll<HTMLElement>('button:not([popovertarget]), summary') ?? [])].filter(
      (each) => isThere(each) && each.ariaDisabled !== 'true' && !each.matches(':disabled'),
    )
  const wordsFor = ({ type }: HTMLInputElement | HTMLTextAreaElement) => {
    if (type === 'email') return 'someone@example.org'
    return type === 'url' ? 'https://example.org' : `Word ${Date.now()}`
  }
  const fill = (button: HTMLElement) => {
    const fields = button
      .closest('form')
      ?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
        'textarea, input:not([type=hidden], [type=file], [type=search], [type=password], :disabled)',
      )
    for (const field of [...(fields ?? [])].filter(({ value }) => value === '')) {
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as object, 'value')?.set?.call(field, wordsFor(field))
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }
  const press = (name: string) => {
    const button = last?.name === name && isThere(last.button) ? last.button : buttons().find((each) => nameOf(each) === name)
    if (button === undefined) return false
    last = { name, button }
    fill(button)
    button.click()
    return true
  }
  const list = () => [...new Set(buttons().map(nameOf))]
  globalThis.steps = { made: [], held: [], isHolding: false, reading: 0, list, press }
}

export const prepareSecondSteps = async (page: Page): Promise<void> => {
  await page.addInitScript(findButtons)
  await page.addInitScript(holdWrites, BUSY)
}

/** Two frames, in which React has rendered what the press changed. */
const settle = async (page: Page) => {
  await page.waitForFunction(() => globalThis.steps.reading === 0)
  await page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))))
}

const listButtons = (page: Page) => page.evaluate(() => globalThis.steps.list())
const press = async (page: Page, name: string): Promise<boolean> => {
  const wasPressed = await page.evaluate((wanted) => globalThis.steps.press(wanted), name)
  await settle(page)
  return wasPressed
}
const hold = (page: Page, isHolding: boolean) => page.evaluate((value) => void (globalThis.steps.isHolding = value), isHolding)
const listWrites = (page: Page) => page.evaluate(() => globalThis.steps.made)
const failHeld = (page: Page) => page.evaluate(() => globalThis.steps.held.splice(0).forEach((end) => end(true)))
const expectIdle = (page: Page) => expect.poll(() => page.locator(':is(main, dialog) [aria-busy=true]').count()).toBe(0)

interface Options {
  readonly page: Page
  readonly path: string
  readonly open: (path: string) => Promise<void>
}

/**
 * Presses each button of a page. One that changes something is pressed again while the first is loading, after that has
 * failed, and after it was done; then it is undone, if it can be.
 * @returns the calls that were made: 'PUT /api/settings'
 */
export async function exploreActions({ page, path, open }: Options): Promise<readonly string[]> {
  const writes = new Set<string>()
  const known = new Set<string>()
  const waiting: Way[] = []
  const start = async () => {
    // What was done before may lead to another page just now.
    await vi.waitUntil(
      () =>
        open(path).then(
          () => true,
          () => false,
        ),
      { timeout: 120_000 },
    )
    const shown = (await listButtons(page)).filter((name) => !known.has(name))
    for (const name of shown) known.add(name)
    waiting.push(...shown.map((name) => [name]))
  }
  await start()
  for (let way = waiting.shift(); way !== undefined; way = waiting.shift()) {
    if (LEAVES.test(way.at(-1) ?? '')) continue
    await start()
    let hasLeft = false
    const leave = () => (hasLeft = true)
    page.on('framenavigated', leave)
    // The page is gone before that event arrives.
    const request = (sent: Request) => void (sent.isNavigationRequest() && leave())
    page.on('request', request)
    const next = await takeSteps(page, way, (made) => made.forEach((write) => writes.add(write))).catch((error: unknown) => {
      // What was done led to another page.
      if (hasLeft) return []
      throw new Error(`${path}: ${way.join(' > ')}`, { cause: error })
    })
    page.off('framenavigated', leave)
    page.off('request', request)
    waiting.push(...next)
  }
  return [...writes]
}

/** Goes a way, and takes the second steps of an action. @returns the ways that its last button has opened, if it is none */
async function takeSteps(page: Page, way: Way, record: (writes: readonly string[]) => void): Promise<readonly Way[]> {
  const name = way.at(-1) ?? ''
  for (const before of way.slice(0, -1)) await press(page, before)
  const shown = await listButtons(page)
  const count = (await listWrites(page)).length
  await hold(page, true)
  const wasPressed = await press(page, name)
  if (wasPressed && (await listWrites(page)).length > count) {
    record(await listWrites(page))
    await takeSecondSteps(page, way, count)
    record(await listWrites(page))
    return []
  }
  await expectAlive(page)
  const opened = (await listButtons(page)).filter((each) => !shown.includes(each) && !CANCELS.test(each))
  return wasPressed && way.length < DEPTH_MAX ? opened.map((each) => [...way, each]) : []
}

/** After the first press, whose call waits. */
async function takeSecondSteps(page: Page, way: Way, before: number): Promise<void> {
  const name = way.at(-1) ?? ''
  await press(page, name)
  expect({ sentWhileLoading: (await listWrites(page)).length - before }).toEqual({ sentWhileLoading: 1 })
  await failHeld(page)
  await expectIdle(page)
  await expect.poll(() => page.getByText(BUSY).first().isVisible(), { message: 'says that it failed' }).toBe(true)
  await expectAlive(page)
  if (ENDS.test(way[0] ?? '')) return
  await hold(page, false)
  expect({ mayTryAgain: await press(page, name) }).toEqual({ mayTryAgain: true })
  await expectIdle(page)
  await expect.poll(() => page.getByText(BUSY).count(), { message: 'the failure is over' }).toBe(0)
  await expectAlive(page)
  await press(page, name)
  await expectIdle(page)
  await expectAlive(page)
  const undo = page.locator('main:not(:has(dialog[open])) [data-undo]:visible')
  if ((await undo.count()) > 0) await undo.first().click()
  await expectIdle(page)
  await expectAlive(page)
}
