import type { Page } from 'playwright-core'

/** Everything under a post that readers say. */
export const commentsOf = (page: Page) => page.getByRole('region', { name: /^Comments/ })

/** Where a signed-in reader writes. */
export const commentBox = (page: Page) => commentsOf(page).getByRole('textbox', { name: 'Your comment' })

export const commentItem = (page: Page, content: string) => commentsOf(page).getByRole('listitem').filter({ hasText: content })
