import type { Audience } from '#platform/contract/audiences.ts'
import type { Category } from '#platform/contract/categories.ts'
import type { Post } from '#posts/contract/posts.endpoints.ts'

/** What the author writes in the form. */
export interface PostText {
  readonly title: string
  readonly category: Category
  /** Address of the cover; empty for none. */
  readonly image: string
  /** HTML as the editor gives it. */
  readonly content: string
  /** Audience chosen in this text; null leaves it unchanged. */
  readonly audience: Audience | null
}

export const EMPTY_POST: PostText = { title: '', category: 'uncategorized', image: '', content: '', audience: null }

/** Converts a saved post for the form, which treats a drawing of ours as no cover. */
export const toPostText = ({ title, category, image, content }: Pick<Post, 'title' | 'category' | 'image' | 'content'>): PostText => ({
  title,
  category,
  image: image.startsWith('/drawings/') ? '' : image,
  content,
  audience: null,
})

export const sameText = (a: PostText, b: PostText) =>
  a.title === b.title && a.category === b.category && a.image === b.image && a.content === b.content && a.audience === b.audience

/** Whether a body has content: an empty editor contains a paragraph. */
export const hasBody = (content: string) =>
  /<(img|hr|table|audio|video)\b/i.test(content) ||
  content
    .replace(/<[^>]*>/g, '')
    .replaceAll('&nbsp;', ' ')
    .trim() !== ''

/** Required part that is missing (docs/product.md, 5: title and body are required). */
export const missingIn = (text: PostText): 'title' | 'body' | null => {
  if (text.title.trim() === '') return 'title'
  return hasBody(text.content) ? null : 'body'
}
