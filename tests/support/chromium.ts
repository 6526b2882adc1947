import { type Browser, chromium } from 'playwright-core'
import { inject } from 'vitest'
import { CHROMIUM_ARGS } from './find-chromium.ts'
import type { Missing } from './requirement.ts'

interface LaunchOptions {
  /** Playwright turns the back/forward cache off, unless asked not to. Tests that need it say so by `missingBackForwardCache`. */
  readonly withBackForwardCache?: boolean
}

/** Null where there is a browser that has one. */
export const missingBackForwardCache = (): Missing | null =>
  inject('chromium').whole === null
    ? { why: 'no Chromium with a back/forward cache is installed', install: 'apt-get install chromium' }
    : null

/**
 * A headless Chromium with a profile of its own, which Playwright removes at the end.
 * @throws with one line where there is no Chromium
 */
export const launchChromium = async ({ withBackForwardCache = false }: LaunchOptions = {}): Promise<Browser> => {
  const { path, whole, problem } = inject('chromium')
  if (path === null) throw new Error(problem)
  return chromium.launch({
    executablePath: withBackForwardCache ? (whole ?? path) : path,
    headless: true,
    args: CHROMIUM_ARGS,
    ...(withBackForwardCache ? { ignoreDefaultArgs: ['--disable-back-forward-cache'] } : {}),
  })
}
