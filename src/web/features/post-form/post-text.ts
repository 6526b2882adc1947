import { POST_FORM_CATEGORIES, isCategory, type Category, type CategoryOption } from '#contract/categories.ts'
import type { Post } from '#contract/endpoints/posts.ts'

/** What the author writes in the form. */
export interface PostText {
  readonly title: string
  readonly category: Category
  /** Address of the cover; empty for none. */
  readonly image: string
  /** HTML as the editor gives it. */
  readonly content: string
}

export const EMPTY_POST: PostText = { title: '', category: 'uncategorized', image: '', content: '' }

/** A saved post as the form shows it; a cover that the blog drew itself is none. */
export const toPostText = ({ title, category, image, content }: Post): PostText => ({
  title,
  category,
  image: image.startsWith('/drawings/') ? '' : image,
  content,
})

export const sameText = (a: PostText, b: PostText) =>
  a.title === b.title && a.category === b.category && a.image === b.image && a.content === b.content

const labelOf = (category: Category) => `${category.charAt(0).toUpperCase()}${category.slice(1)}`

/** The form's options; a post that has another category already keeps it on offer. */
export const categoryOptions = (current: Category): readonly CategoryOption[] =>
  POST_FORM_CATEGORIES.some((option) => option.value === current)
    ? POST_FORM_CATEGORIES
    : [...POST_FORM_CATEGORIES, { value: current, label: labelOf(current) }]

/** Whether a body says anything: an editor left empty still holds a paragraph. */
export const hasBody = (content: string) =>
  /<(img|hr|table)\b/i.test(content) ||
  content
    .replace(/<[^>]*>/g, '')
    .replaceAll('&nbsp;', ' ')
    .trim() !== ''

/** What is missing before the post can be sent (spec §5: title and body are required). */
export const missingIn = (text: PostText): 'title' | 'body' | null => {
  if (text.title.trim() === '') return 'title'
  return hasBody(text.content) ? null : 'body'
}

const draftKey = (postId: string | null) => `post-draft:${postId ?? 'new'}`
const isString = (value: unknown): value is string => typeof value === 'string'

/** Reads a stored draft; anything that is not one reads as none. */
export const parseDraft = (stored: string | null): PostText | null => {
  if (stored === null) return null
  try {
    const { title, category, image, content } = JSON.parse(stored) as Record<string, unknown>
    if (!isString(title) || !isString(image) || !isString(content) || !isString(category) || !isCategory(category)) return null
    return { title, category, image, content }
  } catch {
    return null
  }
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Unsaved text of one post (null: a new one), kept on this device until it is saved. A full or forbidden storage keeps nothing. */
export const postDrafts = (postId: string | null, storage: () => Storage = () => localStorage) => {
  const key = draftKey(postId)
  const quietly = <T>(action: () => T, otherwise: T): T => {
    try {
      return action()
    } catch {
      return otherwise
    }
  }
  return {
    read: () => quietly(() => parseDraft(storage().getItem(key)), null),
    keep: (text: PostText) => quietly(() => storage().setItem(key, JSON.stringify(text)), undefined),
    forget: () => quietly(() => storage().removeItem(key), undefined),
  }
}

export type PostDrafts = ReturnType<typeof postDrafts>
