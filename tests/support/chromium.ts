import { type Browser, chromium } from 'playwright-core'
import { inject } from 'vitest'
import { CHROMIUM_ARGS } from './find-chromium.ts'

/**
 * A headless Chromium for journeys, with a profile of its own that Playwright removes at the end.
 * @throws with one line when this machine has none and none could be installed
 */
export const launchChromium = async (): Promise<Browser> => {
  const { path, problem } = inject('chromium')
  if (path === null) throw new Error(problem)
  return chromium.launch({ executablePath: path, headless: true, args: CHROMIUM_ARGS })
}
