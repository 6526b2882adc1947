import { type Category, categoryName, shownCategory } from '#site/contract/category-names.ts'
import { textLanguage } from '#platform/contract/format-date.ts'
import { AudienceMark } from './audience.tsx'
import { DateText, useSite } from '#site/web/index.ts'
import type { Post, PostList } from '#posts/contract/posts.endpoints.ts'
import { nameOfUser } from '#accounts/contract/name-of-user.ts'
import { readingTimeMinutes } from '#posts/contract/reading-time.ts'
import { StoredPicture } from '#media/web/index.ts'
import { firstLine } from './first-line.ts'
import { isDrawnCover } from '#media/contract/drawn-cover.ts'

/** Stays on one line. */
const MINUTES_READ = '\u00A0mins\u00A0read'

/** A post without its body, for cards, lists and the props of islands. */
export type PostCard = Omit<Post, 'content' | 'author' | 'match'> & {
  /** The first line of the text, or the one that a search found, in parts; every second part is a word that matches. */
  readonly line: readonly string[]
  readonly readingTimeMinutes: number
  /** '@mara', 'Mara Lind'; null if the blog has only one writer. */
  readonly writer: string | null
}

/** Writer of a post, if the blog has more than one. */
export const writerOf = ({ author }: Pick<Post, 'author'>, hasSeveralWriters: boolean): string | null =>
  hasSeveralWriters && author !== null ? nameOfUser(author) : null

export const toPostCards = ({ posts, hasSeveralWriters }: Pick<PostList, 'posts' | 'hasSeveralWriters'>): readonly PostCard[] =>
  posts.map(({ content, author, match, ...rest }) => ({
    ...rest,
    line: match ?? [firstLine(content)],
    readingTimeMinutes: readingTimeMinutes(content),
    writer: writerOf({ author }, hasSeveralWriters),
  }))

/** Name of a category, isolated because it may be in a right-to-left script. */
export const CategoryText = ({ category }: { readonly category: Category }) => <bdi>{categoryName(category, useSite().categories)}</bdi>

/** `lang` of a post's title and text. */
export const usePostLanguage = (): string | undefined => textLanguage(useSite().dateLanguage)

interface PostCoverProps {
  readonly post: Pick<PostCard, 'image'>
  /** As in <img>; defaults to the width of a card. */
  readonly sizes?: string
  /** True if visible without scrolling. */
  readonly eager?: boolean
}

const CARD_SIZES = '(min-width: 64rem) 24rem, (min-width: 40rem) 50vw, calc(100vw - 2rem)'

/** Fills its box, which sets the proportions; the title is beside it. A drawing has the colours of the page. */
export const PostCover = ({ post, sizes = CARD_SIZES, eager = false }: PostCoverProps) =>
  isDrawnCover(post.image) ? (
    <svg aria-hidden="true" className="post-cover-image drawn-cover">
      <use href={`${post.image}#picture`} />
    </svg>
  ) : (
    <StoredPicture src={post.image} alt="" sizes={sizes} eager={eager} className="post-cover-image" />
  )

interface PostCardItemProps {
  readonly post: PostCard
  /** One level below the heading of the cards. */
  readonly heading?: 'h2' | 'h3'
  readonly eager?: boolean
}

const CardLine = ({ line: [first = '', ...more], lang }: Pick<PostCard, 'line'> & { readonly lang: string | undefined }) =>
  first === '' && more.length === 0 ? null : (
    <p lang={lang} className="wrap-anywhere">
      {more.length === 0
        ? first
        : [first, ...more].map((part, index) =>
            index % 2 === 1 ? (
              <mark key={index} className="bg-sunk font-semibold text-ink">
                {part}
              </mark>
            ) : (
              <span key={index}>{part}</span>
            ),
          )}
    </p>
  )

/** A post in a grid. One tab stop: 'Read Article', which slides in. */
const PostCardItem = ({ post, heading: Heading = 'h3', eager = false }: PostCardItemProps) => {
  const to = `/post/${post.slug}`
  const category = shownCategory(post.category, useSite().categories)
  const lang = usePostLanguage()
  return (
    <article className="card post-card">
      <a href={to} tabIndex={-1} aria-hidden="true" className="post-card-cover">
        <PostCover post={post} eager={eager} />
      </a>
      <div className="post-card-text">
        <Heading lang={lang} className="post-card-title">
          <a href={to} tabIndex={-1}>
            {post.title}
          </a>
        </Heading>
        {category === null ? null : (
          <span className="text-calm wrap-anywhere italic">
            <bdi>{category}</bdi>
          </span>
        )}
        <CardLine line={post.line} lang={lang} />
        <span>
          <DateText at={post.createdAt} />
          <span>{` · ${post.readingTimeMinutes}${MINUTES_READ}`}</span>
        </span>
        <AudienceMark audience={post.audience} />
        {post.pinned ? <span className="text-calm">Pinned</span> : null}
        {post.writer === null ? null : (
          <span>
            by <bdi>{post.writer}</bdi>
          </span>
        )}
      </div>
      <a href={to} className="post-card-more">
        Read Article <span className="sr-only">{post.title}</span>
      </a>
    </article>
  )
}

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
