import { type Browser, chromium } from 'playwright-core'
import { inject } from 'vitest'

const args = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // /dev/shm is 64 MB in containers.
  '--disable-dev-shm-usage',
  // Chromium's sandbox refuses to run as root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/**
 * A headless Chromium for journeys, with a profile of its own that Playwright removes at the end.
 * @throws with one line when this machine has none and none could be installed
 */
export const launchChromium = async (): Promise<Browser> => {
  const { path, problem } = inject('chromium')
  if (path === null) throw new Error(problem)
  return chromium.launch({ executablePath: path, headless: true, args })
}
