import Heart from 'lucide-react/icons/heart'
import { shownCategory } from '#platform/contract/categories.ts'
import { AudienceMark } from './audience-mark.tsx'
import { DateText, useSite } from '#site/web/index.ts'
import type { PostCard } from './post-card-data.ts'
import { PostCover } from './post-cover.tsx'

interface PostCardItemProps {
  readonly post: PostCard
  /** One level below the heading of the cards. */
  readonly heading?: 'h2' | 'h3'
  readonly eager?: boolean
}

const CardHearts = ({ count }: { readonly count: number }) => (
  <>
    {' · '}
    <span className="card-hearts">
      <Heart aria-hidden="true" size={14} fill="currentColor" />
      {count}
      <span className="sr-only">{count === 1 ? ' heart' : ' hearts'}</span>
    </span>
  </>
)

/** A post in a grid. One tab stop: 'Read Article', which slides in (docs/product.md, 2). */
export const PostCardItem = ({ post, heading: Heading = 'h3', eager = false }: PostCardItemProps) => {
  const to = `/post/${post.slug}`
  const category = shownCategory(post.category, useSite().categories)
  return (
    <article className="card post-card">
      <a href={to} tabIndex={-1} aria-hidden="true" className="post-card-cover">
        <PostCover post={post} eager={eager} />
      </a>
      <div className="post-card-text">
        <Heading className="post-card-title">
          <a href={to} tabIndex={-1}>
            {post.title}
          </a>
        </Heading>
        {category === null ? null : (
          <span className="text-calm wrap-anywhere italic">
            <bdi>{category}</bdi>
          </span>
        )}
        <span>
          <DateText at={post.createdAt} /> · {`${post.readingTimeMinutes}\u00A0mins\u00A0read`}
          {post.likes > 0 ? <CardHearts count={post.likes} /> : null}
        </span>
        <AudienceMark audience={post.audience} />
        {post.pinned ? <span className="text-calm">Pinned</span> : null}
        {post.byline === null ? null : <span>{post.byline}</span>}
      </div>
      <a href={to} className="post-card-more">
        Read Article <span className="sr-only">{post.title}</span>
      </a>
    </article>
  )
}
