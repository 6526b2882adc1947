import type { Page } from 'playwright-core'
import type { SampleBlog } from '#tests/support/blog/sample-blog.ts'
import { newsletterScreens } from './newsletter-screens.ts'
import { dashboardScreens } from './dashboard-screens.ts'
import { readerScreens } from './member-screens.ts'
import { importExportScreens } from './import-export-screens.ts'
import { type Screen, visitorScreens } from './visitor-screens.ts'
import { writingScreens } from './writing-screens.ts'

/** Every screen, in every state that looks different. */
export const listScreens = (blog: SampleBlog): readonly Screen[] => [
  ...visitorScreens(blog),
  ...readerScreens(blog),
  ...dashboardScreens,
  ...writingScreens(blog),
  ...newsletterScreens,
  ...importExportScreens,
]

/** Opens a screen in its state. */
export async function openScreen(page: Page, screen: Screen): Promise<void> {
  await screen.intercept?.(page)
  await page.goto(screen.path, { waitUntil: 'load' })
  await page.waitForFunction(
    () => globalThis.earlyTap === null && document.querySelector('[data-hydration=now]:not([data-hydrated])') === null,
  )
  await arrangeScreen(page, screen)
}

/** Brings the open page of a screen into its state, and waits for its fonts. */
export async function arrangeScreen(page: Page, screen: Screen): Promise<void> {
  await screen.prepare?.(page)
  await screen.arrange?.(page)
  await page.evaluate(() => document.fonts.ready)
}
