import { plural } from '#platform/contract/plural.ts'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { CATEGORIES, type Category, categoryLabel } from '#site/contract/category-names.ts'
import type { BlogPage } from '#site/contract/blog-pages.endpoints.ts'
import { type Site, getSite } from '#site/contract/site.endpoints.ts'
import { EditPageLink, loadPageWords, useSite, wordsOf } from '#site/web/index.ts'
import { PostBody, type PostCard, PostGrid, toPostCards } from '#posts/web/index.ts'
import type { PageHead } from '#pages/page/page-head.ts'
import type { LoaderArgs } from '#pages/page/page-module.ts'
import { EmptyState } from '#ui/components/empty-state.tsx'
import { PageHeading } from '#ui/components/page-heading.tsx'
import { Badge } from '#ui/components/badge.tsx'
import { PageFrame } from '#pages/layout/page-frame.tsx'

interface Shelf {
  readonly category: Category
  readonly count: number
  readonly newest: readonly PostCard[]
}

interface ProjectsData {
  readonly page: BlogPage | null
  readonly shelves: readonly Shelf[]
}

const SHELF_SIZE = 3

/** Fixed categories, the family's own, and last the posts without a category. */
const shelfOrder = (own: Site['categories']['own']): Category[] => [
  ...CATEGORIES.filter((category) => category !== 'uncategorized'),
  ...own.map(({ slug }) => slug),
  'uncategorized',
]

/** Loads each category that has posts, with its newest. */
export const loader = async ({ api }: LoaderArgs): Promise<ProjectsData> => {
  const loadShelf = async (category: Category): Promise<Shelf> => {
    const list = await api(listPosts, { query: { category, limit: SHELF_SIZE } })
    return { category, count: list.matchingPosts, newest: toPostCards(list) }
  }
  const [page, site] = await Promise.all([loadPageWords(api, 'projects'), api(getSite)])
  const shelves = await Promise.all(shelfOrder(site.categories.own).map(loadShelf))
  return { page, shelves: shelves.filter(({ count }) => count > 0) }
}

export const head = ({ page }: ProjectsData, site: Site): PageHead => ({
  title: wordsOf('projects', page, site).title,
  description: 'Everything on this blog, by category.',
  path: '/projects',
})

const headingOf = (category: Category, { categories }: Site) =>
  category === 'uncategorized' ? 'More posts' : categoryLabel(category, categories)

const CategoryShelf = ({ shelf: { category, count, newest }, name }: { readonly shelf: Shelf; readonly name: string }) => (
  <section aria-labelledby={`shelf-${category}`} className="mt-10">
    <div className="mb-4 row justify-between gap-x-6">
      <h2 id={`shelf-${category}`} className="row gap-3 text-h3">
        <bdi className="wrap-anywhere">{name}</bdi>
        <Badge>{plural(count, '1 post', 'posts')}</Badge>
      </h2>
      {/* On the search screen 'uncategorized' means all. */}
      {category === 'uncategorized' || count <= newest.length ? null : (
        <a href={`/search?category=${category}`} className="link link-target">
          See all<span className="sr-only"> of {name}</span>
        </a>
      )}
    </div>
    <PostGrid posts={newest} />
  </section>
)

export const Component = ({ data: { page, shelves } }: { readonly data: ProjectsData }) => {
  const site = useSite()
  const { title, content, lang } = wordsOf('projects', page, site)
  return (
    <PageFrame>
      <PageHeading lang={lang}>{title}</PageHeading>
      <PostBody html={content} lang={lang} kind="lead" className="mt-4 text-lead text-ink-soft" />
      <EditPageLink id="projects" page={page} />
      {shelves.map((shelf) => (
        <CategoryShelf key={shelf.category} shelf={shelf} name={headingOf(shelf.category, site)} />
      ))}
      {shelves.length === 0 ? (
        <div className="mt-10">
          <EmptyState title="No posts yet" />
        </div>
      ) : null}
    </PageFrame>
  )
}
