import { setTimeout as sleep } from 'node:timers/promises'
import type { DrivenElement, DrivenWindow } from './driver.ts'
import { COLLECT_PROBLEMS, scriptAbout } from './in-page.ts'
import { describeTarget, type Pattern, type Target } from './target.ts'

/** Generous: on a busy machine five pictures are stored in more than 15 s. */
const STEP_TIMEOUT_MS = 60_000
const POLL_MS = 50
const TAB_STOPS_MAX = 60

/** User actions in a window, and what it shows. Each action waits until it is possible. */
export interface Page {
  readonly open: (path: string) => Promise<void>
  readonly goBack: () => Promise<void>
  readonly reload: () => Promise<void>
  readonly resize: (width: number, height: number) => Promise<void>
  readonly scrollTo: (target: Target) => Promise<void>
  readonly click: (target: Target) => Promise<void>
  readonly tap: (target: Target) => Promise<void>
  /** Replaces the text of a field. */
  readonly fill: (target: Target, words: string) => Promise<void>
  /** Clicks into an editor and types. */
  readonly write: (target: Target, words: string) => Promise<void>
  readonly press: (key: 'Enter' | 'Escape' | 'ArrowRight' | 'Backspace') => Promise<void>
  /** Types into the focused element. */
  readonly type: (words: string) => Promise<void>
  /** Presses Tab until the element has the focus. */
  readonly tabTo: (target: Target) => Promise<void>
  readonly waitForFocus: (target: Target) => Promise<void>
  /** Chooses an option by its label. */
  readonly choose: (target: Target, option: string) => Promise<void>
  readonly attach: (target: Target, ...paths: readonly string[]) => Promise<void>
  readonly waitFor: (target: Target) => Promise<void>
  readonly waitForNo: (target: Target) => Promise<void>
  readonly waitForCount: (target: Target, count: number) => Promise<void>
  /** Path, query and hash. */
  readonly waitForAddress: (address: Pattern) => Promise<void>
  readonly waitForValue: (target: Target, value: Pattern) => Promise<void>
  /** The text of an element. */
  readonly read: (target: Target) => Promise<string>
  /** Waits until the address of a drawn picture is a certain one. */
  readonly waitForPicture: (target: Target, isWanted: (address: string) => boolean) => Promise<void>
  /** Computed background colour of the body. */
  readonly readBackground: () => Promise<string>
  readonly waitForBackground: (isWanted: (colour: string) => boolean) => Promise<void>
  /** Waits for a condition that no page shows. */
  readonly waitUntil: (what: string, isDone: () => Promise<boolean>) => Promise<void>
  /** Runs the body of a function in the page. */
  readonly run: (body: string) => Promise<unknown>
}

const isMatch = (value: unknown, pattern: Pattern) =>
  typeof value === 'string' && (typeof pattern === 'string' ? value === pattern : pattern.test(value))

/** Repeats a step until it returns a value. @throws with the last error of the step, or when the run is aborted */
async function repeatStep<T>(what: string, step: () => Promise<T | undefined>, signal: AbortSignal): Promise<T> {
  const end = performance.now() + STEP_TIMEOUT_MS
  let problem = ''
  do {
    try {
      const result = await step()
      if (result !== undefined) return result
      problem = ''
    } catch (error) {
      // The page may navigate or re-render during the step.
      problem = `: ${(error as Error).message}`
    }
    await sleep(POLL_MS, undefined, { signal })
  } while (performance.now() < end)
  throw new Error(`${what} (waited ${STEP_TIMEOUT_MS / 1000} s)${problem}`)
}

/** Script for the position of an element; null while it is disabled or covered. */
const PLACE = `
  if (found.length === 0 || found[0].matches(':disabled')) return null
  found[0].scrollIntoView({ block: 'center', behavior: 'instant' })
  const { x, y, width, height } = found[0].getClientRects()[0]
  return found[0].contains(document.elementFromPoint(x + width / 2, y + height / 2)) ? [x, y].join() : null`
const SELECT_ALL = 'found[0].select()'
const DRAWN_PICTURE = 'found[0]?.scrollIntoView(); return found[0]?.naturalWidth > 0 ? found[0].currentSrc : null'
const HAS_FOCUS = 'return found[0] !== undefined && found[0] === document.activeElement'
const FIRST_VALUE = 'return found[0]?.value ?? null'

interface Surroundings {
  /** URL of the blog. */
  readonly url: string
  /** Aborted when the run is to end early. */
  readonly signal: AbortSignal
}

/** @returns the page, and a function that reads the script errors of all pages so far */
export function createPage(
  window: DrivenWindow,
  { url, signal }: Surroundings,
): { readonly page: Page; readonly readProblems: () => Promise<string[]> } {
  const problems: string[] = []
  const run = async (body: string) => {
    const script = `const problems = ${COLLECT_PROBLEMS}.splice(0); return { problems, result: (() => {${body}\n})() ?? null }`
    const { problems: added, result } = (await window.run(script)) as { problems: string[]; result: unknown }
    problems.push(...added)
    return result
  }
  const readProblems = async () => {
    await run('')
    return problems
  }
  return { page: drive(window, { url, run, repeat: (what, step) => repeatStep(what, step, signal) }), readProblems }
}

