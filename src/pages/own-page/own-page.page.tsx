import { type BlogPage, getPage } from '#site/contract/blog-pages.endpoints.ts'
import { ApiError } from '#ui/api/api-error.ts'
import { textLanguage } from '#platform/contract/format-date.ts'
import { AdminLink, useSite } from '#site/web/index.ts'
import { AudienceMark, PostBody } from '#posts/web/index.ts'
import { bodyExcerpt, type PageHead } from '#pages/page/page-head.ts'
import type { LoaderArgs } from '#pages/page/page-module.ts'
import { PageHeading } from '#ui/components/page-heading.tsx'
import { PageFrame } from '#pages/layout/page-frame.tsx'

interface OwnPage {
  readonly page: BlogPage
  readonly path: string
}

export const loader = async ({ api, params }: LoaderArgs): Promise<OwnPage> => {
  const slug = params['pageSlug'] ?? ''
  const { page } = await api(getPage, { params: { page: slug } })
  // Fixed pages have paths of their own, and an id is not an address.
  if (page === null || !page._id.startsWith('page-') || page._id === slug) {
    throw new ApiError({ status: 404, code: 'not_found', message: 'There is no such page.' })
  }
  return { page, path: `/${slug}` }
}

export const head = ({ page, path }: OwnPage): PageHead => ({
  title: page.title,
  description: bodyExcerpt(page.content),
  path,
  ...(page.audience === 'public' ? {} : { isRestricted: true }),
})

/** A page that the family added. */
export const Component = ({ data: { page } }: { readonly data: OwnPage }) => {
  const lang = textLanguage(useSite().dateLanguage)
  return (
    <PageFrame as="article">
      <header className="mx-auto max-w-measure">
        <PageHeading lang={lang}>{page.title}</PageHeading>
        <p className="text-small empty:hidden">
          <AudienceMark audience={page.audience} />
        </p>
        <AdminLink href={`/update-post/${page._id}`} className="no-print link link-target text-small">
          Edit these words
        </AdminLink>
      </header>
      <PostBody html={page.content} lang={lang} className="mx-auto mt-6" />
    </PageFrame>
  )
}
