import { StoredPicture } from '#media/web/index.ts'
import type { PostCard } from './post-card-data.ts'

interface PostCoverProps {
  readonly post: Pick<PostCard, 'image'>
  /** Empty if the title is beside it. */
  readonly alt?: string
  /** As in <img>; defaults to the width of a card. */
  readonly sizes?: string
  /** True if visible without scrolling. */
  readonly eager?: boolean
}

const CARD_SIZES = '(min-width: 64rem) 24rem, (min-width: 40rem) 50vw, calc(100vw - 2rem)'

/** Fills its box, which sets the proportions. A post without a picture has a drawing's address. */
export const PostCover = ({ post, alt = '', sizes = CARD_SIZES, eager = false }: PostCoverProps) => (
  <StoredPicture src={post.image} alt={alt} sizes={sizes} eager={eager} className="post-cover-image" />
)
