import type { Page } from 'playwright-core'
import type { ScreensBlog } from './screens-blog.ts'
import { adminScreens, readerScreens } from './screens-of-members.ts'
import { type Screen, visitorScreens } from './screens-of-visitors.ts'

/** Every screen of the spec, in every state that looks different. */
export const listScreens = (blog: ScreensBlog): readonly Screen[] => [
  ...visitorScreens(blog),
  ...readerScreens(blog),
  ...adminScreens(blog),
]

/** Opens a screen in its state and waits until it stands still. */
export async function openScreen(page: Page, screen: Screen): Promise<void> {
  await page.goto(screen.path, { waitUntil: 'load' })
  await page.waitForFunction(() => Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactProps')))
  await screen.prepare?.(page)
  await screen.arrange?.(page)
  await page.evaluate(() => document.fonts.ready)
}
