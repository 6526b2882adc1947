import type { Locator, Page } from 'playwright-core'

/** The comments below a post. */
export const commentsOf = (page: Page) => page.getByRole('region', { name: /^Comments/ })

export const commentBox = (page: Page) => commentsOf(page).getByRole('textbox', { name: 'Your comment' })

export const commentItem = (page: Page, content: string) => commentsOf(page).getByRole('listitem').filter({ hasText: content })

/** Scrolls to the comments. For a signed-in reader, React hydrates them when they are visible. */
export async function showComments(page: Page): Promise<void> {
  await commentsOf(page).scrollIntoViewIfNeeded()
  await page.locator('[data-island=comments-section][data-hydrated]').waitFor({ state: 'attached' })
}

/** Opens the menu of a comment, and chooses from it. */
export async function chooseFromMenu(item: Locator, role: 'button' | 'link', name: string | RegExp): Promise<void> {
  await item.getByRole('button', { name: /^More for the comment of/ }).click()
  await item.getByRole(role, { name, exact: true }).click()
}