interface Means {
  readonly url: string
  readonly run: (body: string) => Promise<unknown>
  readonly repeat: <T>(what: string, step: () => Promise<T | undefined>) => Promise<T>
}

function drive(window: DrivenWindow, { url, run, repeat }: Means): Page {
  const about = (target: Target, statements: string) => run(scriptAbout(target, statements))
  const withElement = (target: Target, act: (element: DrivenElement) => Promise<unknown>) =>
    repeat(`no ${describeTarget(target)}`, async () => {
      const element = await window.find(scriptAbout(target, 'return found[0] ?? null'))
      if (element === null) return undefined
      await act(element)
      return true
    })
  /** A click would miss an element that still moves. */
  const waitUntilStill = async (target: Target) => {
    let before: unknown
    await repeat(`nothing to click: ${describeTarget(target)}`, async () => {
      const place = await about(target, PLACE)
      const isStill = place !== null && place === before
      before = place
      return isStill ? true : undefined
    })
  }
  const click = async (target: Target) => {
    await waitUntilStill(target)
    await withElement(target, (element) => element.click())
  }
  /** Waits for a value of the page. */
  const expectValue = async (what: string, read: () => Promise<unknown>, isWanted: (value: unknown) => boolean) => {
    let last: unknown
    await repeat(what, async () => {
      last = await read()
      return isWanted(last) ? true : undefined
    }).catch((error: Error) => {
      throw new Error(`${error.message}; it is ${JSON.stringify(last)}`)
    })
  }
  const waitForValue = (target: Target, pattern: Pattern) =>
    expectValue(
      `${describeTarget(target)} is not ${String(pattern)}`,
      () => about(target, FIRST_VALUE),
      (value) => isMatch(value, pattern),
    )
  const waitForCount = (target: Target, count: number) =>
    expectValue(
      `not ${count} of ${describeTarget(target)}`,
      () => about(target, 'return found.length'),
      (value) => value === count,
    )
  const waitForPicture = (target: Target, isWanted: (address: string) => boolean) =>
    expectValue(
      `not the picture: ${describeTarget(target)}`,
      () => about(target, DRAWN_PICTURE),
      (address) => typeof address === 'string' && isWanted(address),
    )
  const readBackground = async () => String(await run('return getComputedStyle(document.body).backgroundColor'))
  return {
    open: (path) => window.goTo(url + path),
    goBack: async () => void (await run('history.back()')),
    reload: () => window.reload(),
    resize: (width, height) => window.resize(width, height),
    scrollTo: (target) =>
      expectValue(
        `no ${describeTarget(target)}`,
        () => about(target, 'found[0]?.scrollIntoView(); return found.length > 0'),
        (value) => value === true,
      ),
    click,
    async tap(target) {
      await waitUntilStill(target)
      await withElement(target, (element) => element.tap())
    },
    async fill(target, words) {
      await click(target)
      await about(target, SELECT_ALL)
      await (words === '' ? window.press('Backspace') : window.type(words))
      // Fills only once: hydration must not lose the text.
      await waitForValue(target, words)
    },
    async write(target, words) {
      await click(target)
      await window.type(words)
    },
    press: (key) => window.press(key),
    type: (words) => window.type(words),
    async tabTo(target) {
      await withElement(target, async () => {})
      for (let stops = 0; stops < TAB_STOPS_MAX; stops += 1) {
        await window.press('Tab')
        if ((await about(target, HAS_FOCUS)) === true) return
        // Behind its last link, where the driver's keys still reach the page, but Enter presses nothing.
        if ((await run('return document.hasFocus()')) === false) break
      }
      throw new Error(`The keyboard does not reach ${describeTarget(target)}`)
    },
    waitForFocus: (target) =>
      expectValue(
        `${describeTarget(target)} has not the focus`,
        () => about(target, HAS_FOCUS),
        (value) => value === true,
      ),
    choose: async (target, option) =>
      void (await repeat(`${describeTarget(target)} does not offer '${option}'`, async () => {
        await about(target, 'found[0].focus()')
        await window.type(option)
        return (await about(target, 'return found[0].selectedOptions[0].label')) === option ? true : undefined
      })),
    attach: async (target, ...paths) => void (await withElement(target, (element) => element.attach(paths))),
    waitFor: async (target) => void (await withElement(target, async () => {})),
    waitForNo: (target) => waitForCount(target, 0),
    waitForCount,
    waitForAddress: (address) =>
      expectValue(
        `the address is not ${String(address)}`,
        () => run('return location.pathname + location.search + location.hash'),
        (value) => isMatch(value, address),
      ),
    waitForValue,
    read: (target) =>
      repeat(`no ${describeTarget(target)}`, async () => {
        const words = await about(target, "return found[0] ? textOf(found[0]).replace(/\\s+/g, ' ').trim() : null")
        return typeof words === 'string' ? words : undefined
      }),
    waitForPicture,
    readBackground,
    waitForBackground: (isWanted) => expectValue('not the background', readBackground, (colour) => isWanted(String(colour))),
    waitUntil: (what, isDone) => expectValue(what, isDone, (value) => value === true),
    run,
  }
}
