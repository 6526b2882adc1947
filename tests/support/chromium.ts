import { type Browser, chromium } from 'playwright-core'
import { inject } from 'vitest'
import { CHROMIUM_ARGS } from './find-chromium.ts'

interface LaunchOptions {
  /** Playwright turns the back/forward cache off, unless asked not to. */
  readonly withBackForwardCache?: boolean
}

/**
 * A headless Chromium with a profile of its own, which Playwright removes at the end.
 * @throws with one line where there is no Chromium
 */
export const launchChromium = async ({ withBackForwardCache = false }: LaunchOptions = {}): Promise<Browser> => {
  const { path, problem } = inject('chromium')
  if (path === null) throw new Error(problem)
  return chromium.launch({
    executablePath: path,
    headless: true,
    args: CHROMIUM_ARGS,
    ...(withBackForwardCache ? { ignoreDefaultArgs: ['--disable-back-forward-cache'] } : {}),
  })
}
