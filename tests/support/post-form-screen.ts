import type { Locator, Page } from 'playwright-core'

/** Where the body of a post is written; the editor's chunk has to come first. */
export const bodyEditor = (page: Page): Locator => page.getByRole('textbox', { name: 'Body' })

export const toolbarButton = (page: Page, name: string): Locator =>
  page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name, exact: true })

/** Writes at the end of the body. */
export async function writeBody(page: Page, text: string): Promise<void> {
  await bodyEditor(page).focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(text)
}
