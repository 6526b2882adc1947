import type { Locator, Page } from 'playwright-core'
const TAB_STOPS_MAX = 60

export const hasFocus = async (target: Locator): Promise<boolean> =>
  (await target.count()) === 1 && target.evaluate((element) => element === document.activeElement)

/** Presses Tab until the target has the focus, which must be visible. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let stops = 0; stops < TAB_STOPS_MAX; stops += 1) {
    await page.keyboard.press('Tab')
    if (await hasFocus(target)) return
  }
  throw new Error(`The keyboard does not reach ${target.toString()}.`)
}

/** Goes to a target by Tab and presses a key on it. */
export async function pressOn(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}
