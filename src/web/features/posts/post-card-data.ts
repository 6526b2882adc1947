import type { Post } from '#contract/endpoints/posts.ts'
import { readingTimeMinutes } from '#contract/reading-time.ts'

/** A post without its body: what cards, lists and hydration data carry. */
export type PostCard = Omit<Post, 'content'> & { readonly readingTimeMinutes: number }

export const toPostCard = ({ content, ...rest }: Post): PostCard => ({ ...rest, readingTimeMinutes: readingTimeMinutes(content) })
