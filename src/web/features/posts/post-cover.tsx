import type { PostCard } from './post-card-data.ts'

interface PostCoverProps {
  readonly post: Pick<PostCard, 'image'>
  /** Empty where the title stands beside it. */
  readonly alt?: string
  /** True for the picture that a screen opens with. */
  readonly eager?: boolean
}

/** Fills its box, which sets the proportions. A post without a picture has a drawing's address. */
export const PostCover = ({ post, alt = '', eager = false }: PostCoverProps) => (
  <img
    src={post.image}
    alt={alt}
    loading={eager ? 'eager' : 'lazy'}
    fetchPriority={eager ? 'high' : 'auto'}
    decoding="async"
    className="size-full bg-sunk object-cover text-small text-ink-soft"
  />
)
