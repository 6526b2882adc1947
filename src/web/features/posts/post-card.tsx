import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import type { PostCard } from './post-card-data.ts'
import { PostCover } from './post-cover.tsx'
import { formatDate } from './post-date.ts'

interface PostCardItemProps {
  readonly post: PostCard
  /** One below the heading that the cards stand under. */
  readonly heading?: 'h2' | 'h3'
  readonly eager?: boolean
}

/** A post in a grid. One tab stop: 'Read Article', which slides in (spec §2). */
export const PostCardItem = ({ post, heading: Heading = 'h3', eager = false }: PostCardItemProps) => {
  const to = `/post/${post.slug}`
  return (
    <article className="post-card relative flex flex-col overflow-hidden rounded-card border border-line bg-surface shadow-1">
      <a href={to} tabIndex={-1} aria-hidden="true" className="post-card-cover block aspect-16/10 overflow-hidden">
        <PostCover post={post} eager={eager} />
      </a>
      <div className="grid gap-1.5 px-5 pt-4 pb-5">
        <Heading className="line-clamp-2 text-[1.25rem] leading-tight wrap-anywhere">
          <a href={to} tabIndex={-1}>
            {post.title}
          </a>
        </Heading>
        <span className="text-small text-calm italic">{post.category}</span>
        <span className="text-small text-ink-soft">
          <time dateTime={post.createdAt}>{formatDate(post.createdAt)}</time> ·{' '}
          <span className="whitespace-nowrap">{post.readingTimeMinutes} mins read</span>
        </span>
      </div>
      <a href={to} className="post-card-more mt-auto bg-heart px-4 py-3 text-center font-semibold text-paper">
        Read Article <VisuallyHidden>{post.title}</VisuallyHidden>
      </a>
    </article>
  )
}
