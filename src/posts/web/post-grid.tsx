import type { PostCard } from './post-card-data.ts'
import { PostCardItem } from './post-card.tsx'

interface PostGridProps {
  readonly posts: readonly PostCard[]
  readonly heading?: 'h2' | 'h3'
  /** Number of covers in view when the screen opens; they load at once. */
  readonly eagerCovers?: number
}

export const PostGrid = ({ posts, heading = 'h3', eagerCovers = 0 }: PostGridProps) => (
  <ul className="post-grid">
    {posts.map((post, index) => (
      <li key={post._id}>
        <PostCardItem post={post} heading={heading} eager={index < eagerCovers} />
      </li>
    ))}
  </ul>
)
