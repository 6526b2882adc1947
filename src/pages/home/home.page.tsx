import { listPosts } from '#posts/contract/posts.endpoints.ts'
import type { BlogPage } from '#site/contract/blog-pages.endpoints.ts'
import type { Site } from '#site/contract/site.endpoints.ts'
import { EditPageLink, HomePicture, loadPageWords, useLook, useSite, wordsOf } from '#site/web/index.ts'
import { FollowBox } from '#newsletter/web/index.ts'
import { PostBody, type PostCard, PostGrid, toPostCards } from '#posts/web/index.ts'
import { bodyExcerpt, type PageHead } from '#pages/page/page-head.ts'
import { LaterStyle } from '#pages/page/later-style.tsx'
import type { LoaderArgs } from '#pages/page/page-module.ts'
import { LinkButton } from '#ui/components/button.tsx'
import { PageHeading } from '#ui/components/page-heading.tsx'

interface HomeData {
  /** The newest. */
  readonly posts: readonly PostCard[]
  /** The family's own text; null for the starter text. */
  readonly welcome: BlogPage | null
}

export const loader = async ({ api }: LoaderArgs): Promise<HomeData> => {
  const [welcome, list] = await Promise.all([loadPageWords(api, 'welcome'), api(listPosts, { query: { pinned: 'first' } })])
  return { welcome, posts: toPostCards(list) }
}

export const head = ({ welcome }: HomeData, site: Site): PageHead => ({
  title: '',
  description: bodyExcerpt(wordsOf('welcome', welcome, site).content),
  path: '/',
})

const RecentPosts = ({ posts }: { readonly posts: readonly PostCard[] }) => (
  <section aria-labelledby="recent-posts" className="wrap">
    <div className="mb-6 row justify-between gap-x-6">
      <h2 id="recent-posts" className="text-h2">
        Recent Posts
      </h2>
    </div>
    <PostGrid posts={posts} />
    <div className="mt-6 flex justify-center">
      <LinkButton href="/search">View all posts</LinkButton>
    </div>
  </section>
)

export const Component = ({ data: { posts, welcome } }: { readonly data: HomeData }) => {
  const { title, content, lang } = wordsOf('welcome', welcome, useSite())
  return (
    <>
      <section className="wrap beside py-10 md:py-16">
        <div>
          <PageHeading lang={lang}>{title}</PageHeading>
          <PostBody html={content} lang={lang} kind="lead" className="mt-4 mb-6 text-lead text-ink-soft" />
          <div className="row gap-x-6 gap-y-2">
            <LinkButton href="/search" variant="primary">
              View all posts
            </LinkButton>
            <EditPageLink id="welcome" page={welcome} />
          </div>
        </div>
        <HomePicture look={useLook()} sizes="(min-width: 48rem) 34rem, 100vw" eager />
      </section>
      {posts.length > 0 ? <RecentPosts posts={posts} /> : null}
      <LaterStyle />
      <FollowBox className="no-print wrap mt-10" />
    </>
  )
}
