import type { Post, PostList } from '#posts/contract/posts.endpoints.ts'
import { nameOfUser } from '#accounts/contract/name-of-user.ts'
import { readingTimeMinutes } from '#posts/contract/reading-time.ts'

/** A post without its body, for cards, lists and the props of islands. */
export type PostCard = Omit<Post, 'content' | 'author'> & {
  readonly readingTimeMinutes: number
  /** 'by @mara', 'by Mara Lind'; null if the blog has only one writer. */
  readonly byline: string | null
}

/** Writer of a post, if the blog has more than one. */
export const bylineOf = ({ author }: Pick<Post, 'author'>, hasSeveralWriters: boolean): string | null =>
  hasSeveralWriters && author !== null ? `by ${nameOfUser(author)}` : null

export const toPostCards = ({ posts, hasSeveralWriters }: Pick<PostList, 'posts' | 'hasSeveralWriters'>): readonly PostCard[] =>
  posts.map(({ content, author, ...rest }) => ({
    ...rest,
    readingTimeMinutes: readingTimeMinutes(content),
    byline: bylineOf({ author }, hasSeveralWriters),
  }))
