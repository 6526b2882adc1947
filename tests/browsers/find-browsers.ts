import { existsSync, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Missing } from '#tests/support/requirement.ts'
import type { DrivenBrowser } from './driver.ts'
import { startFirefox } from './firefox.ts'
import { startWebkit } from './webkit.ts'

/** A browser that can be started, or what must be installed first. */
export interface BrowserOffer {
  readonly name: 'Firefox' | 'WebKit'
  readonly start: (() => Promise<DrivenBrowser>) | Missing
}

function findProgram(...names: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
}

export function findBrowsers(): readonly BrowserOffer[] {
  return [
    { name: 'Firefox', start: findFirefox() },
    { name: 'WebKit', start: findWebkit() },
  ]
}

function findFirefox(): BrowserOffer['start'] {
  const path = process.env['FIREFOX_PATH'] ?? findProgram('firefox-esr', 'firefox')
  return path === undefined ? { why: 'no Firefox here', install: 'apt-get install firefox-esr' } : () => startFirefox(path)
}

function findWebkit(): BrowserOffer['start'] {
  const driver = findProgram('WebKitWebDriver')
  const display = findProgram('Xvfb')
  const miniBrowser = globSync('/usr/{lib,lib/*,libexec}/webkit2gtk-4.*/MiniBrowser').at(-1)
  if (driver === undefined || miniBrowser === undefined) {
    return { why: 'no WebKit here', install: 'apt-get install webkit2gtk-driver xvfb' }
  }
  if (display === undefined) return { why: 'no display for WebKit here', install: 'apt-get install xvfb' }
  return () => startWebkit({ driver, miniBrowser, display })
}
