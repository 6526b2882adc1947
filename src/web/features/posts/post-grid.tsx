import type { PostCard } from './post-card-data.ts'
import { PostCardItem } from './post-card.tsx'

interface PostGridProps {
  readonly posts: readonly PostCard[]
  readonly heading?: 'h2' | 'h3'
  /** How many covers are in view when the screen opens; they load at once. */
  readonly eagerCovers?: number
}

/** One row stays one row: two and one under them look forgotten. */
const columnsOf = (count: number) => (count === 3 ? 'md:grid-cols-3' : 'sm:grid-cols-2 lg:grid-cols-3')

export const PostGrid = ({ posts, heading = 'h3', eagerCovers = 0 }: PostGridProps) => (
  <ul className={`grid gap-6 ${columnsOf(posts.length)}`}>
    {posts.map((post, index) => (
      <li key={post._id} className="grid">
        <PostCardItem post={post} heading={heading} eager={index < eagerCovers} />
      </li>
    ))}
  </ul>
)
