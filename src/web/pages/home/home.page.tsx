import type { BlogPage } from '#contract/endpoints/blog-pages.ts'
import type { Site } from '#contract/endpoints/site.ts'
import { ApiError } from '#web/api/api-error.ts'
import { AdminNote } from '#web/features/admin-note.tsx'
import { EditPageLink } from '#web/features/edit-page-link.tsx'
import { loadPageWords } from '#web/features/page-words.ts'
import { FollowBox } from '#web/features/follow-box.tsx'
import { PostBody } from '#web/features/post-body.tsx'
import { type PostCard, toPostCards } from '#web/features/posts/post-card-data.ts'
import { HomePicture } from '#web/features/home-picture.tsx'
import { PostGrid } from '#web/features/posts/post-grid.tsx'
import { wordsOf } from '#web/features/starter-texts/starter-texts.ts'
import { bodyExcerpt } from '#web/features/visible-text.ts'
import { FurtherStyle } from '#web/page/further-style.tsx'
import { useLook, useSite } from '#web/page/page-context.ts'
import type { PageHead } from '#web/page/page-head.ts'
import { type LoaderArgs, withResponse } from '#web/page/page-module.ts'
import { Alert } from '#web/ui/alert.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'

interface HomeData {
  /** The newest; null if they could not be loaded: the rest of the page is still shown. */
  readonly posts: readonly PostCard[] | null
  /** The family's own text; null for the starter text. */
  readonly welcome: BlogPage | null
}

const UNAVAILABLE = 503

export const loader = async ({ api }: LoaderArgs) => {
  try {
    const welcome = await loadPageWords(api, 'welcome')
    const posts = toPostCards(await api('GET /api/post/getposts', { query: { pinned: 'first' } }))
    return withResponse<HomeData>({ posts, welcome }, {})
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return withResponse<HomeData>({ posts: null, welcome: null }, { status: error.status >= 400 ? error.status : UNAVAILABLE })
  }
}

export const head = ({ welcome }: HomeData, site: Site): PageHead => ({
  title: '',
  description: bodyExcerpt(wordsOf('welcome', welcome, site).content),
  path: '/',
})

const RecentPosts = ({ posts }: { readonly posts: readonly PostCard[] }) => (
  <section aria-labelledby="recent-posts" className="wrap">
    <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6">
      <h2 id="recent-posts" className="text-h2">
        Recent Posts
      </h2>
    </div>
    {posts.some(({ isSample }) => isSample) ? (
      <AdminNote className="no-print -mt-3 mb-6 text-small text-ink-soft">
        Sample posts are among them.{' '}
        <a href="/dashboard?tab=posts#samples" className="link link-target">
          Remove them
        </a>
      </AdminNote>
    ) : null}
    <PostGrid posts={posts} />
    <div className="mt-6 flex justify-center">
      <LinkButton href="/search">View all posts</LinkButton>
    </div>
  </section>
)

export const Component = ({ data: { posts, welcome } }: { readonly data: HomeData }) => {
  const { title, content } = wordsOf('welcome', welcome, useSite())
  return (
    <>
      <section className="wrap beside py-10 md:py-16">
        <div>
          <PageHeading>{title}</PageHeading>
          <PostBody html={content} kind="lead" className="mt-4 mb-6 text-lead text-ink-soft" />
          <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
            <LinkButton href="/search" variant="primary">
              View all posts
            </LinkButton>
            <EditPageLink id="welcome" page={welcome} />
          </div>
        </div>
        <HomePicture look={useLook()} sizes="(min-width: 48rem) 34rem, 100vw" eager />
      </section>
      {posts === null ? (
        <div className="wrap">
          <Alert kind="info">
            The newest posts could not be loaded just now.{' '}
            <a href="/" className="link">
              Try again
            </a>
          </Alert>
        </div>
      ) : null}
      {posts !== null && posts.length > 0 ? <RecentPosts posts={posts} /> : null}
      <FurtherStyle />
      <FollowBox className="no-print wrap mt-10" />
    </>
  )
}
