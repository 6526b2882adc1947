import type { Locator, Page } from 'playwright-core'
import { createComment } from '#comments/contract/comments.endpoints.ts'
import { ADMIN, READER } from '#tests/support/accounts.ts'
import { createPost } from '#writing/contract/edit-posts.endpoints.ts'
import type { Journeys } from './journey.ts'

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

/** Creates a post with these comments of the reader. */
export async function makeTalk({ callAs }: Pick<Journeys, 'callAs'>, ...comments: readonly string[]) {
  const [{ api }, reader] = [await callAs(ADMIN), await callAs(READER)]
  const { _id: postId, slug } = await api(createPost, { body: { title: 'A talk', content: '<p>Say something.</p>' } })
  for (const content of comments) await reader.api(createComment, { body: { content, postId } })
  return { postId, slug, path: `/post/${slug}` }
}
