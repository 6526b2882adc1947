import { type Browser, chromium } from 'playwright-core'
import { inject } from 'vitest'
import { CHROMIUM_ARGS } from './find-chromium.ts'
import { findMemoryFolder } from '#tests/support/blog/memory-folder.ts'
import type { Missing } from '#tests/support/requirement.ts'

/**
 * Because of the blog's Cross-Origin-Opener-Policy, each visit would use a second renderer process and a fifth more CPU
 * time. A later switch replaces an earlier one, so the list includes the features that Playwright disables.
 */
const FEATURES_OFF = [
  'CrossOriginOpenerPolicy',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
]

interface LaunchOptions {
  /** For tests of windows that know each other: pages keep their Cross-Origin-Opener-Policy. */
  readonly withOpenerPolicy?: boolean
  /** Playwright turns the back/forward cache off, unless asked not to. Tests that need it declare it with `missingBackForwardCache`. */
  readonly withBackForwardCache?: boolean
}

/** Null if there is a browser with a back/forward cache. */
export const missingBackForwardCache = (): Missing | null =>
  inject('chromium').whole === null
    ? { why: 'no Chromium with a back/forward cache is installed', install: 'apt-get install chromium' }
    : null

/**
 * A headless Chromium with a profile of its own, which Playwright removes at the end.
 * @throws with one line if there is no Chromium
 */
export const launchChromium = async ({ withOpenerPolicy = false, withBackForwardCache = false }: LaunchOptions = {}): Promise<Browser> => {
  const { path, whole, problem } = inject('chromium')
  if (path === null) throw new Error(problem)
  const unwanted = [
    ...(withBackForwardCache ? ['--disable-back-forward-cache'] : []),
    // With this switch, which Playwright sets, shared memory is a file on the disk and costs a tenth more CPU time.
    ...(findMemoryFolder() ? ['--disable-dev-shm-usage'] : []),
  ]
  return chromium.launch({
    executablePath: withBackForwardCache ? (whole ?? path) : path,
    headless: true,
    args: withOpenerPolicy || withBackForwardCache ? CHROMIUM_ARGS : [...CHROMIUM_ARGS, `--disable-features=${FEATURES_OFF.join(',')}`],
    ignoreDefaultArgs: unwanted,
  })
}
